import type { RandomStream } from '../numeric/random.js'
import { checkColumns, checkTimes } from './checked-columns.js'
import { CONFIDENCE, type Interval, quantileOfSorted } from './interval.js'

export interface BootstrapRequest {
  /** One column a measure, one value an item; all of one length, at least 1. */
  readonly columns: readonly (readonly number[])[]
  /**
   * Number of the cluster of each item, 0 upward without gaps. Whole clusters are then drawn. Absent: items are drawn.
   */
  readonly clusters?: readonly number[]
  /** How often to draw; default 10,000. */
  readonly resamples?: number
  readonly random: RandomStream
}

export const DEFAULT_RESAMPLES = 10_000

/**
 * 95 % percentile bootstrap intervals of the columns' means. Units (items, or whole clusters) are drawn with
 * replacement, as many as there are; the mean of a draw is the sum over the drawn items by their number. All columns
 * share the draws, so that 24 measures cost little more than one and their intervals belong together.
 *
 * Coverage of a nominal 95 % by simulation: 10 units 90 %, 20 units 92 %, 40 units 94.5 %. Without spread among the
 * units both bounds equal the value, which says nothing about the population.
 *
 * @throws {RangeError} when there is no item, a value is not finite, columns differ in length, clusters are not numbered
 * from 0 without gaps, or `resamples` is not a whole number above 0.
 */
export function bootstrapMeans(request: BootstrapRequest): readonly Interval[] {
  const { columns, random, resamples = DEFAULT_RESAMPLES } = request
  checkTimes(resamples, 'resamples')
  const units = gatherUnits(columns, request.clusters)
  const means = columns.map(() => new Float64Array(resamples))
  const counts = new Uint32Array(units.count)
  const totals = new Float64Array(columns.length)
  for (let resample = 0; resample < resamples; resample++) {
    drawCounts(counts, random)
    const items = addUp(units, counts, totals)
    for (const [column, mean] of means.entries()) mean[resample] = (totals[column] as number) / items
  }
  const tail = (1 - CONFIDENCE) / 2
  return means.map((values) => {
    values.sort()
    return [quantileOfSorted(values, tail), quantileOfSorted(values, 1 - tail)]
  })
}

export interface Units {
  readonly count: number
  readonly width: number
  /** Items in each unit. */
  readonly sizes: Float64Array
  /** Sum of each column over each unit, unit by unit. */
  readonly sums: Float64Array
}

/** @throws {RangeError} as `checkColumns` does. */
export function gatherUnits(columns: readonly (readonly number[])[], clusters?: readonly number[]): Units {
  const width = columns.length
  const items = checkColumns({ columns, clusters })
  let count = items
  if (clusters !== undefined) count = clusters.reduce((most, cluster) => Math.max(most, cluster), -1) + 1
  const sizes = new Float64Array(count)
  const sums = new Float64Array(count * width)
  for (let item = 0; item < items; item++) {
    const unit = clusters?.[item] ?? item
    sizes[unit] = (sizes[unit] as number) + 1
    for (const [column, values] of columns.entries()) {
      const at = unit * width + column
      sums[at] = (sums[at] as number) + (values[item] as number)
    }
  }
  return { count, width, sizes, sums }
}

/**
 * Draws as many units as there are and counts them. A number of 53 random bits gives several draws, each taken from
 * what the draw before left over: three up to 4,096 units, two up to 65,536. The last one has at least 29 bits for 12,
 * or 37 for 16: a bias below 1 in 100,000.
 */
export function drawCounts(counts: Uint32Array, random: RandomStream): void {
  const bound = counts.length
  const perNumber = drawsPerNumber(bound)
  counts.fill(0)
  let left = bound
  while (left > 0) {
    let number = random.uniform()
    for (let draw = Math.min(perNumber, left); draw > 0; draw--) {
      number *= bound
      const unit = Math.floor(number)
      number -= unit
      counts[unit] = (counts[unit] as number) + 1
      left--
    }
  }
}

/**
 * The same draw of units, their kinds counted: `counts` has one entry a kind, `kindOf` one a unit. The hottest loop of
 * scoring, so all of it stays within 32-bit integers, which takes half as long.
 */
export function drawKindCounts(counts: Int32Array, kindOf: Int32Array, random: RandomStream): void {
  const bound = kindOf.length
  const perNumber = drawsPerNumber(bound)
  counts.fill(0)
  let left = bound
  while (left > 0) {
    let number = random.uniform()
    for (let draw = Math.min(perNumber, left); draw > 0; draw--) {
      number *= bound
      const unit = number | 0
      number -= unit
      const kind = kindOf[unit] as number
      counts[kind] = ((counts[kind] as number) + 1) | 0
      left--
    }
  }
}

function drawsPerNumber(bound: number): number {
  return bound <= 4096 ? 3 : bound <= 65_536 ? 2 : 1
}

/** Fills `totals` with the drawn sums and returns the number of drawn items. The hot loop: plain indices. */
export function addUp(
  { count, width, sizes, sums }: Units,
  counts: Uint32Array,
  totals: Float64Array,
): number {
  totals.fill(0)
  let items = 0
  for (let unit = 0; unit < count; unit++) {
    const times = counts[unit] as number
    if (times === 0) continue
    items += times * (sizes[unit] as number)
    const from = unit * width
    for (let column = 0; column < width; column++) {
      totals[column] = (totals[column] as number) + times * (sums[from + column] as number)
    }
  }
  return items
}
