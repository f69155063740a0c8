import type { RandomStream } from '../numeric/random.js'
import { drawCounts } from './bootstrap.js'
import { checkColumns, checkTimes } from './checked-columns.js'
import { CONFIDENCE, type Interval, quantileOfSorted } from './interval.js'

/** A number made of sums over the drawn items, e.g. a ratio of two. Not finite where the draw leaves it undefined. */
export type SumStatistic = (sums: Float64Array) => number

/** One number an item; typed arrays where there are many. */
export type NumberColumn = readonly number[] | Uint8Array | Float64Array

export interface SumsRequest {
  /** One column a summand, one value an item; all of one length, at least 1. */
  readonly columns: readonly NumberColumn[]
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
 * @throws {RangeError} as `bootstrapMeans` does.
 */
export function bootstrapSums(request: SumsRequest): readonly (Interval | undefined)[] {
  const { columns, statistics, resamples, random } = request
  checkTimes(resamples, 'resamples')
  checkColumns(request)
  const { kindOf, kinds } = mergeAlike(columns, request.clusters)
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
      if (!Number.isFinite(value)) continue
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
function mergeAlike(
  columns: readonly NumberColumn[],
  clusters: readonly number[] | undefined,
): { readonly kindOf: Uint32Array; readonly kinds: Kinds } {
  const width = columns.length
  const { order, starts } = itemsByUnit(columns[0]?.length ?? 0, clusters)
  const rows = new RowTable(width)
  const kindOf = new Uint32Array(starts.length - 1)
  const row = new Float64Array(width)
  for (let unit = 0; unit < kindOf.length; unit++) {
    row.fill(0)
    const end = starts[unit + 1] as number
    for (let at = starts[unit] as number; at < end; at++) {
      const item = order === undefined ? at : (order[at] as number)
      for (let column = 0; column < width; column++) {
        row[column] = (row[column] as number) + ((columns[column] as NumberColumn)[item] as number)
      }
    }
    kindOf[unit] = rows.place(row)
  }
  return { kindOf, kinds: rows.kinds() }
}

/** Items in the order of their units, and where each unit begins; one more start at the end. No order: as they stand. */
function itemsByUnit(
  items: number,
  clusters: readonly number[] | undefined,
): { readonly order?: Uint32Array; readonly starts: Uint32Array } {
  if (clusters === undefined) return { starts: Uint32Array.from({ length: items + 1 }, (_, item) => item) }
  let units = 0
  for (const cluster of clusters) units = Math.max(units, cluster + 1)
  const starts = new Uint32Array(units + 1)
  for (const cluster of clusters) starts[cluster + 1] = (starts[cluster + 1] as number) + 1
  for (let unit = 0; unit < units; unit++) {
    starts[unit + 1] = (starts[unit + 1] as number) + (starts[unit] as number)
  }
  const next = starts.slice()
  const order = new Uint32Array(items)
  for (const [item, cluster] of clusters.entries()) {
    const at = next[cluster] as number
    order[at] = item
    next[cluster] = at + 1
  }
  return { order, starts }
}

/** Distinct rows of numbers, numbered in order of first appearance. */
class RowTable {
  readonly #width: number
  readonly #rows: Float64Array[] = []
  readonly #places = new Map<number, number[]>()

  constructor(width: number) {
    this.#width = width
  }

  /** The number of the row; a new one where it was not seen before. */
  place(row: Float64Array): number {
    let hash = 0x811c9dc5
    for (let column = 0; column < this.#width; column++) {
      // Fractions count, too: sums of weights differ behind the point alone.
      hash = Math.imul(hash ^ ((row[column] as number) * 0x10000), 0x01000193)
    }
    const alike = this.#places.get(hash)
    if (alike !== undefined) {
      for (const place of alike) if (isSameRow(this.#rows[place] as Float64Array, row)) return place
    }
    const place = this.#rows.push(row.slice()) - 1
    if (alike === undefined) this.#places.set(hash, [place])
    else alike.push(place)
    return place
  }

  kinds(): Kinds {
    const starts: number[] = []
    const columns: number[] = []
    const values: number[] = []
    for (const row of this.#rows) {
      starts.push(columns.length)
      for (const [column, value] of row.entries()) {
        if (value === 0) continue
        columns.push(column)
        values.push(value)
      }
    }
    return {
      count: starts.length,
      starts: Uint32Array.from([...starts, columns.length]),
      columns: Uint32Array.from(columns),
      values: Float64Array.from(values),
    }
  }
}

function isSameRow(left: Float64Array, right: Float64Array): boolean {
  for (let column = 0; column < left.length; column++) if (left[column] !== right[column]) return false
  return true
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
