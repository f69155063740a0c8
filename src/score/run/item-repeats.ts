import type { Measure } from '../sum-score.js'

/** What the trials of one item say together; of items that were asked in one way at least twice. */
export interface ItemRepeats {
  /** Most trials of one variant. */
  readonly trials: number
  /** Metrics in which trials of one variant differ, in the order of the measures. */
  readonly unsteady: readonly string[]
}

export interface RepeatedRow {
  /** Place among the rows that the values are of. */
  readonly row: number
  readonly variant: string | undefined
}

/** One metric of all rows; undefined where the row does not count. */
export interface RowValues {
  readonly metric: string
  readonly valueAt: (row: number) => number | undefined
}

/**
 * Compares the trials of one item, each variant by itself: that two rotations are answered otherwise is a matter of the
 * rotation, not of chance.
 *
 * @returns undefined where no variant has two trials.
 */
export function itemRepeats(
  rows: readonly RepeatedRow[],
  columns: readonly RowValues[],
): ItemRepeats | undefined {
  if (rows.length < 2) return undefined
  const variants = new Map<string | undefined, number[]>()
  for (const { row, variant } of rows) {
    const own = variants.get(variant)
    if (own === undefined) variants.set(variant, [row])
    else own.push(row)
  }
  const trials = Math.max(...Array.from(variants.values(), (own) => own.length))
  if (trials < 2) return undefined
  const unsteady = columns.filter(({ valueAt }) =>
    [...variants.values()].some((own) => new Set(own.map(valueAt)).size > 1),
  )
  return { trials, unsteady: unsteady.map(({ metric }) => metric) }
}

/** The measures that are plain shares of one kind of items, row by row. */
export function rowValues(
  measures: readonly Measure[],
  isItemwise: readonly boolean[],
): readonly RowValues[] {
  return measures.flatMap(({ about: { metric }, subject }, index): readonly RowValues[] => {
    const [term] = subject.terms
    if (!isItemwise[index] || term === undefined) return []
    return [
      {
        metric,
        valueAt: (row) => {
          const bottom = term.bottom[row] ?? 0
          return bottom > 0 ? (term.top[row] as number) / bottom : undefined
        },
      },
    ]
  })
}
