import type { Draft, Drafts } from '../../ports.js'

/** Drafts that are held in memory: an object has no temporary name that it could be renamed from. */
export function objectDrafts(write: (path: string, pieces: Iterable<string>) => Promise<void>): Drafts {
  return {
    async open(path): Promise<Draft> {
      let parts: string[] = []
      let isSettled = false
      return {
        async append(text) {
          parts.push(text)
        },
        async *read() {
          const encoder = new TextEncoder()
          for (const part of parts) yield encoder.encode(part)
        },
        async publish() {
          await write(path, parts)
          isSettled = true
          parts = []
        },
        async discard() {
          if (!isSettled) parts = []
          isSettled = true
        },
      }
    },
  }
}
