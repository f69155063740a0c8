import { NORMAL_975 } from './interval.js'
import { normalQuantile } from './normal.js'

/** The power with which Assay plans: a difference of the planned size is found four times in five. */
const DEFAULT_POWER = 0.8

interface Plan {
  /** Of the difference of one unit; for items of right and wrong √(share of discordant items − difference²). */
  readonly standardDeviation: number
  /** Chance to find the difference, in (0, 1); default 0.8. */
  readonly power?: number
}

/**
 * The smallest true mean difference that a two-sided test at 5 % finds with the given power,
 *
 *     (z_0.975 + z_power) · sd / √n
 *
 * in the normal approximation. With 138 pairs of which 18 % are discordant: 0.10. Too small below some 20 units.
 *
 * @throws {RangeError} when `n` is not above 0, or the deviation is negative or no number.
 */
export function minimumDetectableDifference(plan: Plan & { readonly n: number }): number {
  if (!(plan.n > 0)) throw new RangeError(`${plan.n} units detect nothing.`)
  return (deviations(plan) * plan.standardDeviation) / Math.sqrt(plan.n)
}

/**
 * How many units it takes to find a true mean difference of the given size: the same formula, solved for n, rounded up.
 *
 * @throws {RangeError} when `difference` is not above 0, or the deviation is negative or no number.
 */
export function neededUnits(plan: Plan & { readonly difference: number }): number {
  if (!(plan.difference > 0)) throw new RangeError('A difference of 0 is never found.')
  return Math.ceil(((deviations(plan) * plan.standardDeviation) / plan.difference) ** 2)
}

function deviations({ standardDeviation, power = DEFAULT_POWER }: Plan): number {
  if (!(standardDeviation >= 0)) throw new RangeError(`${standardDeviation} is no standard deviation.`)
  return NORMAL_975 + normalQuantile(power)
}
