import { type Interval, NORMAL_975 } from './interval.js'

export interface WilsonRequest {
  /** 0 to `n`; need not be whole. */
  readonly successes: number
  /** Above 0; need not be whole, so that an effective sample size can stand in. */
  readonly n: number
}

/**
 * Wilson's 95 % score interval of a proportion, for independent outcomes that are 0 or 1:
 *
 *     (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n)
 *
 * Never leaves [0, 1], and does not collapse at 0 or n successes. Outcomes that resemble each other (siblings of one
 * service) make it too narrow; a cluster bootstrap is meant for those.
 *
 * @throws {RangeError} when `successes` is not within 0 and `n`, or `n` is not above 0.
 * @see Wilson, Journal of the American Statistical Association 22 (1927).
 */
export function wilsonInterval({ successes, n }: WilsonRequest): Interval {
  if (!(n > 0 && successes >= 0 && successes <= n)) {
    throw new RangeError(`There cannot be ${successes} successes among ${n}.`)
  }
  const share = successes / n
  const z2 = NORMAL_975 * NORMAL_975
  const middle = share + z2 / (2 * n)
  const half = NORMAL_975 * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))
  const scale = 1 + z2 / n
  // At the edges the bound is exactly 0 or 1; rounding would leave 1e-18 beyond it.
  const low = successes === 0 ? 0 : (middle - half) / scale
  const high = successes === n ? 1 : (middle + half) / scale
  return [low, high]
}
