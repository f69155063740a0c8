import { InputError } from '../../src/errors.js'
import type { Draft, Drafts } from '../../src/ports.js'
import type { MemoryFiles } from './memory-files.js'

/** Drafts in memory that publish into memory files. `open` counts those that are neither published nor discarded. */
export function memoryDrafts(files: MemoryFiles): Drafts & { readonly pending: () => number } {
  let pending = 0
  return {
    pending: () => pending,
    async open(path): Promise<Draft> {
      if (path.startsWith('readonly/')) {
        throw new InputError({ code: 'file-unwritable', what: 'The file cannot be written.', where: path })
      }
      pending++
      let text = ''
      let isOpen = true
      const settle = (): void => {
        if (isOpen) pending--
        isOpen = false
      }
      return {
        async append(piece) {
          text += piece
        },
        async *read() {
          yield new TextEncoder().encode(text)
        },
        async publish() {
          files.contents.set(path, text)
          settle()
        },
        async discard() {
          settle()
        },
      }
    },
  }
}
