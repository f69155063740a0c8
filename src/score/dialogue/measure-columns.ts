import type { DialogueMeasure } from './strict/dialogue-measure.js'
import type { DialogueVerdict } from './strict/turn-verdict.js'

interface TermColumns {
  readonly top: number
  readonly bottom: number
  /** Undefined: the term counts always. */
  readonly gate: number | undefined
}

/** Where the sums that measures are made of stand in a row of numbers. */
export class MeasureColumns<Verdict = DialogueVerdict> {
  readonly measures: readonly DialogueMeasure<Verdict>[]
  readonly width: number
  readonly #terms: readonly (readonly TermColumns[])[]

  constructor(measures: readonly DialogueMeasure<Verdict>[]) {
    this.measures = measures
    let width = 0
    this.#terms = measures.map(({ terms }) =>
      terms.map(({ gate }) => ({
        top: width++,
        bottom: width++,
        gate: gate === undefined ? undefined : width++,
      })),
    )
    this.width = width
  }

  /** What one dialogue adds. */
  rowOf(dialogue: Verdict): Float64Array {
    const row = new Float64Array(this.width)
    for (const [index, { terms }] of this.measures.entries()) {
      for (const [place, term] of terms.entries()) {
        const columns = this.#columnsOf(index)[place] as TermColumns // one entry a term
        const { top, bottom } = term.of(dialogue)
        row[columns.top] = top
        row[columns.bottom] = bottom
        if (columns.gate !== undefined) row[columns.gate] = term.gate?.(dialogue) ?? 0
      }
    }
    return row
  }

  /**
   * The measure's value by the sums of rows: the mean of its terms.
   * @param offset where the row begins among the sums; default 0
   * @returns NaN where nothing counts.
   */
  valueOf(measure: number, sums: ArrayLike<number>, offset = 0): number {
    let value = 0
    let count = 0
    for (const { top, bottom, gate } of this.#columnsOf(measure)) {
      if (gate !== undefined && !((sums[offset + gate] as number) > 0)) continue
      const divisor = sums[offset + bottom] as number
      value += divisor === 0 ? Number.NaN : (sums[offset + top] as number) / divisor
      count++
    }
    return value / count
  }

  /** Whether a row, or a sum of rows, counts for the measure. */
  countsFor(measure: number, row: ArrayLike<number>): boolean {
    return this.#columnsOf(measure).some(({ bottom }) => (row[bottom] as number) > 0)
  }

  /** Things that the measure counts: what its ratio is divided by; where it is a mean of ratios, what they divide. */
  countOf(measure: number, sums: ArrayLike<number>): number {
    let count = 0
    for (const { bottom, gate } of this.#columnsOf(measure)) count += sums[gate ?? bottom] as number
    return count
  }

  #columnsOf(measure: number): readonly TermColumns[] {
    return this.#terms[measure] ?? []
  }
}

export function addRow(sums: Float64Array, row: Float64Array): void {
  for (let column = 0; column < row.length; column++) {
    sums[column] = (sums[column] as number) + (row[column] as number)
  }
}

/** What scoring reads off columns, whatever verdicts they were filled from. */
export type ColumnValues = Pick<MeasureColumns, 'width' | 'valueOf' | 'countsFor' | 'countOf'> & {
  readonly measures: readonly Omit<DialogueMeasure, 'terms'>[]
}
