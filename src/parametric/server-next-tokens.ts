import { InputError } from '../errors.js'
import type { Clock } from '../ports.js'
import { SubjectFailure } from '../subject/failure.js'
import type { HttpEndpoint } from '../subject/http-endpoint.js'
import type { CompletionProtocol, PromptOptions } from '../subject/protocols/completion-protocol.js'
import { readPromptLogprob, vllmPromptLogprobBody } from '../subject/protocols/openai-completions.js'
import type { SubjectReply, TokenProbability } from '../subject/reply.js'
import type { AskContext } from '../subject/subject.js'
import type { NextTokenDistribution, NextTokens } from './next-tokens.js'

/** How a server is asked what comes next. */
export interface ServerAsking {
  readonly endpoint: HttpEndpoint
  readonly protocol: CompletionProtocol
  readonly prompt: PromptOptions
  /** Likeliest tokens that are listed where the allowed ones cannot be asked for by id. */
  readonly depth: number
  readonly concurrency: number
  readonly clock: Clock
  readonly context: AskContext
  /** How the server answers for allowed tokens; found out by `lookAtServer`. */
  readonly listing: AllowedListing
}

/**
 * `ids`: it gives the log-probability of any ids that are asked for. `mask`: it can be held to allowed ids and lists what
 * is left after that, shared out anew. `top`: neither; only its list of the likeliest tokens is there.
 */
export type AllowedListing = 'ids' | 'mask' | 'top'

/** Ids in one request: the answer has some 60 bytes for each. */
const CHUNK = 1024

/** Next tokens of one prompt behind a completions server, one request a prefix, several at once. */
export function serverNextTokens(promptIds: readonly number[], asking: ServerAsking): NextTokens {
  return {
    async next(prefixes, allowed) {
      const found: NextTokenDistribution[] = []
      let at = 0
      const worker = async (): Promise<void> => {
        for (let own = at++; own < prefixes.length; own = at++) {
          const ids = [...promptIds, ...(prefixes[own] ?? [])]
          found[own] = await distributionOf(ids, allowed?.[own], asking)
        }
      }
      await Promise.all(Array.from({ length: Math.min(asking.concurrency, prefixes.length) }, worker))
      return found
    },
  }
}

async function distributionOf(
  ids: readonly number[],
  allowed: Int32Array | undefined,
  asking: ServerAsking,
): Promise<NextTokenDistribution> {
  if (allowed === undefined || asking.listing === 'top') return toDistribution(await topOf(ids, asking))
  if (asking.listing === 'mask') return maskedOf(ids, allowed, asking)
  const tokens: TokenProbability[] = []
  for (let from = 0; from < allowed.length; from += CHUNK) {
    tokens.push(...(await listedOf(ids, [...allowed.subarray(from, from + CHUNK)], asking)))
  }
  return toDistribution(tokens)
}

/**
 * Under a mask the server lists shares of the allowed tokens. The likeliest of them is asked for by itself; its plain
 * log-probability less its share is that of all allowed ones together.
 */
async function maskedOf(
  ids: readonly number[],
  allowed: Int32Array,
  asking: ServerAsking,
): Promise<NextTokenDistribution> {
  const masked = await ask(ids, { topLogprobs: asking.depth, mask: [...allowed] }, asking)
  const permitted = new Set(allowed)
  const shares = tokensOf(masked).filter(({ id }) => id !== undefined && permitted.has(id))
  const [best] = shares
  if (best?.id === undefined) return { logprobs: new Float64Array(), unlistedAtMost: 0 }
  const own =
    (await topOf(ids, asking)).find(({ id }) => id === best.id) ?? (await singleOf(ids, best.id, asking))
  if (own === undefined) return { logprobs: new Float64Array(), unlistedAtMost: 0 }
  const shift = own.logprob - best.logprob
  const shifted = shares.map((token) => ({ ...token, logprob: token.logprob + shift }))
  return toDistribution(shifted)
}

/** The log-probability of one token, as the last one of a prompt: vLLM gives it whatever its rank. */
async function singleOf(
  ids: readonly number[],
  id: number,
  { endpoint, prompt, context }: ServerAsking,
): Promise<TokenProbability | undefined> {
  const body = vllmPromptLogprobBody([...ids, id], prompt)
  return readPromptLogprob(await endpoint.post({ path: '/completions', body }, context), id)
}

async function topOf(ids: readonly number[], asking: ServerAsking): Promise<readonly TokenProbability[]> {
  return tokensOf(await ask(ids, { topLogprobs: asking.depth }, asking))
}

async function listedOf(
  ids: readonly number[],
  listed: readonly number[],
  asking: ServerAsking,
): Promise<readonly TokenProbability[]> {
  const tokens = tokensOf(await ask(ids, { topLogprobs: 1, listed }, asking))
  const wanted = new Set(listed)
  return tokens.filter(({ id }) => id !== undefined && wanted.has(id))
}

function tokensOf({ firstTokens = [] }: SubjectReply): readonly TokenProbability[] {
  return firstTokens
}

/** Absent tokens are at most as likely as the last one that is there. */
function toDistribution(tokens: readonly TokenProbability[]): NextTokenDistribution {
  let most = -1
  let least = 0
  for (const { id = -1, logprob } of tokens) {
    most = Math.max(most, id)
    least = Math.min(least, logprob)
  }
  const logprobs = new Float64Array(most + 1).fill(Number.NEGATIVE_INFINITY)
  for (const { id, logprob } of tokens) if (id !== undefined) logprobs[id] = logprob
  return { logprobs, unlistedAtMost: least }
}

interface OneAsking {
  readonly topLogprobs: number
  readonly listed?: readonly number[]
  /** Ids that the answer is held to. */
  readonly mask?: readonly number[]
}

const MOST_ATTEMPTS = 4
const FIRST_PAUSE_MS = 500

async function ask(
  prompt: readonly number[],
  { topLogprobs, listed = [], mask }: OneAsking,
  asking: ServerAsking,
): Promise<SubjectReply> {
  const { endpoint, protocol, clock, context } = asking
  const settings = { maxTokens: 1, temperature: 0 }
  const { extra } = asking.prompt
  const options =
    mask === undefined ? asking.prompt : { ...asking.prompt, extra: { ...extra, allowed_token_ids: mask } }
  const request = protocol.write({ prompt, settings, topLogprobs, listed }, options)
  for (let attempt = 1; ; attempt++) {
    try {
      return protocol.read(await endpoint.post(request, context))
    } catch (error) {
      const mayPass = error instanceof SubjectFailure && error.retryable && attempt < MOST_ATTEMPTS
      if (!mayPass || context.signal.aborted) throw error
      await clock.sleep(error.retryAfterMs ?? FIRST_PAUSE_MS * 4 ** (attempt - 1), context.signal)
    }
  }
}

/**
 * Finds out, by two or three requests, whether the server tells enough to rank `width` beams: `depth` likeliest tokens
 * with their ids, and which way to the probabilities of allowed tokens it knows.
 *
 * @throws {InputError} `logprobs-too-few` when its list is shorter than `depth`; `logprobs-without-ids`.
 * @throws {SubjectFailure} when it does not answer.
 */
export async function lookAtServer(
  promptIds: readonly number[],
  asking: Omit<ServerAsking, 'listing'>,
): Promise<AllowedListing> {
  const { depth, endpoint } = asking
  const plain: ServerAsking = { ...asking, listing: 'top' }
  let listed: readonly TokenProbability[]
  try {
    listed = await topOf(promptIds, plain)
  } catch (error) {
    if (error instanceof SubjectFailure && error.failure === 'refusal') throw tooShort(error.what)
    throw error
  }
  const withIds = listed.filter(({ id }) => id !== undefined)
  // The token that was chosen has its id also where the list beside it has none.
  if (withIds.length < Math.min(listed.length, depth)) {
    throw new InputError({
      code: 'logprobs-without-ids',
      what: 'The server lists tokens by their text alone, without ids.',
      where: endpoint.where,
      fix: 'Serve the model with vLLM, SGLang or llama.cpp, or decode elsewhere and give --predictions.',
    })
  }
  if (withIds.length < depth) throw tooShort(`It listed ${withIds.length}.`)
  // Two tokens from the end of the list: no server lists them by accident when one is asked for.
  const rare = withIds.slice(-2).flatMap(({ id }) => id ?? [])
  if ((await listedOf(promptIds, rare, plain)).length === rare.length) return 'ids'
  if (asking.protocol.id !== 'vllm') return 'top'
  const masked = tokensOf(await ask(promptIds, { topLogprobs: depth, mask: rare }, plain))
  const share = masked.reduce(
    (sum, { id, logprob }) => sum + (rare.includes(id ?? -1) ? Math.exp(logprob) : 0),
    0,
  )
  return Math.abs(share - 1) < 1e-3 ? 'mask' : 'top'

  function tooShort(said: string): InputError {
    return new InputError({
      code: 'logprobs-too-few',
      what: `The server does not list the ${depth} log-probabilities a token that this beam width needs. ${said}`,
      where: endpoint.where,
      fix: `Start vLLM with --max-logprobs ${depth} (llama.cpp lists as many as are asked for), or take fewer beams.`,
    })
  }
}
