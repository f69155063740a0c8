import { InputError } from '../../src/errors.js'
import type { Files } from '../../src/ports.js'

/** Files in memory, by path; folders are what stands before a slash. What was written can be looked at in `contents`. */
export interface MemoryFiles extends Files {
  readonly contents: Map<string, string | Uint8Array>
}

export function memoryFiles(initial: Readonly<Record<string, string | Uint8Array>> = {}): MemoryFiles {
  const contents = new Map(Object.entries(initial))
  const bytesOf = (path: string): Uint8Array => {
    const content = contents.get(path)
    if (content === undefined) {
      throw new InputError({ code: 'file-missing', what: 'There is no such file or folder.', where: path })
    }
    return typeof content === 'string' ? new TextEncoder().encode(content) : content
  }
  const below = (folder: string): readonly string[] => {
    const prefix = `${folder.replace(/\/$/, '')}/`
    return [...contents.keys()]
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length))
  }
  return {
    contents,
    read: async (path) => bytesOf(path),
    async *stream(path) {
      // Small pieces, so that lines and characters are cut in two.
      const bytes = bytesOf(path)
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
    },
    async facts(path) {
      if (contents.has(path)) return { kind: 'file', sizeBytes: bytesOf(path).length }
      return below(path).length > 0 ? { kind: 'folder', sizeBytes: 0 } : undefined
    },
    list: async (path) => [...new Set(below(path).map((name) => name.split('/', 1)[0] ?? ''))].sort(),
    async write(path, pieces) {
      let text = ''
      for await (const piece of pieces)
        text += typeof piece === 'string' ? piece : new TextDecoder().decode(piece)
      contents.set(path, text)
    },
    async append(path, piece) {
      const before = contents.has(path) ? new TextDecoder().decode(bytesOf(path)) : ''
      contents.set(path, before + (typeof piece === 'string' ? piece : new TextDecoder().decode(piece)))
    },
    join: (...parts) => parts.map((part) => part.replace(/\/$/, '')).join('/'),
    folderOf: (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.',
  }
}

/** A file that goes on for ever, for limits. */
export function endlessFiles(piece: string): Files {
  const bytes = new TextEncoder().encode(piece)
  return {
    ...memoryFiles(),
    facts: async () => ({ kind: 'file', sizeBytes: Number.MAX_SAFE_INTEGER }),
    async *stream() {
      for (;;) yield bytes
    },
  }
}
