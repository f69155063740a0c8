import type { RandomStream } from '../numeric/random.js'
import { DEFAULT_RESAMPLES, drawCounts } from './bootstrap.js'
import type { Interval } from './interval.js'
import { ResampledValues } from './resampled-values.js'

interface Draws {
  /** Cluster of each item, 0 upward without gaps: the bootstrap then draws whole clusters. */
  readonly clusters?: readonly number[]
  /** Default 10,000. */
  readonly resamples?: number
  readonly random: RandomStream
}

/** The ratings that each item got, in any order; a rating that is missing is left out. */
export type AlphaRequest = Draws &
  (
    | { readonly level: 'nominal'; readonly ratings: readonly (readonly (string | number)[])[] }
    | { readonly level: 'ordinal' | 'interval'; readonly ratings: readonly (readonly number[])[] }
  )

export interface Alpha {
  /** 1 where all agree, 0 where ratings agree as often as by chance. */
  readonly value: number
  /** 95 %, percentile bootstrap over items or clusters; absent where draws left alpha undefined too often. */
  readonly interval?: Interval
  /** Items with two ratings or more; the others say nothing of agreement. */
  readonly items: number
  /** Ratings of those items. */
  readonly ratings: number
}

/**
 * Krippendorff's alpha, for any number of raters and with missing ratings:
 *
 *     α = 1 − (n − 1) Σ_items d / D        d = Σ_{i≠j} δ²(xᵢ, xⱼ) / (m − 1)        D = Σ_{i≠j} δ²(xᵢ, xⱼ) over all n ratings
 *
 * δ² is 1 for different values (nominal), the squared difference (interval), or the squared difference of mid-ranks
 * among all ratings (ordinal, which is Krippendorff's sum of counts between two values).
 *
 * @returns undefined where no item has two ratings, or all ratings are one value: no disagreement could have been seen.
 * @throws {RangeError} when a rating that should be a number is not finite.
 * @see Krippendorff, Content Analysis (2004), chapter 11; Hayes and Krippendorff, Communication Methods and Measures 1 (2007).
 */
export function krippendorffAlpha(request: AlphaRequest): Alpha | undefined {
  const table = ratingTable(request)
  const { unitCount, resamples = DEFAULT_RESAMPLES } = { ...table, ...request }
  const statistic = alphaOf(table, request.level)
  const counts = new Uint32Array(unitCount).fill(1)
  const value = statistic(counts)
  if (Number.isNaN(value)) return undefined
  const drawn = new ResampledValues(resamples)
  for (let resample = 0; resample < resamples; resample++) {
    drawCounts(counts, request.random)
    drawn.add(statistic(counts))
  }
  const about = { value, items: table.items, ratings: table.ratings }
  const interval = drawn.interval()
  return interval === undefined ? about : { ...about, interval }
}

/** Items rated alike: how often each value was given. */
interface Kind {
  readonly size: number
  readonly values: readonly number[]
  readonly counts: readonly number[]
}

interface RatingTable {
  /** Each value once, rising; for nominal ratings only their number matters. */
  readonly scale: readonly number[]
  readonly kinds: readonly Kind[]
  /** Of each item with two ratings or more: its kind and its unit of the bootstrap. */
  readonly members: readonly { readonly kind: number; readonly unit: number }[]
  readonly unitCount: number
  readonly items: number
  readonly ratings: number
}

function ratingTable({ level, ratings, clusters }: AlphaRequest): RatingTable {
  const rows: readonly (readonly (string | number)[])[] = ratings
  const values = [...new Set(rows.filter((row) => row.length >= 2).flat())]
  if (level !== 'nominal') {
    for (const value of values) {
      if (!Number.isFinite(value)) throw new RangeError(`The rating ${value} is no finite number.`)
    }
    values.sort((left, right) => Number(left) - Number(right))
  }
  const places = new Map(values.map((value, place) => [value, place]))
  const kinds: Kind[] = []
  const known = new Map<string, number>()
  const members: { kind: number; unit: number }[] = []
  const units = new Map<number, number>()
  for (const [item, row] of rows.entries()) {
    if (row.length < 2) continue
    const sorted = row.map((value) => places.get(value) as number).sort((left, right) => left - right)
    const key = sorted.join()
    let kind = known.get(key)
    if (kind === undefined) {
      kind = kinds.push(kindOf(sorted)) - 1
      known.set(key, kind)
    }
    const cluster = clusters?.[item] ?? item
    const unit = units.get(cluster) ?? units.size
    units.set(cluster, unit)
    members.push({ kind, unit })
  }
  const scale = level === 'nominal' ? values.map((_, place) => place) : values.map(Number)
  const count = members.reduce((sum, { kind }) => sum + (kinds[kind] as Kind).size, 0)
  return { scale, kinds, members, unitCount: units.size, items: members.length, ratings: count }
}

function kindOf(sorted: readonly number[]): Kind {
  const values = [...new Set(sorted)]
  const counts = values.map((value) => sorted.filter((other) => other === value).length)
  return { size: sorted.length, values, counts }
}

/** Alpha of items drawn as often as the counts of their units say. NaN where it is undefined. */
function alphaOf(table: RatingTable, level: AlphaRequest['level']): (units: Uint32Array) => number {
  const { scale, kinds, members } = table
  const times = new Float64Array(kinds.length)
  const totals = new Float64Array(scale.length)
  // Differences alone matter: around 0 their squares lose no digits.
  const middle = scale.reduce((sum, value) => sum + value / scale.length, 0)
  const position = Float64Array.from(scale, (value) => value - middle)
  return (units) => {
    times.fill(0)
    totals.fill(0)
    for (const { kind, unit } of members) times[kind] = (times[kind] as number) + (units[unit] as number)
    let n = 0
    for (const [index, { size, values, counts }] of kinds.entries()) {
      const often = times[index] as number
      n += often * size
      for (const [at, value] of values.entries()) {
        totals[value] = (totals[value] as number) + often * (counts[at] as number)
      }
    }
    if (level === 'ordinal') midRanks(totals, n, position)
    const apart = level === 'nominal' ? differing : squaredDistances
    const all = apart(position, { size: n, counts: totals })
    if (!(n >= 2 && all > 1e-12 * n)) return Number.NaN
    let within = 0
    for (const [index, { size, values, counts }] of kinds.entries()) {
      const often = times[index] as number
      if (often !== 0) within += (often * apart(position, { size, counts, values })) / (size - 1)
    }
    return 1 - ((n - 1) * within) / all
  }
}

/** Fills in how many of `n` ratings lie below each value and half of those at it, about their middle. */
function midRanks(totals: Float64Array, n: number, ranks: Float64Array): void {
  let below = 0
  for (let value = 0; value < totals.length; value++) {
    const here = totals[value] as number
    ranks[value] = below + here / 2 - n / 2
    below += here
  }
}

interface Ratings {
  readonly size: number
  readonly counts: ArrayLike<number>
  /** Which values the counts belong to; absent: all in order. */
  readonly values?: readonly number[]
}

/** Ordered pairs of ratings with different values. */
function differing(_: Float64Array, { size, counts }: Ratings): number {
  let sum = 0
  for (let at = 0; at < counts.length; at++) sum += (counts[at] as number) * (size - (counts[at] as number))
  return sum
}

/** Sum of squared distances over ordered pairs of ratings: 2 (m Σ x² − (Σ x)²). */
function squaredDistances(position: Float64Array, { size, counts, values }: Ratings): number {
  let sum = 0
  let squares = 0
  for (let at = 0; at < counts.length; at++) {
    const x = position[values?.[at] ?? at] as number
    sum += (counts[at] as number) * x
    squares += (counts[at] as number) * x * x
  }
  return 2 * (size * squares - sum * sum)
}
