import type { RandomStream } from '../numeric/random.js'
import { drawCounts } from './bootstrap.js'
import { checkTimes } from './checked-columns.js'
import { type Interval, NORMAL_975 } from './interval.js'
import { ResampledValues } from './resampled-values.js'

/** Values of two classes; −Infinity counts as below every other number. */
export interface TwoClasses {
  readonly positives: readonly number[]
  readonly negatives: readonly number[]
}

/**
 * Area under the ROC curve: the chance that a value drawn from `positives` is above one drawn from `negatives`, ties
 * counting half. 0.5 says that the values do not tell the classes apart. NaN when a class is empty.
 */
export function areaUnderCurve({ positives, negatives }: TwoClasses): number {
  const values = sortedValues({ positives, negatives })
  return weightedArea(values, () => 1)
}

interface ClassedValue {
  readonly value: number
  readonly isPositive: boolean
  /** Place among the positives, then the negatives. */
  readonly item: number
}

function sortedValues({ positives, negatives }: TwoClasses): readonly ClassedValue[] {
  const all = [
    ...positives.map((value, item) => ({ value, isPositive: true, item })),
    ...negatives.map((value, at) => ({ value, isPositive: false, item: positives.length + at })),
  ]
  if (all.some(({ value }) => Number.isNaN(value))) throw new RangeError('A value is no number.')
  // Not by subtraction: −Infinity less itself is no number.
  return all.sort((left, right) => (left.value < right.value ? -1 : left.value > right.value ? 1 : 0))
}

function weightedArea(values: readonly ClassedValue[], weightOf: (item: number) => number): number {
  let [area, below, positives, at] = [0, 0, 0, 0]
  while (at < values.length) {
    const { value } = values[at] as ClassedValue // within the list
    let [tiedPositives, tiedNegatives] = [0, 0]
    for (; at < values.length && values[at]?.value === value; at++) {
      const { isPositive, item } = values[at] as ClassedValue
      if (isPositive) tiedPositives += weightOf(item)
      else tiedNegatives += weightOf(item)
    }
    area += tiedPositives * (below + tiedNegatives / 2)
    below += tiedNegatives
    positives += tiedPositives
  }
  return area / (positives * below)
}

export interface AreaDraws extends TwoClasses {
  /** Number of the cluster of each value, the positives first; from 0 without gaps. Whole clusters are drawn. */
  readonly clusters: readonly number[]
  readonly resamples: number
  readonly random: RandomStream
}

/**
 * 95 % percentile bootstrap interval of the area: clusters are drawn with replacement, and the area taken of their values.
 *
 * @returns undefined where more than 1 % of the draws lack a class.
 */
export function bootstrapArea(request: AreaDraws): Interval | undefined {
  const { clusters, resamples, random } = request
  checkTimes(resamples, 'resamples')
  const values = sortedValues(request)
  if (clusters.length !== values.length) throw new RangeError('Each value needs the number of its cluster.')
  const counts = new Uint32Array(clusters.reduce((most, cluster) => Math.max(most, cluster), -1) + 1)
  const weightOf = (item: number): number => counts[clusters[item] as number] as number
  const areas = new ResampledValues(resamples)
  for (let resample = 0; resample < resamples; resample++) {
    drawCounts(counts, random)
    areas.add(weightedArea(values, weightOf))
  }
  return areas.interval()
}

export interface AreaCounts {
  /** In [0, 1]. */
  readonly area: number
  /** Independent values of each class, above 0; effective numbers where they come in clusters. */
  readonly positives: number
  readonly negatives: number
}

const BISECTIONS = 60

/**
 * Newcombe's score-like 95 % interval of an area (his method 5): the areas θ with (θ − A)² ≤ z² V(θ), where
 *
 *     V(θ) = θ(1 − θ) (1 + N(1 − θ)/(2 − θ) + Nθ/(1 + θ)) / (m n),   N = (m + n)/2 − 1
 *
 * is the variance of Hanley and McNeil under exponential values. Unlike resampling it has a width where the classes are
 * wholly apart.
 *
 * @see Newcombe, Statistics in Medicine 25 (2006), 559–573.
 */
export function newcombeAreaInterval({ area, positives: m, negatives: n }: AreaCounts): Interval {
  const half = (m + n) / 2 - 1
  const isInside = (theta: number): boolean => {
    const shape = 1 + (half * (1 - theta)) / (2 - theta) + (half * theta) / (1 + theta)
    return (theta - area) ** 2 <= (NORMAL_975 ** 2 * theta * (1 - theta) * shape) / (m * n)
  }
  const bound = (outer: number): number => {
    let [inside, outside] = [area, outer]
    for (let step = 0; step < BISECTIONS; step++) {
      const middle = (inside + outside) / 2
      if (isInside(middle)) inside = middle
      else outside = middle
    }
    return inside
  }
  return [area === 0 ? 0 : bound(0), area === 1 ? 1 : bound(1)]
}
