/**
 * Holm's adjustment of p values that are shown together: the smallest times their number, the next times one less, and
 * so on, never falling, at most 1. Rejecting where the adjusted p is at most 5 % keeps the chance of any false rejection
 * at 5 %, however the tests depend on each other.
 *
 * @param p each in [0, 1].
 * @returns in the order given; none for none.
 * @throws {RangeError} when a value is not in [0, 1].
 * @see Holm, Scandinavian Journal of Statistics 6 (1979).
 */
export function holmAdjusted(p: readonly number[]): readonly number[] {
  const wrong = p.find((value) => !(value >= 0 && value <= 1))
  if (wrong !== undefined) throw new RangeError(`${wrong} is no probability.`)
  const order = p.map((value, index) => ({ value, index })).sort((left, right) => left.value - right.value)
  const adjusted = new Array<number>(p.length).fill(1)
  let largest = 0
  for (const [rank, { value, index }] of order.entries()) {
    largest = Math.max(largest, Math.min(1, value * (p.length - rank)))
    adjusted[index] = largest
  }
  return adjusted
}
