import { type MemoryFiles, memoryFiles } from './memory-files.js'

/** Files in memory that keep bytes as bytes. */
export function byteFiles(initial: Readonly<Record<string, string | Uint8Array>> = {}): MemoryFiles {
  const files = memoryFiles(initial)
  const { contents } = files
  const bytesOf = (piece: string | Uint8Array): Uint8Array =>
    typeof piece === 'string' ? new TextEncoder().encode(piece) : piece.slice()
  return {
    ...files,
    async write(path, pieces) {
      const all: number[] = []
      for await (const piece of pieces) for (const byte of bytesOf(piece)) all.push(byte)
      contents.set(path, Uint8Array.from(all))
    },
    async append(path, piece) {
      const before = bytesOf(contents.get(path) ?? '')
      const added = bytesOf(piece)
      const whole = new Uint8Array(before.length + added.length)
      whole.set(before)
      whole.set(added, before.length)
      contents.set(path, whole)
    },
  }
}
