import type { StoredTensor } from './tensor.js'

/** What a LoRA adapter adds to a weight: scale · B·A, or its transpose. */
export interface LowRankUpdate {
  /** Files of the adapter, for the numbers of files in its tensors. */
  readonly paths: readonly string[]
  /** [rank, inputs] */
  readonly down: StoredTensor
  /** [outputs, rank] */
  readonly up: StoredTensor
  readonly rank: number
  /** α/r, or α/√r where the adapter is rank-stabilised. */
  readonly scale: number
  /** Whether the weight has the inputs as its rows. */
  readonly isTransposed: boolean
}

/** An update in memory, ready to be added to rows. */
export class LowRankRows {
  /** Of a row of the weight: `rank` numbers. */
  readonly #ofRow: Float64Array
  /** For each of the rank, a number for each column. */
  readonly #ofColumn: Float64Array
  readonly #rank: number
  readonly #columns: number
  readonly #sum: Float64Array

  /** @param factors `down` and `up` as they are stored, row-major. */
  constructor(
    { rank, scale, isTransposed, down, up }: LowRankUpdate,
    factors: { readonly down: Float64Array; readonly up: Float64Array },
  ) {
    this.#rank = rank
    const inputs = down.shape[1] ?? 0
    const outputs = up.shape[0] ?? 0
    this.#columns = isTransposed ? outputs : inputs
    const [ofRow, ofColumn] = isTransposed
      ? [transposed(factors.down, rank, inputs), transposed(factors.up, outputs, rank)]
      : [factors.up, factors.down]
    this.#ofRow = ofRow.map((value) => value * scale)
    this.#ofColumn = ofColumn
    this.#sum = new Float64Array(this.#columns)
  }

  /**
   * Adds the update to weights of one row, a whole one or a part, in float64, and rounds to float32.
   *
   * @param first number of the first of them within the whole weight.
   */
  addTo(values: Float32Array, first: number): void {
    const sum = this.#sum.subarray(0, values.length)
    sum.fill(0)
    const column = first % this.#columns
    const row = (first - column) / this.#columns
    // All in range by the shapes, which were held against each other before.
    for (let index = 0; index < this.#rank; index++) {
      const factor = this.#ofRow[row * this.#rank + index] as number
      const start = index * this.#columns + column
      for (let at = 0; at < sum.length; at++)
        sum[at] = (sum[at] as number) + factor * (this.#ofColumn[start + at] as number)
    }
    for (let at = 0; at < sum.length; at++) values[at] = (values[at] as number) + (sum[at] as number)
  }
}

function transposed(values: Float64Array, rows: number, columns: number): Float64Array {
  const result = new Float64Array(values.length)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      result[column * rows + row] = values[row * columns + column] as number
  return result
}
