import { meanOf } from '../../stats/mean.js'

/** A log-probability, or what it is at most. */
export interface BoundedLogprob {
  readonly logprob: number
  readonly isBound: boolean
}

/** A probability of which both limits are known; they are equal where it is known itself. */
export interface BoundedProbability {
  readonly atLeast: number
  readonly atMost: number
}

/** How probabilities of one set of prompts lie. */
export interface OpeningStatistics {
  readonly n: number
  /** How many of them are known as bounds alone. */
  readonly bounds: number
  readonly min: BoundedProbability
  readonly median: BoundedProbability
  readonly arithmeticMean: BoundedProbability
  readonly geometricMean: BoundedProbability
  readonly max: BoundedProbability
}

/**
 * Statistics of probabilities of which some are upper bounds: each is computed once with the bounds and once with 0 in
 * their place. The arithmetic mean is decided by the largest values, the geometric mean by the order of magnitude.
 *
 * @returns undefined for none.
 */
export function openingStatistics(openings: readonly BoundedLogprob[]): OpeningStatistics | undefined {
  const n = openings.length
  if (n === 0) return undefined
  const upper = sorted(openings.map(({ logprob }) => logprob))
  const lower = sorted(openings.map(({ logprob, isBound }) => (isBound ? Number.NEGATIVE_INFINITY : logprob)))
  const both = (of: (logprobs: readonly number[]) => number): BoundedProbability => ({
    atLeast: of(lower),
    atMost: of(upper),
  })
  return {
    n,
    bounds: openings.filter(({ isBound }) => isBound).length,
    min: both((logprobs) => Math.exp(logprobs[0] as number)), // there is at least one
    median: both(median),
    arithmeticMean: both((logprobs) => meanOf(logprobs.map(Math.exp))),
    geometricMean: both((logprobs) => Math.exp(meanOf(logprobs))),
    max: both((logprobs) => Math.exp(logprobs.at(-1) as number)),
  }
}

function sorted(values: readonly number[]): readonly number[] {
  return [...values].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0))
}

function median(logprobs: readonly number[]): number {
  const middle = logprobs.length / 2
  const low = Math.exp(logprobs[Math.ceil(middle) - 1] as number)
  const high = Math.exp(logprobs[Math.floor(middle)] as number)
  return (low + high) / 2
}

/** `0.0123`, or `≤ 0.0123` where only a bound is known. */
export function probabilityText({ atLeast, atMost }: BoundedProbability): string {
  const text = atMost >= 0.001 ? atMost.toPrecision(3) : atMost.toExponential(2)
  return isKnown({ atLeast, atMost }) ? text : `≤ ${text}`
}

/** Whether both limits agree, to the digits that are shown. */
export function isKnown({ atLeast, atMost }: BoundedProbability): boolean {
  return atMost - atLeast <= 1e-9 * atMost
}
