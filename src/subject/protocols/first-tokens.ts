import type { TokenProbability } from '../reply.js'

/** What a server writes for a probability of 0. */
const LEAST_LOGPROB = -9999

/** A listed token, or undefined when the server gave no number for it (null, NaN as text). */
export function listedToken(
  token: { readonly id?: number | undefined; readonly text?: string | undefined },
  logprob: number | undefined,
): TokenProbability | undefined {
  if (logprob === undefined || Number.isNaN(logprob)) return undefined
  const fromText = token.text === undefined ? undefined : /^token_id:(\d+)$/.exec(token.text)?.[1]
  const id = token.id ?? (fromText === undefined ? undefined : Number(fromText))
  return {
    ...(id !== undefined && { id }),
    ...(token.text !== undefined && fromText === undefined && { text: token.text }),
    // Rounding makes certain tokens a hair more likely than 1.
    logprob: Math.min(0, Math.max(LEAST_LOGPROB, logprob)),
  }
}

/** Listed tokens, likeliest first; of a token that is listed twice the likelier one. */
export function sortedTokens(tokens: readonly (TokenProbability | undefined)[]): readonly TokenProbability[] {
  const known = tokens.filter((token) => token !== undefined)
  const seen = new Set<string>()
  return known
    .sort((left, right) => right.logprob - left.logprob)
    .filter(({ id, text }) => {
      const key = id === undefined ? `text ${text ?? ''}` : `id ${id}`
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
}

/** A token whose probability is wanted. */
export interface Candidate {
  /** As it was asked for. */
  readonly asked: number | string
  /** Undefined where the server names tokens by their text alone. */
  readonly id: number | undefined
}

export interface CandidateListing {
  readonly candidates: readonly Candidate[]
  /** What the server listed by itself, likeliest first. */
  readonly listed: readonly TokenProbability[]
  /** What it gave for single tokens. */
  readonly single: readonly TokenProbability[]
  /** How many of the likeliest were asked for; a deeper list serves the candidates alone. */
  readonly top: number
}

/**
 * The candidates that were asked for, in their order, then the likeliest others. A candidate of which nothing came gets
 * the log-probability of the last one listed, as a bound.
 */
export function candidatesFirst({
  candidates,
  listed,
  single,
  top,
}: CandidateListing): readonly TokenProbability[] {
  const bound = listed.at(-1)?.logprob ?? 0
  const known = [...single, ...listed]
  const taken = new Set<TokenProbability>()
  const asked = candidates.map(({ asked, id }): TokenProbability => {
    const isIt = (token: TokenProbability): boolean =>
      id === undefined ? token.text === asked : token.id === id
    for (const token of known) if (isIt(token)) taken.add(token)
    const text = typeof asked === 'string' ? { text: asked } : {}
    const named = id === undefined ? text : { id, ...text }
    const found = known.find(isIt)
    return found === undefined ? { ...named, logprob: bound, bound: 'at-most' } : { ...text, ...found }
  })
  return [...asked, ...listed.slice(0, top).filter((token) => !taken.has(token))]
}
