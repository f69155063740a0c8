import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { StoreError } from '../../errors.js'
import type { Journal } from '../../ports.js'
import type { HeldLock } from './object-locks.js'
import type { Objects } from './objects.js'
import {
  type ListedSegment,
  listSegments,
  numberedName,
  readHead,
  readSegment,
  segmentBytes,
  segmentsPrefix,
} from './segments.js'
import { storeLost } from './store-faults.js'

export interface ObjectJournalOptions {
  readonly objects: Objects
  /** That guards the file; undefined where it needs none, as one that no other process writes. */
  readonly lock: HeldLock | undefined
  /** How long lines are gathered; default 250 ms. */
  readonly gatherMs?: number
}

/** Segments that an overtaken process may still write between a look at the journal and the try to shut it out. */
const MOST_LOOKS = 20

/** Every segment is a request that is paid for, and a line waits at most for this and the request. */
const GATHER_MS = 250
/** So many lines are not gathered further: a quarter of what a run lets wait, or it would wait for itself. */
const GATHERED_LINES = 128
const GATHERED_LENGTH = 4 * 1024 * 1024
/** A segment is cut here, at a line; a longer line is a segment of its own. */
const MOST_LENGTH = 8 * 1024 * 1024

/**
 * Opens a file of lines for adding, behind a segment of its own: whoever opened it before finds that number taken at its
 * next write, and writes no more.
 *
 * @throws {StoreError} `store-lost` when a later holder of the lock has opened it, `segment-broken`.
 */
export async function openObjectJournal(
  key: string,
  { objects, lock, gatherMs = GATHER_MS }: ObjectJournalOptions,
): Promise<Journal> {
  const epoch = lock?.epoch ?? 0
  const writer = randomUUID()
  for (let look = 0; look < MOST_LOOKS; look++) {
    const segments = await listSegments(objects, key)
    const last = segments.at(-1)
    if (last !== undefined && (await readHead(objects, last)).epoch > epoch) {
      throw storeLost(objects.address(key), 'Another process has opened the journal after this one.')
    }
    const number = segments.length + 1
    const fence = segmentBytes({ number, epoch, writer, lines: 0 }, new Uint8Array())
    if (!(await objects.create(`${segmentsPrefix(key)}${numberedName(number)}`, fence))) continue
    const sizeBytes = segments.reduce((sum, segment) => sum + segment.sizeBytes, 0)
    return new SegmentJournal({ key, objects, lock, gatherMs, epoch, writer, number, sizeBytes })
  }
  throw storeLost(objects.address(key), 'Another process writes the journal, faster than it can be opened.')
}

/** The bytes of a file from `start` on; shorter where the file ends before. */
export async function readObjectPart(
  objects: Objects,
  key: string,
  { start, length }: { readonly start: number; readonly length: number },
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let before = 0
  for (const segment of await listSegments(objects, key)) {
    const from = Math.max(0, start - before)
    const to = Math.min(segment.sizeBytes, start + length - before)
    before += segment.sizeBytes
    if (to > from) pieces.push((await readSegment(objects, segment)).subarray(from, to))
    if (before >= start + length) break
  }
  return Buffer.concat(pieces)
}

/** Segments whose bytes are fetched ahead of their reader. */
const AHEAD = 4
const PIECE_BYTES = 1 << 20

/** The bytes of a file in pieces of at most 1 MiB. */
export async function* streamSegments(
  objects: Objects,
  segments: readonly ListedSegment[],
): AsyncGenerator<Uint8Array> {
  const wanted = segments.filter(({ sizeBytes }) => sizeBytes > 0)
  const coming: Promise<Uint8Array>[] = []
  for (let at = 0; at < wanted.length; at++) {
    for (let next = at + coming.length; next < wanted.length && coming.length < AHEAD; next++) {
      const fetching = readSegment(objects, wanted[next] as ListedSegment) // next is below the length
      // One that fails while others are read is told when its turn comes, or not at all.
      fetching.catch(() => undefined)
      coming.push(fetching)
    }
    const lines = await (coming.shift() as Promise<Uint8Array>) // at least one was pushed
    for (let from = 0; from < lines.length; from += PIECE_BYTES) {
      yield lines.subarray(from, from + PIECE_BYTES)
    }
  }
}

interface Waiting {
  readonly line: string
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

interface JournalFacts extends Required<ObjectJournalOptions> {
  readonly key: string
  readonly epoch: number
  readonly writer: string
  /** Of the last segment that was written. */
  readonly number: number
  readonly sizeBytes: number
}

class SegmentJournal implements Journal {
  readonly sizeBytes: number
  readonly #facts: JournalFacts
  readonly #prefix: string
  #number: number
  #waiting: Waiting[] = []
  #waitingLength = 0
  #flushing: Promise<void> | undefined
  /** Ends the gathering. */
  #full: AbortController | undefined
  #isHurried = false
  #failure: unknown

  constructor(facts: JournalFacts) {
    this.#facts = facts
    this.#number = facts.number
    this.#prefix = segmentsPrefix(facts.key)
    this.sizeBytes = facts.sizeBytes
  }

  append(line: string): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    return new Promise((done, failed) => {
      this.#waiting.push({ line, done, failed })
      this.#waitingLength += line.length
      if (this.#isFull) this.#full?.abort()
      this.#flushing ??= this.#flush()
    })
  }

  hurry(): void {
    this.#isHurried = true
    this.#full?.abort()
  }

  async close(): Promise<void> {
    this.hurry()
    await this.#flushing
  }

  get #isFull(): boolean {
    return this.#isHurried || this.#waiting.length >= GATHERED_LINES || this.#waitingLength >= GATHERED_LENGTH
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      const batch = this.#take()
      try {
        await this.#write(batch)
        for (const { done } of batch) done()
      } catch (cause) {
        this.#failure = cause
        for (const { failed } of [...batch, ...this.#waiting]) failed(cause)
        this.#waiting = []
      }
    }
    this.#flushing = undefined
  }

  async #gather(): Promise<void> {
    if (this.#isFull) return
    this.#full = new AbortController()
    await setTimeout(this.#facts.gatherMs, undefined, { signal: this.#full.signal }).catch(() => undefined)
    this.#full = undefined
  }

  #take(): readonly Waiting[] {
    let length = 0
    let count = 0
    for (const { line } of this.#waiting) {
      if (count > 0 && length + line.length > MOST_LENGTH) break
      length += line.length
      count++
    }
    this.#waitingLength -= length
    return this.#waiting.splice(0, count)
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const { objects, lock, key, epoch, writer } = this.#facts
    if (lock?.lost !== undefined) throw lock.lost
    const lines = Buffer.from(`${batch.map(({ line }) => line).join('\n')}\n`)
    const number = this.#number + 1
    const bytes = segmentBytes({ number, epoch, writer, lines: batch.length }, lines)
    try {
      if (await objects.create(`${this.#prefix}${numberedName(number)}`, bytes)) {
        this.#number = number
        return
      }
    } catch (cause) {
      throw cause instanceof StoreError ? unwritable(objects.address(key), cause) : cause
    }
    throw storeLost(objects.address(key), 'Another process has written the next segment of the journal.')
  }
}

/** As of a file of the host: whoever asks the journal need not know where it lies. */
function unwritable(where: string, cause: StoreError): StoreError {
  return new StoreError({
    code: cause.code,
    what: `The journal cannot be written. ${cause.what} What was written before is kept.`,
    where: cause.where ?? where,
    fix: cause.fix ?? 'Go on with `assay run --resume`.',
    cause,
  })
}
