/** Two bounds, low first. */
export type Interval = readonly [low: number, high: number]

/** The confidence of every interval that Assay prints. */
export const CONFIDENCE = 0.95

/** Quantile 0.975 of the standard normal distribution. */
export const NORMAL_975 = 1.959963984540054

/**
 * The `share` quantile of values that stand in rising order, linear between neighbours: position share × (n − 1)
 * from 0 (Hyndman and Fan's type 7, the default of NumPy).
 *
 * @param share in [0, 1].
 * @throws {RangeError} when there are no values.
 */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  const position = share * (sorted.length - 1)
  const below = Math.floor(position)
  const low = sorted[below]
  if (low === undefined) throw new RangeError('No values have no quantile.')
  const high = sorted[below + 1] ?? low
  return low + (high - low) * (position - below)
}
