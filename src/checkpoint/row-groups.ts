import type { Measure, Unmeasured } from './drift-measures.js'
import type { PairReader } from './pair-reader.js'

/** How far the rows of a group moved, and whether they moved together. */
export interface GroupDrift {
  readonly n: number
  /** Mean, median and 95th percentile of ‖b_i − a_i‖ / ‖a_i‖ over the rows; the mean is D_rel. */
  readonly relativeDrift: Measure
  readonly medianRelativeDrift: Measure
  readonly p95RelativeDrift: Measure
  /** ‖B − A‖ / ‖A‖ of all rows together. */
  readonly frobeniusDrift: Measure
  /** Mean cosine of a row with itself, before and after. */
  readonly selfCosine: Measure
  /** Mean cosine over all pairs of rows, before and after, and the difference (Δcosim). */
  readonly pairwiseCosineBefore: Measure
  readonly pairwiseCosineAfter: Measure
  readonly pairwiseCosineChange: Measure
}

/**
 * Drift of a group of rows. The mean pairwise cosine is exact, by the sum of unit rows: (‖Σ û_i‖² − n) / (n(n − 1)).
 * Percentiles are of the nearest rank.
 *
 * @see ToolSense, arXiv:2606.12451, on the drift of virtual tokens.
 */
export async function groupDrift(
  rows: readonly number[],
  { reader, length }: { readonly reader: PairReader; readonly length: number },
): Promise<GroupDrift> {
  const before = new UnitSum(length)
  const after = new UnitSum(length)
  const drifts: number[] = []
  let [changes, squares, selfCosines] = [0, 0, 0]
  for (const row of rows) {
    const { a, b } = await reader.numbers({ start: row * length, length, rows: 1 })
    const [normA, normB] = [before.add(a), after.add(b)]
    let [change, dot] = [0, 0]
    for (let at = 0; at < length; at++) {
      const [x, y] = [a[at] as number, b[at] as number] // both are one row
      change += (y - x) ** 2
      dot += x * y
    }
    changes += change
    squares += normA ** 2
    drifts.push(Math.sqrt(change) / normA)
    selfCosines += dot / (normA * normB)
  }
  const n = rows.length
  drifts.sort((left, right) => left - right)
  const rank = (share: number): number => drifts[Math.max(0, Math.ceil(share * n) - 1)] ?? Number.NaN
  const [cosineBefore, cosineAfter] = [before.meanPairwiseCosine(n), after.meanPairwiseCosine(n)]
  return {
    n,
    relativeDrift: measured(drifts.reduce((sum, drift) => sum + drift, 0) / n),
    medianRelativeDrift: measured(rank(0.5)),
    p95RelativeDrift: measured(rank(0.95)),
    frobeniusDrift: measured(Math.sqrt(changes / squares)),
    selfCosine: measured(selfCosines / n),
    pairwiseCosineBefore: paired(cosineBefore, n),
    pairwiseCosineAfter: paired(cosineAfter, n),
    pairwiseCosineChange: paired(cosineAfter - cosineBefore, n),
  }
}

class UnitSum {
  readonly #sum: Float64Array

  constructor(length: number) {
    this.#sum = new Float64Array(length)
  }

  /** Gives the length of the row. */
  add(row: ArrayLike<number>): number {
    let squares = 0
    for (let at = 0; at < row.length; at++) squares += (row[at] as number) ** 2
    const norm = Math.sqrt(squares)
    const sum = this.#sum
    for (let at = 0; at < row.length; at++) sum[at] = (sum[at] as number) + (row[at] as number) / norm
    return norm
  }

  meanPairwiseCosine(n: number): number {
    let squares = 0
    for (const value of this.#sum) squares += value * value
    return (squares - n) / (n * (n - 1))
  }
}

function measured(value: number): number | Unmeasured {
  return Number.isFinite(value)
    ? value
    : { kind: 'unscored', reason: 'A row is zero, or holds NaN or infinities.' }
}

function paired(value: number, n: number): number | Unmeasured {
  return n < 2 ? { kind: 'unscored', reason: 'One row has no pairs.' } : measured(value)
}
