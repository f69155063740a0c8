import { type DriftKernel, driftKernel, FREE_FROM, ROW_NUMBERS } from '../numeric/drift-kernel-instance.js'
import type { Piece, PieceWords, WidePiece } from './pair-reader.js'

/** Elements of one side that are converted at a time. */
export const PIECE_ELEMENTS = 262_144

const SIDE_BYTES = 4 * PIECE_ELEMENTS
/** Rows of a piece: their sums take more room than their weights where rows are short. */
export const PIECE_ROWS = 16_384

/** Sums over rows of weights that were read and converted here. */
export class PieceSums {
  readonly #kernel: DriftKernel = driftKernel(2 * SIDE_BYTES + 8 * ROW_NUMBERS * PIECE_ROWS)

  /** `ROW_NUMBERS` numbers a row. */
  ofWords(
    { a, b }: PieceWords,
    { length, rows }: Piece,
    how: { readonly as: 'bf16' | 'f32'; readonly under: number; readonly underHalf: number },
  ): Float64Array {
    const { memory } = this.#kernel
    const [atA, atB, out] = [FREE_FROM, FREE_FROM + SIDE_BYTES, FREE_FROM + 2 * SIDE_BYTES]
    if (how.as === 'f32') {
      new Uint32Array(memory.buffer, atA, a.length).set(a)
      new Uint32Array(memory.buffer, atB, b.length).set(b)
    } else {
      upperHalves(a, new Uint16Array(memory.buffer, atA, a.length))
      upperHalves(b, new Uint16Array(memory.buffer, atB, b.length))
    }
    this.#kernel[how.as](atA, atB, length, rows, out, how.under, how.underHalf)
    return new Float64Array(memory.buffer, out, ROW_NUMBERS * rows).slice()
  }

  /** The same of weights that no float32 holds. */
  ofWide({ a, b, isEqual }: WidePiece, { length, rows }: Piece): Float64Array {
    const sums = new Float64Array(ROW_NUMBERS * rows)
    for (let row = 0; row < rows; row++) {
      let [squares, mixed, changes, sizes, largest, equal] = [0, 0, 0, 0, 0, 0]
      for (let at = row * length; at < (row + 1) * length; at++) {
        const before = a[at] as number // both have length × rows elements
        const change = (b[at] as number) - before
        squares += before * before
        mixed += before * change
        changes += change * change
        sizes += Math.abs(change)
        largest = Math.max(largest, Math.abs(change))
        if (isEqual(at)) equal++
      }
      sums.set([squares, mixed, changes, sizes, largest, equal], ROW_NUMBERS * row)
    }
    return sums
  }
}

function upperHalves(words: Uint32Array, target: Uint16Array): void {
  for (let at = 0; at < words.length; at++) target[at] = (words[at] as number) >>> 16
}
