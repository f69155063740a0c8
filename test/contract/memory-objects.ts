import type { ObjectEntry, Objects } from '../../src/adapters/store/objects.js'

export interface MemoryObjects extends Objects {
  readonly contents: Map<string, Uint8Array>
  /** Requests by kind. */
  readonly counts: Map<string, number>
}

/** Objects in memory, which keep two writers apart. `before` may fail a request, `after` may lose its answer. */
export function memoryObjects(
  faults: {
    readonly before?: (kind: string, key: string) => void
    readonly after?: (kind: string, key: string) => void
  } = {},
  /** Shared by those who see one store. */
  contents = new Map<string, Uint8Array>(),
): MemoryObjects {
  const counts = new Map<string, number>()
  const facts = (bytes: Uint8Array) => ({
    sizeBytes: bytes.length,
    tag: Buffer.from(bytes).toString('base64'),
  })
  async function asked<Result>(kind: string, key: string, work: () => Result): Promise<Result> {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    faults.before?.(kind, key)
    const result = work()
    await Promise.resolve()
    faults.after?.(kind, key)
    return result
  }
  return {
    contents,
    counts,
    address: (key) => `memory:${key}`,
    get: (key, part) =>
      asked('get', key, () => {
        const bytes = contents.get(key)
        if (bytes === undefined) return undefined
        const start = part?.start ?? 0
        return {
          bytes: bytes.slice(start, part === undefined ? undefined : start + part.length),
          facts: facts(bytes),
        }
      }),
    facts: (key) =>
      asked('facts', key, () => {
        const bytes = contents.get(key)
        return bytes === undefined ? undefined : facts(bytes)
      }),
    create: (key, bytes) =>
      asked('create', key, () => {
        if (contents.has(key)) return false
        contents.set(key, bytes.slice())
        return true
      }),
    put: (key, bytes) => asked('put', key, () => void contents.set(key, bytes.slice())),
    remove: (key) => asked('remove', key, () => void contents.delete(key)),
    async *list(prefix) {
      const entries = await asked('list', prefix, () => {
        const found = new Map<string, ObjectEntry>()
        for (const [key, bytes] of contents) {
          if (!key.startsWith(prefix)) continue
          const [name = '', ...rest] = key.slice(prefix.length).split('/')
          if (rest.length > 0) found.set(`${name}/`, { kind: 'folder', name })
          else found.set(name, { kind: 'object', name, sizeBytes: bytes.length })
        }
        return [...found.values()]
      })
      yield* entries
    },
  }
}
