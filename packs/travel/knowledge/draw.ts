import type { RandomStream } from '../../../src/numeric/random.js'

/** Draws places of a list, in proportion to their weights, which are above 0. */
export function weightedDraw(weights: readonly number[]): (random: RandomStream) => number {
  const sums: number[] = []
  let sum = 0
  for (const weight of weights) {
    sum += weight
    sums.push(sum)
  }
  return (random) => {
    const wanted = random.uniform() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((sums[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Shares a total out in proportion to weights: whole parts that add up to it, at least 1 each where it suffices. */
export function apportion(total: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((left, right) => left + right, 0)
  const fewest = total >= weights.length ? 1 : 0
  const parts = weights.map((weight) => Math.max(fewest, Math.floor((total * weight) / sum)))
  let left = total - parts.reduce((done, part) => done + part, 0)
  for (let at = 0; left !== 0 && parts.length > 0; at = (at + 1) % parts.length) {
    const step = Math.sign(left)
    if ((parts[at] ?? 0) + step < fewest) continue
    parts[at] = (parts[at] ?? 0) + step
    left -= step
  }
  return parts
}

/** A whole number from low to high, both included, that lies at `share` of the way. */
export function between([low, high]: readonly [low: number, high: number], share: number): number {
  return Math.round(low + (high - low) * Math.min(1, Math.max(0, share)))
}
