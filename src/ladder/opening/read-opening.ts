import type { TokenProbability } from '../../subject/reply.js'
import type { OpeningReading } from '../case-reading.js'
import type { LadderCase } from '../ladder-case.js'
import { type OpeningPosition, shortestSequences, type TokenName } from './opening-requests.js'

/** An opening that says where it was looked at; one that does not is at the first token. */
export interface PositionedOpening extends OpeningReading {
  readonly position: OpeningPosition
}

/** What came back for one question of `openingRequests`. */
export interface OpeningReply {
  readonly position: OpeningPosition
  readonly prefix: readonly TokenName[]
  /** Tokens with their probabilities, as replies give them; absent where the answer has none. */
  readonly firstTokens?: readonly TokenProbability[]
  readonly firstEntropy?: number
}

export interface OpeningReplies {
  readonly case: LadderCase
  readonly sequences: readonly (readonly TokenName[])[]
  /** Replies of one case, at one position or both. Questions that were not asked leave a bound. */
  readonly replies: readonly OpeningReply[]
}

export type OpeningResult =
  | { readonly kind: 'read'; readonly openings: readonly PositionedOpening[] }
  | { readonly kind: 'missing'; readonly reason: string }

/** How many of the likeliest are kept. */
const KEPT = 5
/** Below this difference of logarithms a bound on a rest that hardly weighs is no bound on the whole. */
const NEGLIGIBLE = 1e-6

/**
 * The probability that an answer opens a call, from the replies to `openingRequests`. A sequence weighs the product of its
 * tokens, each given those before; several sequences exclude each other and add up. A token that was not listed weighs at
 * most as much as the last one that was, and a token that was not asked for at most 1: the whole is then an upper bound.
 */
export function readOpening({ case: one, sequences, replies }: OpeningReplies): OpeningResult {
  const ways = shortestSequences(sequences)
  const positions = [...new Set(replies.map(({ position }) => position))]
  const openings: PositionedOpening[] = []
  for (const position of positions) {
    const byPrefix = new Map(
      replies
        .filter((reply) => reply.position === position)
        .map(({ prefix, firstTokens }) => [JSON.stringify(prefix), firstTokens ?? []] as const),
    )
    const first = byPrefix.get('[]') ?? []
    if (first.length === 0) continue
    const weighed = ways.map((sequence) => weigh(sequence, byPrefix))
    const entropy = replies.find(
      (reply) => reply.position === position && reply.prefix.length === 0,
    )?.firstEntropy
    openings.push({
      case: one,
      position,
      ...total(weighed),
      ...standing(ways, first),
      ...(entropy === undefined ? {} : { entropy }),
    })
  }
  if (openings.length > 0) return { kind: 'read', openings }
  return { kind: 'missing', reason: 'The subject gave no probabilities of first tokens.' }
}

interface Weighed {
  readonly logprob: number
  readonly isBound: boolean
  readonly chain: readonly TokenProbability[]
}

function weigh(
  sequence: readonly TokenName[],
  byPrefix: ReadonlyMap<string, readonly TokenProbability[]>,
): Weighed {
  const chain: TokenProbability[] = []
  let logprob = 0
  let isBound = false
  for (const [at, name] of sequence.entries()) {
    const listed = byPrefix.get(JSON.stringify(sequence.slice(0, at))) ?? []
    // Nobody asked further, for a server that lists first tokens alone.
    if (listed.length === 0) return { logprob, isBound: true, chain }
    const token = tokenIn(listed, name)
    chain.push(token)
    logprob += token.logprob
    isBound ||= token.bound === 'at-most'
  }
  return { logprob, isBound, chain }
}

function isToken({ id, text }: TokenProbability, name: TokenName): boolean {
  return typeof name === 'number' ? id === name : text === name
}

function tokenIn(listed: readonly TokenProbability[], name: TokenName): TokenProbability {
  const found = listed.find((token) => isToken(token, name))
  if (found !== undefined) return found
  const least = listed.reduce((low, { logprob }) => Math.min(low, logprob), 0)
  if (typeof name === 'number') return { id: name, logprob: least, bound: 'at-most' }
  // A server that names tokens by their texts may spell the trigger in several: it is no likelier than its beginnings.
  const begun = listed.filter(({ text }) => text !== undefined && text !== '' && name.startsWith(text))
  const logprob = Math.min(0, logSum([least, ...begun.map((token) => token.logprob)]))
  return { text: name, logprob, bound: 'at-most' }
}

function total(weighed: readonly Weighed[]): Weighed {
  const atMost = Math.min(0, logSum(weighed.map(({ logprob }) => logprob)))
  const known = weighed.filter(({ isBound }) => !isBound)
  const atLeast = Math.min(0, logSum(known.map(({ logprob }) => logprob)))
  const best = weighed.reduce((most, way) => (way.logprob > most.logprob ? way : most))
  const isBound = !(known.length > 0 && atMost - atLeast < NEGLIGIBLE)
  return { logprob: isBound ? atMost : atLeast, isBound, chain: best.chain }
}

function logSum(logprobs: readonly number[]): number {
  const largest = Math.max(Number.NEGATIVE_INFINITY, ...logprobs)
  if (largest === Number.NEGATIVE_INFINITY) return largest
  return largest + Math.log(logprobs.reduce((sum, logprob) => sum + Math.exp(logprob - largest), 0))
}

/** Where the likeliest first token of the trigger stands among all. */
function standing(
  ways: readonly (readonly TokenName[])[],
  listed: readonly TokenProbability[],
): Pick<OpeningReading, 'isArgmax' | 'rank' | 'top'> {
  const isOpener = (token: TokenProbability): boolean =>
    ways.some(([name]) => name !== undefined && isToken(token, name))
  const known = listed
    .filter(({ bound }) => bound === undefined)
    .sort((left, right) => right.logprob - left.logprob)
  const opener = known.find(isOpener)
  const others = known.filter((token) => !isOpener(token))
  const top = known.slice(0, KEPT)
  if (opener === undefined) return { isArgmax: false, top }
  const above = others.filter(({ logprob }) => logprob > opener.logprob).length
  // The list of the likeliest is complete down to its last token; what stands below it has no rank.
  const isInList = others.length === 0 || opener.logprob >= (others.at(-1)?.logprob ?? 0)
  return { isArgmax: above === 0 && isInList, ...(isInList ? { rank: above + 1 } : {}), top }
}
