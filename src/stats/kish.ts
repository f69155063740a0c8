/**
 * Kish's effective number of units: how many units of equal weight would carry as much information,
 *
 *     n_eff = (Σ w)² / Σ w²
 *
 * With the sizes of clusters as weights, the effective number of clusters: between 1 and the number of weights above
 * 0, which it reaches when all are equal. One service with 178 of 496 items leaves 6.4 of 86. 0 when nothing weighs.
 *
 * @param weights 0 upward.
 * @throws {RangeError} when a weight is negative or not finite.
 * @see Kish, Survey Sampling (1965), section 11.7.
 */
export function kishEffectiveSize(weights: Iterable<number>): number {
  let sum = 0
  let squares = 0
  for (const weight of weights) {
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) throw new RangeError(`${weight} is no weight.`)
    sum += weight
    squares += weight * weight
  }
  return squares === 0 ? 0 : (sum * sum) / squares
}
