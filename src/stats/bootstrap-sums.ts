import type { RandomStream } from '../numeric/random.js'
import { drawCounts, gatherUnits, type Units } from './bootstrap.js'
import { CONFIDENCE, type Interval, quantileOfSorted } from './interval.js'

/** A number made of sums over the drawn items, e.g. a ratio of two. NaN where the draw leaves it undefined. */
export type SumStatistic = (sums: Float64Array) => number

export interface SumsRequest {
  /** One column a summand, one value an item; all of one length, at least 1. */
  readonly columns: readonly (readonly number[])[]
  /** As in `bootstrapMeans`. */
  readonly clusters?: readonly number[]
  readonly statistics: readonly SumStatistic[]
  readonly resamples: number
  readonly random: RandomStream
}

/** A draw may lack, say, every item that expects no call; when more do than this share, resampling says nothing. */
const MAX_UNDEFINED = 0.01

/**
 * 95 % percentile bootstrap intervals of statistics of sums, such as F1 = 2 Σ right / (Σ given + Σ asked): items, or
 * whole clusters, are drawn with replacement, summed column by column, and the statistic taken of the sums. All
 * statistics share the draws.
 *
 * @returns undefined where the statistic was undefined in more than 1 % of the draws.
 */
export function bootstrapSums(request: SumsRequest): readonly (Interval | undefined)[] {
  const { columns, statistics, resamples, random } = request
  const { kindOf, kinds } = mergeAlike(gatherUnits(columns, request.clusters))
  const counts = new Uint32Array(kindOf.length)
  const kindCounts = new Uint32Array(kinds.count)
  const sums = new Float64Array(columns.length)
  const drawn = statistics.map(() => new Float64Array(resamples))
  const defined = new Uint32Array(statistics.length)
  for (let resample = 0; resample < resamples; resample++) {
    drawCounts(counts, random)
    kindCounts.fill(0)
    for (let unit = 0; unit < counts.length; unit++) {
      const kind = kindOf[unit] as number
      kindCounts[kind] = (kindCounts[kind] as number) + (counts[unit] as number)
    }
    addUp(kinds, kindCounts, sums)
    for (const [index, statistic] of statistics.entries()) {
      const value = statistic(sums)
      if (Number.isNaN(value)) continue
      const at = defined[index] as number
      ;(drawn[index] as Float64Array)[at] = value
      defined[index] = at + 1
    }
  }
  const tail = (1 - CONFIDENCE) / 2
  return drawn.map((values, index) => {
    const size = defined[index] as number
    if (size < resamples * (1 - MAX_UNDEFINED)) return undefined
    const known = values.subarray(0, size).sort()
    return [quantileOfSorted(known, tail), quantileOfSorted(known, 1 - tail)]
  })
}

/** What the units of each kind add to the columns, zeros left out. */
interface Kinds {
  readonly count: number
  /** Where the entries of a kind begin; one more at the end. */
  readonly starts: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float64Array
}

/** Units whose sums are all alike are added up together: verdicts of yes and no come in a few dozen kinds. */
function mergeAlike({ count, width, sums }: Units): { readonly kindOf: Uint32Array; readonly kinds: Kinds } {
  const kindOf = new Uint32Array(count)
  const known = new Map<string, number>()
  const starts: number[] = []
  const columns: number[] = []
  const values: number[] = []
  for (let unit = 0; unit < count; unit++) {
    const row = sums.subarray(unit * width, (unit + 1) * width)
    const key = row.join()
    let kind = known.get(key)
    if (kind === undefined) {
      kind = starts.push(columns.length) - 1
      known.set(key, kind)
      for (const [column, value] of row.entries()) {
        if (value === 0) continue
        columns.push(column)
        values.push(value)
      }
    }
    kindOf[unit] = kind
  }
  const ends = [...starts, columns.length]
  return {
    kindOf,
    kinds: {
      count: starts.length,
      starts: Uint32Array.from(ends),
      columns: Uint32Array.from(columns),
      values: Float64Array.from(values),
    },
  }
}

/** Fills `sums` with the drawn sums. The hot loop: plain indices. */
function addUp({ count, starts, columns, values }: Kinds, counts: Uint32Array, sums: Float64Array): void {
  sums.fill(0)
  for (let kind = 0; kind < count; kind++) {
    const times = counts[kind] as number
    if (times === 0) continue
    const end = starts[kind + 1] as number
    for (let entry = starts[kind] as number; entry < end; entry++) {
      const column = columns[entry] as number
      sums[column] = (sums[column] as number) + times * (values[entry] as number)
    }
  }
}
