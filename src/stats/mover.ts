import type { Interval } from './interval.js'
import { wilsonInterval } from './wilson.js'

/** An estimate with its interval, and how often it counts in a sum; negative to subtract it. */
export interface WeightedEstimate {
  readonly weight: number
  readonly value: number
  readonly interval: Interval
}

/**
 * The interval of a weighted sum of independent estimates from the interval of each (MOVER, the method of variance
 * estimates recovery): each bound of the sum lies as far from it as the root of the sum of squares of how far the
 * estimates' own bounds lie from them. Unlike a normal approximation it takes over the skew of each interval.
 *
 * @throws {RangeError} when a weight, an estimate or a bound is no number, or there is no estimate.
 * @see Zou and Donner, Statistics in Medicine 27 (2008).
 */
export function moverInterval(estimates: readonly WeightedEstimate[]): Interval {
  if (estimates.length === 0) throw new RangeError('No estimates have no sum.')
  let value = 0
  let below = 0
  let above = 0
  for (const { weight, value: estimate, interval } of estimates) {
    const [low, high] = weight < 0 ? [interval[1], interval[0]] : interval
    value += weight * estimate
    below += (weight * (estimate - low)) ** 2
    above += (weight * (high - estimate)) ** 2
  }
  const sum: Interval = [value - Math.sqrt(below), value + Math.sqrt(above)]
  if (sum.some(Number.isNaN)) throw new RangeError('A weight, an estimate or a bound is no number.')
  return sum
}

/** Successes among independent outcomes of 0 and 1. */
export interface Proportion {
  readonly successes: number
  /** Above 0. */
  readonly n: number
}

/**
 * Newcombe's interval of a weighted sum of independent proportions: MOVER over their Wilson intervals. With weights 1
 * and −1 the difference of two proportions (Newcombe's method 10), with ½ and ½ balanced accuracy.
 *
 * @see Newcombe, Statistics in Medicine 17 (1998), 873–890.
 */
export function newcombeInterval(terms: readonly (Proportion & { readonly weight: number })[]): Interval {
  return moverInterval(
    terms.map(({ weight, successes, n }) => ({
      weight,
      value: successes / n,
      interval: wilsonInterval({ successes, n }),
    })),
  )
}
