import { InputError } from '../errors.js'
import { printable } from '../text/printable.js'
import type { HttpEndpoint } from './http-endpoint.js'
import { joinedRaw } from './joined-raw.js'
import type { CompletionProtocol, PromptOptions, PromptRequest } from './protocols/completion-protocol.js'
import { type Candidate, candidatesFirst } from './protocols/first-tokens.js'
import { readPromptLogprob, vllmPromptLogprobBody } from './protocols/openai-completions.js'
import type { SubjectReply, TokenProbability } from './reply.js'
import type { NextTokenRequest } from './request.js'
import { sentPrompt } from './sent-prompt.js'
import type { ServerTokenizer } from './server-prompts.js'
import type { AskContext } from './subject.js'

export interface NextTokenOptions {
  readonly spec: string
  readonly endpoint: HttpEndpoint
  readonly protocol: CompletionProtocol
  readonly tokenizer: ServerTokenizer | undefined
  readonly depth: number
  readonly prompt: PromptOptions
}

/** Candidates for which an old vLLM is asked one by one; each costs a request. */
const MOST_SINGLE = 16
const DEFAULT_TOP = 5

/**
 * The probabilities of what comes next. A list of the likeliest is asked for first. Candidates that are not on it are
 * asked for by id where the server can (SGLang's `token_ids_logprob`, vLLM's `logprob_token_ids`), then one by one as
 * the last token of the prompt (vLLM's `prompt_logprobs`); what is left is at most as likely as the last one listed.
 */
export async function nextToken(
  request: NextTokenRequest,
  context: AskContext,
  options: NextTokenOptions,
): Promise<SubjectReply> {
  const { protocol, depth } = options
  const { top = DEFAULT_TOP } = request
  const prompt = await sentPrompt(request.prompt, context, options)
  const candidates = await candidateIds(request.candidates, context, options)
  const ids = candidates.flatMap(({ id }) => id ?? [])
  const topLogprobs = Math.min(protocol.mostTopLogprobs, Math.max(top, depth, 1))
  const base: PromptRequest = { prompt, settings: { maxTokens: 1, temperature: 0 }, topLogprobs, listed: [] }
  const first = await listing(protocol.id === 'sglang' ? { ...base, listed: ids } : base, context, options)
  const promptIds = first.reply.promptIds ?? (typeof prompt === 'string' ? undefined : prompt)
  const more =
    protocol.id === 'vllm'
      ? await unlisted(missingFrom(first.tokens, ids), { base, promptIds }, context, options)
      : NOTHING
  const firstTokens = candidatesFirst({ candidates, listed: first.tokens, single: more.tokens, top })
  return {
    ...first.reply,
    firstTokens,
    raw: joinedRaw([first.raw, ...more.raws]),
    ...(promptIds !== undefined && { promptIds }),
  }
}

interface Found {
  readonly tokens: readonly TokenProbability[]
  readonly raws: readonly Uint8Array[]
}

const NOTHING: Found = { tokens: [], raws: [] }

async function unlisted(
  ids: readonly number[],
  { base, promptIds }: { readonly base: PromptRequest; readonly promptIds: readonly number[] | undefined },
  context: AskContext,
  options: NextTokenOptions,
): Promise<Found> {
  if (ids.length === 0) return NOTHING
  const { tokens, raw } = await listing({ ...base, topLogprobs: 1, listed: ids }, context, options)
  const rest = missingFrom(tokens, ids)
  // A server that is older than `logprob_token_ids` passes it over.
  if (promptIds === undefined || rest.length === 0 || rest.length > MOST_SINGLE)
    return { tokens, raws: [raw] }
  const single = await singly(rest, promptIds, context, options)
  return { tokens: [...tokens, ...single.tokens], raws: [raw, ...single.raws] }
}

function missingFrom(tokens: readonly TokenProbability[], ids: readonly number[]): readonly number[] {
  const listed = new Set(tokens.map(({ id }) => id))
  return ids.filter((id) => !listed.has(id))
}

interface Listing {
  readonly reply: SubjectReply
  readonly tokens: readonly TokenProbability[]
  readonly raw: Uint8Array
}

async function listing(
  request: PromptRequest,
  context: AskContext,
  { endpoint, protocol, prompt }: NextTokenOptions,
): Promise<Listing> {
  const body = await endpoint.post(protocol.write(request, prompt), context)
  const reply = protocol.read(body)
  if (reply.firstTokens === undefined) {
    throw body.broken('The server listed no probabilities of tokens, though they were asked for.')
  }
  return { reply, tokens: reply.firstTokens, raw: body.raw }
}

async function singly(
  ids: readonly number[],
  promptIds: readonly number[],
  context: AskContext,
  { endpoint, prompt }: NextTokenOptions,
): Promise<Found> {
  const tokens: TokenProbability[] = []
  const raws: Uint8Array[] = []
  for (const id of ids) {
    const body = await endpoint.post(
      { path: '/completions', body: vllmPromptLogprobBody([...promptIds, id], prompt) },
      context,
    )
    raws.push(body.raw)
    const token = readPromptLogprob(body, id)
    if (token !== undefined) tokens.push(token)
  }
  return { tokens, raws }
}

async function candidateIds(
  candidates: readonly (number | string)[],
  context: AskContext,
  { tokenizer, spec, protocol }: NextTokenOptions,
): Promise<readonly Candidate[]> {
  return Promise.all(
    candidates.map(async (asked): Promise<Candidate> => {
      if (typeof asked === 'number') {
        if (protocol.givesIds) return { asked, id: asked }
        throw new InputError({
          code: 'subject-unfit',
          what: 'This server names tokens by their text alone, so a token id cannot be looked up.',
          where: spec,
          fix: 'Ask for texts, or serve the model with vLLM, SGLang or llama.cpp.',
        })
      }
      if (tokenizer === undefined) return { asked, id: undefined }
      const ids = await tokenizer.tokenize(asked, context)
      if (ids.length === 1) return { asked, id: ids[0] }
      throw new InputError({
        code: 'candidate-not-a-token',
        what: `"${printable(asked, { maxLength: 60 })}" is ${ids.length} tokens of this model, so it has no probability as the next one.`,
        where: spec,
        fix: 'Ask for the first of its tokens, or for another text.',
      })
    }),
  )
}
