/**
 * Standard deviation of values that are all there are (divisor n, not n − 1): √(Σ (x − x̄)² / n), e.g. between the seeds
 * that were run. The "±" of published seed tables is usually this one; it says nothing of seeds that were not run.
 *
 * @throws {RangeError} when there are no values.
 */
export function populationDeviation(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('No values have no deviation.')
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
