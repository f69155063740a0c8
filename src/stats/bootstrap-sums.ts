import type { RandomStream } from '../numeric/random.js'
import { drawKindCounts } from './bootstrap.js'
import { checkColumns, checkTimes } from './checked-columns.js'
import type { Interval } from './interval.js'
import { ResampledValues } from './resampled-values.js'

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
  // Where all units are alike, every draw is the same one.
  const counts = new Int32Array(kinds.count).fill(kindOf.length)
  const sums = new Float64Array(columns.length)
  const drawn = statistics.map((statistic) => ({ statistic, values: new ResampledValues(resamples) }))
  for (let resample = 0; resample < resamples; resample++) {
    if (kinds.count > 1) drawKindCounts(counts, kindOf, random)
    addUp(kinds, counts, sums)
    for (const { statistic, values } of drawn) values.add(statistic(sums))
  }
  return drawn.map(({ values }) => values.interval())
}

/** What the units of each kind add to the columns, zeros left out, column by column and kind by kind. */
interface Kinds {
  readonly count: number
  /** Where the entries of a column begin; one more at the end. */
  readonly starts: Uint32Array
  readonly kinds: Uint32Array
  readonly values: Float64Array
}

/** Units whose sums are all alike are added up together: verdicts of yes and no come in a few dozen kinds. */
function mergeAlike(
  columns: readonly NumberColumn[],
  clusters: readonly number[] | undefined,
): { readonly kindOf: Int32Array; readonly kinds: Kinds } {
  const width = columns.length
  const { order, starts } = itemsByUnit(columns[0]?.length ?? 0, clusters)
  const rows = new RowTable(width)
  const kindOf = new Int32Array(starts.length - 1)
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
    const kinds: number[] = []
    const values: number[] = []
    for (let column = 0; column < this.#width; column++) {
      starts.push(kinds.length)
      for (const [kind, row] of this.#rows.entries()) {
        const value = row[column] as number
        if (value === 0) continue
        kinds.push(kind)
        values.push(value)
      }
    }
    return {
      count: this.#rows.length,
      starts: Uint32Array.from([...starts, kinds.length]),
      kinds: Uint32Array.from(kinds),
      values: Float64Array.from(values),
    }
  }
}

function isSameRow(left: Float64Array, right: Float64Array): boolean {
  for (let column = 0; column < left.length; column++) if (left[column] !== right[column]) return false
  return true
}

/** Fills `sums` with the drawn sums. The hot loop: plain indices, one column after the other. */
function addUp({ starts, kinds, values }: Kinds, counts: Int32Array, sums: Float64Array): void {
  for (let column = 0; column < sums.length; column++) {
    const end = starts[column + 1] as number
    let sum = 0
    for (let entry = starts[column] as number; entry < end; entry++) {
      sum += (counts[kinds[entry] as number] as number) * (values[entry] as number)
    }
    sums[column] = sum
  }
}
