import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { streamSegments } from './object-journals.js'
import type { HeldLock } from './object-locks.js'
import type { Objects } from './objects.js'
import { listSegments, segmentedName } from './segments.js'
import { fileMissing } from './store-faults.js'

/** The part of `Files` that a store of objects answers, by keys. */
export type ObjectFiles = Pick<Files, 'read' | 'stream' | 'facts' | 'list' | 'write' | 'append'>

export interface ObjectFilesOptions {
  readonly objects: Objects
  /** That guards a key, where this process holds one. */
  readonly lockOf: (key: string) => HeldLock | undefined
}

/** What is fetched at once of an object that is no journal. */
const PART_BYTES = 8 * 1024 * 1024
const PIECE_BYTES = 1 << 20
/** What is written is held as a whole; one PUT takes 5 GiB, and scores of 100,000 items are a tenth of this. */
const MOST_BYTES = 1024 * 1024 * 1024

/** Files as objects: folders are what stands before a slash, a file of lines is what its segments hold together. */
export function objectFiles({ objects, lockOf }: ObjectFilesOptions): ObjectFiles {
  async function* stream(key: string): AsyncGenerator<Uint8Array> {
    const first = key === '' ? undefined : await objects.get(key, { start: 0, length: PART_BYTES })
    if (first === undefined) {
      const segments = await listSegments(objects, key)
      if (segments.length === 0) throw fileMissing(objects.address(key))
      yield* streamSegments(objects, segments)
      return
    }
    const { sizeBytes, tag } = first.facts
    yield* inPieces(first.bytes)
    for (let start = first.bytes.length; start < sizeBytes; ) {
      const part = await objects.get(key, { start, length: PART_BYTES })
      if (part === undefined || part.facts.tag !== tag || part.bytes.length === 0) {
        throw changed(objects.address(key))
      }
      yield* inPieces(part.bytes)
      start += part.bytes.length
    }
  }

  return {
    stream,

    async read(key) {
      const pieces: Uint8Array[] = []
      for await (const piece of stream(key)) pieces.push(piece)
      return Buffer.concat(pieces)
    },

    async facts(key) {
      // Whoever may see a prefix alone may not list what stands above it.
      if (key === '') return { kind: 'folder', sizeBytes: 0 }
      const whole = await objects.facts(key)
      if (whole !== undefined) return { kind: 'file', sizeBytes: whole.sizeBytes }
      const segments = await listSegments(objects, key)
      if (segments.length > 0) {
        return { kind: 'file', sizeBytes: segments.reduce((sum, one) => sum + one.sizeBytes, 0) }
      }
      for await (const _ of objects.list(folderPrefix(key))) return { kind: 'folder', sizeBytes: 0 }
      return undefined
    },

    async list(key) {
      const names = new Set<string>()
      for await (const { kind, name } of objects.list(folderPrefix(key))) {
        const shown = kind === 'folder' ? (segmentedName(name) ?? name) : name
        // The states of a lock are no file, and names that no host takes as one are none of ours.
        if (shown.endsWith('.chain') || shown === '' || shown === '.' || shown === '..') continue
        names.add(shown)
      }
      if (names.size === 0) throw fileMissing(objects.address(key))
      return [...names].sort()
    },

    async write(key, pieces) {
      const bytes = await gathered(pieces, objects.address(key))
      await lockOf(key)?.verify()
      await objects.put(key, bytes)
    },

    async append(key, piece) {
      const before = await objects.get(key)
      const added = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece
      await lockOf(key)?.verify()
      await objects.put(key, Buffer.concat([before?.bytes ?? new Uint8Array(), added]))
    },
  }
}

function folderPrefix(key: string): string {
  return key === '' || key.endsWith('/') ? key : `${key}/`
}

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

async function gathered(
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  where: string,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of pieces) {
    const part = typeof piece === 'string' ? Buffer.from(piece) : piece
    sizeBytes += part.length
    if (sizeBytes > MOST_BYTES) {
      throw new InputError({
        code: 'file-unwritable',
        what: `The file cannot be written: it is longer than ${MOST_BYTES / 1024 ** 3} GiB.`,
        where,
        fix: 'Write it to a folder of this host with -o.',
      })
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function changed(where: string): InputError {
  return new InputError({
    code: 'file-unreadable',
    what: 'The file cannot be read: it was replaced while it was read.',
    where,
    fix: 'Read it again.',
  })
}
