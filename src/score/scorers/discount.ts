import { chancesOfFirst } from '../../stats/draws.js'
import type { Standing } from '../judged-item.js'

/** Worth of place 1, 2, … in discounted cumulative gain: 1 / log2(place + 1). */
export function discountAt(place: number): number {
  return 1 / Math.log2(place + 1)
}

/** Expected worth of the place at which a set of tools is first met, nothing beyond place k. */
export function expectedWorth(
  standing: Standing | undefined,
  { k, worth }: { readonly k: number; readonly worth: (place: number) => number },
): number {
  if (standing === undefined || standing.offset >= k) return 0
  const { offset, size, count } = standing
  const chances = chancesOfFirst({ population: size, marked: count }, k - offset)
  let sum = 0
  for (const [index, chance] of chances.entries()) sum += chance * worth(offset + index + 1)
  return sum
}
