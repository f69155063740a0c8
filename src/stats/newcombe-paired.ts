import type { Interval } from './interval.js'
import { wilsonInterval } from './wilson.js'

/** Items on which both, one or none of two subjects is right. */
export interface PairCounts {
  readonly both: number
  readonly onlyA: number
  readonly onlyB: number
  readonly neither: number
}

/**
 * Newcombe's 95 % interval of the difference B − A of two proportions of the same independent items (his method 10 for
 * paired data): the Wilson intervals of both, joined as the squares of their half-widths less twice their product by
 * the correlation φ,
 *
 *     below² = (p_B − l_B)² − 2φ (p_B − l_B)(u_A − p_A) + (u_A − p_A)²        above² likewise
 *     φ = (both·neither − onlyA·onlyB)* / √(product of the margins)
 *
 * where * lowers a positive numerator by n/2, at most to 0, and φ is 0 where a margin is empty. For unpaired samples
 * φ is 0: `newcombeInterval`.
 *
 * @throws {RangeError} when there are no items, or a count is negative.
 * @see Newcombe, Statistics in Medicine 17 (1998), 2635–2650.
 */
export function newcombePairedInterval(counts: PairCounts): Interval {
  const { both, onlyA, onlyB, neither } = counts
  const n = both + onlyA + onlyB + neither
  if (!(n > 0 && Math.min(both, onlyA, onlyB, neither) >= 0)) {
    throw new RangeError('A paired interval needs counts of at least one item.')
  }
  const rightA = both + onlyA
  const rightB = both + onlyB
  const [lowA, highA] = wilsonInterval({ successes: rightA, n })
  const [lowB, highB] = wilsonInterval({ successes: rightB, n })
  const phi = correlation(counts)
  const joined = (left: number, right: number): number =>
    Math.sqrt(left * left - 2 * phi * left * right + right * right)
  const difference = (onlyB - onlyA) / n
  return [
    difference - joined(rightB / n - lowB, highA - rightA / n),
    difference + joined(highB - rightB / n, rightA / n - lowA),
  ]
}

function correlation({ both, onlyA, onlyB, neither }: PairCounts): number {
  const n = both + onlyA + onlyB + neither
  const margins = (both + onlyA) * (neither + onlyB) * (both + onlyB) * (neither + onlyA)
  if (margins === 0) return 0
  const product = both * neither - onlyA * onlyB
  const lowered = product > 0 ? Math.max(product - n / 2, 0) : product
  return lowered / Math.sqrt(margins)
}
