import { incompleteBetaInverse } from './beta.js'
import { CONFIDENCE, type Interval } from './interval.js'

export interface ClopperPearsonRequest {
  /** 0 to `n`. */
  readonly successes: number
  /** Above 0. */
  readonly n: number
}

/**
 * Clopper and Pearson's exact 95 % interval of a proportion of independent outcomes: it holds every p that neither
 * one-sided binomial test at 2.5 % rejects. It covers at least 95 % whatever p, and is wider than Wilson's for it; for
 * promises, not for tables.
 *
 * @throws {RangeError} when `successes` is not within 0 and `n`, or `n` is not above 0.
 * @see Clopper and Pearson, Biometrika 26 (1934).
 */
export function clopperPearsonInterval({ successes, n }: ClopperPearsonRequest): Interval {
  if (!(n > 0 && successes >= 0 && successes <= n)) {
    throw new RangeError(`There cannot be ${successes} successes among ${n}.`)
  }
  const tail = (1 - CONFIDENCE) / 2
  const failures = n - successes
  const low = successes === 0 ? 0 : incompleteBetaInverse(tail, { a: successes, b: failures + 1 })
  // The upper bound from the failures' side, where the tail is small and loses no digits.
  const high = failures === 0 ? 1 : 1 - incompleteBetaInverse(tail, { a: failures, b: successes + 1 })
  return [low, high]
}
