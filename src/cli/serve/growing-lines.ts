import type { Journals } from '../../ports.js'

export interface GrowingFile {
  readonly path: string
  /** Offset of a line's beginning. */
  readonly from: number
  readonly journals: Pick<Journals, 'readPart'>
  /** Bytes that are read at once. */
  readonly pieceBytes?: number
}

export interface WholeLines {
  /** Offset of the first byte in the file. */
  readonly start: number
  /** Ends with a line feed. */
  readonly bytes: Uint8Array
}

/** As long as what reads samples for scores takes. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/**
 * Whole lines of a file that may be growing, from an offset on. What follows the last line feed is left for the next time: it
 * is still being written, or a crash left it and whoever goes on will cut it off. A line beyond 64 MiB ends the reading.
 */
export async function* growingLines({
  path,
  from,
  journals,
  pieceBytes = 1 << 20,
}: GrowingFile): AsyncGenerator<WholeLines> {
  let start = from
  let length = pieceBytes
  for (;;) {
    const piece = await journals.readPart(path, { start, length })
    const end = piece.lastIndexOf(0x0a) + 1
    if (end > 0) {
      yield { start, bytes: piece.subarray(0, end) }
      start += end
      length = pieceBytes
    } else if (piece.length < length || length >= MAX_LINE_BYTES) return
    else length *= 4
  }
}
