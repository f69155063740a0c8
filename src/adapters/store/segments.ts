import { createHash } from 'node:crypto'
import type { ObjectEntry, Objects } from './objects.js'
import { segmentBroken } from './store-faults.js'

/**
 * A file of lines as numbered objects that never change: `samples.jsonl` is `samples.jsonl.segments/0000000001`, …
 * Each begins with a line of 256 bytes that says what it is; so how long the file is shows in a listing alone.
 */
export interface SegmentHead {
  readonly number: number
  /** Of the lock under which it was written; 0 where there was none. */
  readonly epoch: number
  /** Of the opening that wrote it, so that no two writers ever write the same bytes. */
  readonly writer: string
  readonly lines: number
}

/** A segment as a listing shows it. */
export interface ListedSegment {
  readonly number: number
  readonly key: string
  /** Of its lines, without the head. */
  readonly sizeBytes: number
}

export const HEAD_BYTES = 256
const SEGMENTS = '.segments'
const NUMBER_LENGTH = 10

/** The name of the file whose segments lie in a folder of this name. */
export function segmentedName(folder: string): string | undefined {
  return folder.endsWith(SEGMENTS) ? folder.slice(0, -SEGMENTS.length) : undefined
}

export function segmentsPrefix(key: string): string {
  return `${key}${SEGMENTS}/`
}

export function numberedName(number: number): string {
  return String(number).padStart(NUMBER_LENGTH, '0')
}

/** The number in a name that `numberedName` made; undefined for whatever else lies there. */
export function numberIn({ kind, name }: ObjectEntry): number | undefined {
  return kind === 'object' && /^\d{10}$/.test(name) && Number(name) > 0 ? Number(name) : undefined
}

/** Head and lines as one object. */
export function segmentBytes(head: SegmentHead, lines: Uint8Array): Uint8Array {
  const { number, epoch, writer } = head
  const json = JSON.stringify({
    assay: 'segment/1',
    number,
    epoch,
    writer,
    lines: head.lines,
    sizeBytes: lines.length,
    sha256: hashOf(lines),
  })
  const whole = new Uint8Array(HEAD_BYTES + lines.length)
  new TextEncoder().encodeInto(`${json.padEnd(HEAD_BYTES - 1)}\n`, whole)
  whole.set(lines, HEAD_BYTES)
  return whole
}

/**
 * All segments of a file, in order.
 *
 * @throws {StoreError} `segment-broken` when a number is missing or one is shorter than its head.
 */
export async function listSegments(objects: Objects, key: string): Promise<readonly ListedSegment[]> {
  const prefix = segmentsPrefix(key)
  const found: ListedSegment[] = []
  for await (const entry of objects.list(prefix)) {
    const number = numberIn(entry)
    if (number === undefined || entry.kind !== 'object') continue
    const segment = { number, key: `${prefix}${entry.name}`, sizeBytes: entry.sizeBytes - HEAD_BYTES }
    if (segment.sizeBytes < 0) {
      throw segmentBroken(objects.address(segment.key), 'it is shorter than its head.')
    }
    found.push(segment)
  }
  found.sort((left, right) => left.number - right.number)
  for (const [at, { number }] of found.entries()) {
    if (number === at + 1) continue
    throw segmentBroken(objects.address(key), `number ${at + 1} is not there, but ${number} is.`)
  }
  return found
}

/** @throws {StoreError} `segment-broken`. */
export async function readHead(objects: Objects, segment: ListedSegment): Promise<SegmentHead> {
  const found = await objects.get(segment.key, { start: 0, length: HEAD_BYTES })
  if (found === undefined) throw segmentBroken(objects.address(segment.key), 'it was removed meanwhile.')
  return headOf(found.bytes, segment, objects)
}

/** A cache or a proxy on the way may hold a cut copy for a moment. */
const MOST_READS = 3

/**
 * The lines of a segment, checked against its head; read again where they do not fit.
 *
 * @throws {StoreError} `segment-broken`.
 */
export async function readSegment(objects: Objects, segment: ListedSegment): Promise<Uint8Array> {
  const where = objects.address(segment.key)
  for (let read = 1; ; read++) {
    const found = await objects.get(segment.key)
    if (found === undefined) throw segmentBroken(where, 'it was removed meanwhile.')
    try {
      const head = headOf(found.bytes, segment, objects)
      const lines = found.bytes.subarray(HEAD_BYTES)
      if (head.sizeBytes === lines.length && head.sha256 === hashOf(lines)) return lines
      throw segmentBroken(where, `its head tells of ${head.sizeBytes} other bytes than its ${lines.length}.`)
    } catch (error) {
      if (read === MOST_READS) throw error
    }
  }
}

interface WholeHead extends SegmentHead {
  readonly sizeBytes: number
  readonly sha256: string
}

function headOf(bytes: Uint8Array, { number, key }: ListedSegment, objects: Objects): WholeHead {
  const where = objects.address(key)
  const text = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw segmentBroken(where, 'its head is no JSON.')
  }
  // Every member is checked below.
  const head = value as Partial<Record<keyof WholeHead | 'assay', unknown>> | null
  if (typeof head !== 'object' || head === null || head.assay !== 'segment/1') {
    throw segmentBroken(where, 'its head is none that this version of Assay wrote.')
  }
  const { epoch, writer, lines, sizeBytes, sha256 } = head
  const isWhole = [epoch, lines, sizeBytes].every(
    (one) => typeof one === 'number' && Number.isSafeInteger(one),
  )
  if (!isWhole || typeof writer !== 'string' || typeof sha256 !== 'string' || head.number !== number) {
    throw segmentBroken(where, 'its head does not fit its name.')
  }
  return { number, epoch, writer, lines, sizeBytes, sha256 } as WholeHead // checked above
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
