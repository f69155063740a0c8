import { InputError } from '../errors.js'
import { joinedBytes } from '../numeric/joined-bytes.js'

/** What follows the last line feed: a part of a line, or a line that only lacks its feed. */
export interface LineTail {
  bytes: Uint8Array
}

/** Longest line, as for every JSONL file. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/**
 * The bytes up to the last line feed, whole lines in each piece; what follows it is left in `tail`, where a crash cut it.
 *
 * @throws {InputError} `line-too-long`.
 */
export async function* wholeLines(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
  tail: LineTail,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(0x0a) + 1
    if (end > 0) {
      const whole = piece.subarray(0, end)
      yield waiting.length === 0 ? whole : joinedBytes([...waiting, whole])
      waiting = []
      waitingBytes = 0
    }
    if (end === piece.length) continue
    waiting.push(piece.slice(end))
    waitingBytes += piece.length - end
    if (waitingBytes > MAX_LINE_BYTES) {
      throw new InputError({
        code: 'line-too-long',
        what: `A line is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB.`,
        where: path,
        fix: 'A file of JSONL holds one object a line.',
      })
    }
  }
  tail.bytes = joinedBytes(waiting)
}
