/** The arithmetic mean; NaN of nothing, so whoever may have nothing asks first. */
export function meanOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}
