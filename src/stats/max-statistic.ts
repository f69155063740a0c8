import type { RandomStream } from '../numeric/random.js'
import { gatherUnits } from './bootstrap.js'
import { checkTimes } from './checked-columns.js'

export interface MaxStatisticRequest {
  /**
   * One column a candidate, one value an item: how much better than expected the candidate did, e.g. 1 right and −1
   * wrong of a yes-or-no rule, 0 where it says nothing. At least one column and one item.
   */
  readonly columns: readonly (readonly number[])[]
  /** As in `signFlipTest`. */
  readonly clusters?: readonly number[]
  /** `greater`: only a mean above 0 counts. */
  readonly alternative: 'two-sided' | 'greater'
  /** Default 10,000. */
  readonly permutations?: number
  readonly random: RandomStream
}

export interface MaxStatistic {
  /** Of each candidate: the sum over its clusters by the root of the sum of their squares. */
  readonly statistics: readonly number[]
  /** p of each candidate, the search among all of them allowed for. */
  readonly p: readonly number[]
}

/**
 * Max-statistic permutation test of the best of many candidates, such as the best single-word rule: signs are flipped
 * cluster by cluster, all candidates alike, and each candidate is held against the largest statistic of the flipped
 * data. So the p of the best one allows for the search, and for how much the candidates resemble each other, which Holm
 * does not use. The observed assignment counts as one of the random ones.
 *
 * @throws {RangeError} as `signFlipTest` does.
 * @see Westfall and Young, Resampling-Based Multiple Testing (1993).
 */
export function maxStatisticTest(request: MaxStatisticRequest): MaxStatistic {
  const { columns, alternative, permutations = 10_000, random } = request
  checkTimes(permutations, 'permutations')
  const { count, width, sums } = gatherUnits(columns, request.clusters)
  const entries = columns.map((_, column) => sparseColumn(sums, { column, width }))
  const sign = alternative === 'greater' ? (value: number) => value : Math.abs
  const statistics = entries.map(({ values }) => sign(values.reduce((sum, value) => sum + value, 0)))
  const signs = new Int8Array(count)
  const reached = new Uint32Array(width).fill(1)
  for (let permutation = 0; permutation < permutations; permutation++) {
    drawSigns(signs, random)
    let largest = Number.NEGATIVE_INFINITY
    for (const { units, values } of entries) {
      let sum = 0
      // The hot loop: in range by its bound.
      for (let at = 0; at < units.length; at++) {
        sum += (signs[units[at] as number] as number) * (values[at] as number)
      }
      largest = Math.max(largest, sign(sum))
    }
    for (const [column, statistic] of statistics.entries()) {
      if (largest >= statistic - 1e-9) reached[column] = (reached[column] as number) + 1
    }
  }
  return { statistics, p: Array.from(reached, (times) => times / (permutations + 1)) }
}

/** The clusters in which a candidate has a sum, by the root of the sum of squares, which no flip changes. */
function sparseColumn(
  sums: Float64Array,
  { column, width }: { readonly column: number; readonly width: number },
): { readonly units: Uint32Array; readonly values: Float64Array } {
  const units: number[] = []
  const values: number[] = []
  let squares = 0
  for (let unit = 0; unit * width < sums.length; unit++) {
    const value = sums[unit * width + column] as number
    if (value === 0) continue
    units.push(unit)
    values.push(value)
    squares += value * value
  }
  const length = Math.sqrt(squares)
  return { units: Uint32Array.from(units), values: Float64Array.from(values, (value) => value / length) }
}

function drawSigns(signs: Int8Array, random: RandomStream): void {
  for (let from = 0; from < signs.length; from += 24) {
    const bits = random.below(2 ** 24)
    const to = Math.min(from + 24, signs.length)
    for (let unit = from; unit < to; unit++) signs[unit] = (bits >> (unit - from)) & 1 ? 1 : -1
  }
}
