import type { CompatCounts } from './compat-counts.js'

/** Proportions, each rounded to four places; 0 where there is nothing to divide by. */
export interface CompatFigures {
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** tp / (tp + fp + fn), which is F1 / (2 − F1). */
  readonly accuracy: number
}

export function compatFigures({
  truePositives,
  falsePositives,
  falseNegatives,
}: CompatCounts): CompatFigures {
  const precision = ratio(truePositives, truePositives + falsePositives)
  const recall = ratio(truePositives, truePositives + falseNegatives)
  return {
    precision: roundFour(precision),
    recall: roundFour(recall),
    f1: roundFour(ratio(2 * precision * recall, precision + recall)),
    accuracy: roundFour(ratio(truePositives, truePositives + falsePositives + falseNegatives)),
  }
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/**
 * Python's `round(value, 4)`: by the exact binary value, ties to even. Only odd multiples of 1/32 are exact ties, and
 * `toFixed` is exact everywhere else.
 */
function roundFour(value: number): number {
  const thirtyTwos = value * 32
  if (!Number.isInteger(thirtyTwos) || thirtyTwos % 2 === 0) return Number(value.toFixed(4))
  const below = Math.floor(value * 10_000)
  return (below % 2 === 0 ? below : below + 1) / 10_000
}
