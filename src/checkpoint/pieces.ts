import { MAX_ROW_LENGTH } from '../numeric/drift-kernel-instance.js'
import type { Piece } from './pair-reader.js'

/**
 * Cuts a tensor of `rows` × `length` elements into pieces, in order: some whole rows each or, where a row is too long for
 * the kernel, parts of one row. What the pieces are depends on the tensor alone, so that sums come out the same however
 * many threads add them up.
 */
export function* piecesOf(
  { rows, length }: { readonly rows: number; readonly length: number },
  { elements, mostRows }: { readonly elements: number; readonly mostRows: number },
): Generator<Piece> {
  if (rows * length === 0) return
  if (length <= MAX_ROW_LENGTH) {
    const each = Math.min(mostRows, Math.max(1, Math.floor(elements / length)))
    for (let row = 0; row < rows; row += each) {
      yield { start: row * length, length, rows: Math.min(each, rows - row) }
    }
    return
  }
  const each = Math.max(1, Math.floor(elements / MAX_ROW_LENGTH))
  const whole = Math.floor(length / MAX_ROW_LENGTH)
  const rest = length - whole * MAX_ROW_LENGTH
  for (let row = 0; row < rows; row++) {
    const start = row * length
    for (let part = 0; part < whole; part += each) {
      yield {
        start: start + part * MAX_ROW_LENGTH,
        length: MAX_ROW_LENGTH,
        rows: Math.min(each, whole - part),
      }
    }
    if (rest > 0) yield { start: start + whole * MAX_ROW_LENGTH, length: rest, rows: 1 }
  }
}
