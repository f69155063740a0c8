import type { Measure, Ratio, RatioSum } from '../sum-score.js'

/** Which item each row belongs to: numbers from 0 without gaps, in rising order. */
export interface RowItems {
  readonly itemOf: readonly number[]
  readonly items: number
}

/**
 * Measures of samples as measures of items: what the trials of an item, and its rotations, add to a ratio is averaged
 * first, so that an item counts once however often it was asked. A share stays one only where all samples of each item
 * agree; elsewhere items are right in part, and their interval is a bootstrap's.
 */
export function averageRows(measures: readonly Measure[], rows: RowItems): readonly Measure[] {
  if (rows.items === rows.itemOf.length) return measures
  const sizes = new Float64Array(rows.items)
  for (const item of rows.itemOf) sizes[item] = (sizes[item] as number) + 1
  const averaged = (values: ArrayLike<number>): Float64Array => {
    const means = new Float64Array(rows.items)
    for (const [row, item] of rows.itemOf.entries()) {
      means[item] = (means[item] as number) + (values[row] as number)
    }
    for (let item = 0; item < rows.items; item++)
      means[item] = (means[item] as number) / (sizes[item] as number)
    return means
  }
  const ofRatio = <T extends Ratio>(ratio: T): T => ({
    ...ratio,
    top: averaged(ratio.top),
    bottom: averaged(ratio.bottom),
  })
  const ofSum = ({ terms, offset }: RatioSum): RatioSum => ({ terms: terms.map(ofRatio), offset })
  return measures.map((measure) => {
    const subject = ofSum(measure.subject)
    return {
      ...measure,
      subject,
      isShare: measure.isShare && subject.terms.every(({ top, bottom }) => isPlain(top) && isPlain(bottom)),
      nulls: measure.nulls.map((one) => ({
        id: one.id,
        get sum() {
          return ofSum(one.sum)
        },
      })),
    }
  })
}

function isPlain(values: ArrayLike<number>): boolean {
  for (let place = 0; place < values.length; place++) {
    if (values[place] !== 0 && values[place] !== 1) return false
  }
  return true
}
