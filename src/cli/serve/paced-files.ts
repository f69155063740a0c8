import type { Clock, Files } from '../../ports.js'

/** What is done with so many bytes of samples takes some 20 ms. */
const PIECE_BYTES = 1 << 16

/** Files that are read a little at a time, so that a server answers others while it goes through a long one. */
export function pacedFiles(files: Files, clock: Pick<Clock, 'sleep'>): Files {
  return {
    ...files,
    async *stream(path) {
      for await (const piece of files.stream(path)) {
        for (let from = 0; from < piece.length; from += PIECE_BYTES) {
          yield piece.subarray(from, from + PIECE_BYTES)
          await clock.sleep(0)
        }
      }
    },
  }
}
