import { InputError } from '../errors.js'
import { SubjectFailure } from '../subject/failure.js'
import { writeJson } from '../text/json.js'
import type { BeamSettings } from './beam-search.js'
import { type DecodedOutput, type DecodedQuery, decodeQuery } from './decode-query.js'
import { inOrder } from './in-order.js'
import type { TokenSource } from './next-tokens.js'
import type { FailedQuery, QueryAnswer } from './query-answer.js'
import type { TokenizedMap } from './tokenize-map.js'
import { tokenMatcher } from './tool-matcher.js'

/** How a query becomes a prompt. */
export interface PromptRecipe {
  /** System message before the query; none by default. */
  readonly system?: string
  /** A prompt written out in which `{query}` stands for the query, instead of the model's chat template. */
  readonly raw?: string
}

export interface DecodeItemsRequest extends BeamSettings {
  readonly source: TokenSource
  readonly tokens: TokenizedMap
  readonly end: readonly number[]
  readonly prompt: PromptRecipe
  readonly queries: readonly { readonly id: string; readonly query: string }[]
  readonly ways?: readonly ('constrained' | 'free')[]
  /** Called after each query, in order; what it throws ends the decoding. */
  readonly done?: (decoded: DecodedQuery | FailedQuery, count: number) => Promise<void>
}

export interface DecodedItems {
  readonly answers: readonly QueryAnswer[]
  /** Queries that could not be decoded; unmeasured. */
  readonly failed: readonly FailedQuery[]
}

/**
 * Decodes queries, as many side by side as the subject allows. A query whose probabilities are broken, or too few to rank,
 * is told and left out; whatever concerns the subject as a whole ends the decoding.
 *
 * @throws {InputError} the fault of the first query when none could be decoded; `new-tokens-few`.
 * @throws {SubjectFailure} when the subject does not answer.
 */
export async function decodeItems(request: DecodeItemsRequest): Promise<DecodedItems> {
  const { source, queries, tokens, done } = request
  const answers: QueryAnswer[] = []
  const failed: FailedQuery[] = []
  let first: unknown
  const match = tokenMatcher(tokens)
  await inOrder({
    list: queries,
    lanes: source.lanes ?? 1,
    async work({ id, query }, lane): Promise<Outcome> {
      try {
        const next = await source.open(await promptIds(query, request), lane)
        const { detokenize } = source.prompts
        return { decoded: await decodeQuery({ ...request, id, next, match, detokenize }) }
      } catch (error) {
        if (!concernsQuery(error)) throw error
        return { failed: { id, code: error.code, reason: error.what }, error }
      }
    },
    async take(outcome) {
      if ('decoded' in outcome) answers.push(outcome.decoded.answer)
      else {
        first ??= outcome.error
        failed.push(outcome.failed)
      }
      await done?.('decoded' in outcome ? outcome.decoded : outcome.failed, answers.length + failed.length)
    },
  })
  if (answers.length === 0 && first !== undefined) throw first
  return { answers, failed }
}

type Outcome =
  | { readonly decoded: DecodedQuery }
  | { readonly failed: FailedQuery; readonly error: InputError | SubjectFailure }

/** Faults of one query's numbers, or of its length. */
function concernsQuery(error: unknown): error is InputError | SubjectFailure {
  if (error instanceof SubjectFailure) return error.failure === 'overflow'
  if (!(error instanceof InputError)) return false
  return (
    ['logprobs-broken', 'logprobs-too-few', 'prompt-empty'].includes(error.code) ||
    error.code.startsWith('template-')
  )
}

async function promptIds(
  query: string,
  { source: { prompts, spec }, prompt: { system, raw } }: DecodeItemsRequest,
): Promise<readonly number[]> {
  const { bos, addsBos } = prompts.specials ?? {}
  let text: string
  if (raw === undefined) {
    const user = { role: 'user', content: query } as const
    const messages = system === undefined ? [user] : [{ role: 'system', content: system } as const, user]
    const rendered = await prompts.render({ kind: 'chat', messages, tools: [], settings: {} })
    if (rendered.tokenIds !== undefined) return rendered.tokenIds
    text = rendered.text
  } else {
    // A function, so that "$&" of a query stays what it is.
    text = raw.replace('{query}', () => query)
  }
  if (prompts.tokenize === undefined) {
    throw new InputError({
      code: 'tokenizer-missing',
      what: 'The subject shows no tokenizer, so a prompt has no ids.',
      where: spec,
      fix: 'Serve the model with vLLM, SGLang or llama.cpp.',
    })
  }
  const ids = await prompts.tokenize(text)
  return addsBos === true && bos !== undefined && ids[0] !== bos ? [bos, ...ids] : ids
}

/**
 * A decoded query as a line of a predictions file, with scores, ids and texts as they were.
 *
 * @param by what decoded it, by which a later run knows its own lines.
 */
export function predictionLine({ answer, constrained, free }: DecodedQuery, by: string): string {
  const entries = (outputs: readonly DecodedOutput[]) =>
    outputs.map(({ ids, text, score, isFinished }) => ({
      ids,
      ...(text === undefined ? {} : { text }),
      score,
      ...(isFinished ? {} : { cut: true }),
    }))
  return `${writeJson({
    id: answer.id,
    by,
    ...(constrained === undefined ? {} : { constrained: entries(constrained) }),
    ...(free === undefined ? {} : { free: entries(free) }),
    ...(answer.toolMass === undefined ? {} : { toolMass: answer.toolMass }),
  })}\n`
}
