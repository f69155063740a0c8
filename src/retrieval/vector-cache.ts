import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { murmur3 } from '../numeric/murmur3.js'
import type { Files, Notify } from '../ports.js'
import { canonicalJson, emptyObject, type JsonObject, parseJson } from '../text/json.js'

/**
 * Vectors of texts in one file. The first line is JSON: `{byteOrder, dimensions, identity, schema}`, filled up with spaces
 * to a multiple of 4 bytes. Records follow, each the first 16 bytes of the SHA-256 of a text, the vector in single
 * precision, and a MurmurHash3 of both. Records are only ever added at the end.
 */
export interface VectorCache {
  /** Of the stored vectors; undefined while there are none. */
  readonly dimensions: number | undefined
  /**
   * Adds vectors, all of the dimensions of those before.
   * @throws {InputError} `file-unwritable`.
   */
  append(entries: readonly { readonly key: string; readonly vector: Float32Array }[]): Promise<void>
}

export interface VectorCacheOptions {
  readonly files: Files
  readonly path: string
  /** What the vectors depend on. A file of another identity is not read. */
  readonly identity: JsonObject
  readonly notify: Notify
}

const SCHEMA = 'assay.vectors/1'
const KEY_BYTES = 16
const CHECK_BYTES = 4
/** A first line that is longer is none of ours. */
const MAX_HEADER_BYTES = 65_536

/** What a text is stored under. */
export function vectorKey(text: string): string {
  return keyText(sha256(utf8ToBytes(text)).subarray(0, KEY_BYTES))
}

/**
 * Opens a cache and hands over every vector that it holds; `vector` is lent for the call only. A file that ends within a
 * record, or that was damaged, is cut back to the records before, and `notify` says so; one that cannot be read at all is
 * made anew by the first `append`.
 */
export async function openVectorCache(
  { files, path, identity, notify }: VectorCacheOptions,
  take: (key: string, vector: Float32Array) => void,
): Promise<VectorCache> {
  const reading =
    (await files.facts(path))?.kind === 'file' ? await readCache(files, path, identity, take) : undefined
  if (reading?.kind === 'foreign') notify(`${path}: ${reading.reason}; the vectors are made anew`)
  if (reading?.kind === 'read' && reading.goodBytes < reading.sizeBytes) {
    const lost = reading.sizeBytes - reading.goodBytes
    notify(
      `${path}: the last ${lost} bytes are damaged and were cut off; ${reading.records} vectors are kept`,
    )
    await files.write(path, head(files.stream(path), reading.goodBytes))
  }
  let dimensions = reading?.kind === 'read' ? reading.dimensions : undefined
  return {
    get dimensions() {
      return dimensions
    },
    async append(entries) {
      const [first] = entries
      if (first === undefined) return
      const isNew = dimensions === undefined
      dimensions ??= first.vector.length
      const records = writeRecords(entries, dimensions)
      if (isNew) await files.write(path, [writeHeader(identity, dimensions), records])
      else await files.append(path, records)
    },
  }
}

type CacheReading =
  | { readonly kind: 'foreign'; readonly reason: string }
  | {
      readonly kind: 'read'
      readonly dimensions: number
      readonly records: number
      /** Up to the end of the last record that is whole. */
      readonly goodBytes: number
      readonly sizeBytes: number
    }

async function readCache(
  files: Files,
  path: string,
  identity: JsonObject,
  take: (key: string, vector: Float32Array) => void,
): Promise<CacheReading> {
  let pending: Uint8Array = new Uint8Array(0)
  let dimensions: number | undefined
  let goodBytes = 0
  let sizeBytes = 0
  let records = 0
  let isDamaged = false
  for await (const piece of files.stream(path)) {
    sizeBytes += piece.length
    if (isDamaged) continue
    pending = joined(pending, piece)
    if (dimensions === undefined) {
      const end = pending.indexOf(0x0a)
      if (end === -1 && pending.length <= MAX_HEADER_BYTES) continue
      const header = readHeader(pending.subarray(0, Math.max(0, end)), identity)
      if (typeof header === 'string') return { kind: 'foreign', reason: header }
      dimensions = header.dimensions
      goodBytes = end + 1
      pending = pending.subarray(end + 1)
    }
    const recordBytes = KEY_BYTES + 4 * dimensions + CHECK_BYTES
    const whole = Math.floor(pending.length / recordBytes)
    // A copy begins at a multiple of 4 bytes, which typed arrays of wider numbers need.
    const bytes = pending.slice(0, whole * recordBytes)
    for (let at = 0; at < whole && !isDamaged; at++) {
      const record = readRecord(bytes, at * recordBytes, dimensions)
      isDamaged = record === undefined
      if (record === undefined) continue
      take(record.key, record.vector)
      records++
      goodBytes += recordBytes
    }
    pending = pending.subarray(whole * recordBytes)
  }
  if (dimensions === undefined) return { kind: 'foreign', reason: 'the file has no first line' }
  return { kind: 'read', dimensions, records, goodBytes, sizeBytes }
}

function writeHeader(identity: JsonObject, dimensions: number): Uint8Array {
  const json = emptyObject()
  Object.assign(json, { byteOrder, dimensions, identity, schema: SCHEMA })
  const text = canonicalJson(json)
  const sizeBytes = utf8ToBytes(text).length + 1
  return utf8ToBytes(`${text}${' '.repeat((4 - (sizeBytes % 4)) % 4)}\n`)
}

/** Dimensions, or why the file cannot be used. */
function readHeader(bytes: Uint8Array, identity: JsonObject): { readonly dimensions: number } | string {
  const reading = parseJson(new TextDecoder().decode(bytes))
  if (reading.kind === 'fault') return 'the first line cannot be read'
  const json = reading.value
  const dimensions =
    typeof json === 'object' && json !== null && 'dimensions' in json ? json.dimensions : undefined
  if (typeof dimensions !== 'number' || !Number.isSafeInteger(dimensions) || dimensions < 1) {
    return 'the first line does not name the dimensions'
  }
  const expected = Object.assign(emptyObject(), { byteOrder, dimensions, identity, schema: SCHEMA })
  return canonicalJson(json) === canonicalJson(expected)
    ? { dimensions }
    : 'the file belongs to something else'
}

function writeRecords(
  entries: readonly { readonly key: string; readonly vector: Float32Array }[],
  dimensions: number,
): Uint8Array {
  const recordBytes = KEY_BYTES + 4 * dimensions + CHECK_BYTES
  const bytes = new Uint8Array(entries.length * recordBytes)
  for (const [index, { key, vector }] of entries.entries()) {
    const start = index * recordBytes
    bytes.set(keyBytes(key), start)
    new Float32Array(bytes.buffer, start + KEY_BYTES, dimensions).set(vector)
    const words = new Uint32Array(bytes.buffer, start, recordBytes / 4)
    words[words.length - 1] = murmur3(words.subarray(0, -1), dimensions)
  }
  return bytes
}

function readRecord(
  bytes: Uint8Array,
  start: number,
  dimensions: number,
): { readonly key: string; readonly vector: Float32Array } | undefined {
  const wordCount = KEY_BYTES / 4 + dimensions
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + start, wordCount + 1)
  if (words[wordCount] !== murmur3(words.subarray(0, wordCount), dimensions)) return undefined
  return {
    key: keyText(bytes.subarray(start, start + KEY_BYTES)),
    vector: new Float32Array(bytes.buffer, bytes.byteOffset + start + KEY_BYTES, dimensions),
  }
}

async function* head(pieces: AsyncIterable<Uint8Array>, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let left = sizeBytes
  for await (const piece of pieces) {
    yield piece.subarray(0, Math.min(left, piece.length))
    left -= piece.length
    if (left <= 0) return
  }
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length === 0) return right
  const both = new Uint8Array(left.length + right.length)
  both.set(left)
  both.set(right, left.length)
  return both
}

/** One character a byte: short, and quick to look up. */
function keyText(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function keyBytes(key: string): Uint8Array {
  return Uint8Array.from({ length: KEY_BYTES }, (_, at) => key.charCodeAt(at))
}

/** Of this machine: numbers are written as they lie in memory. */
const byteOrder = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 'little' : 'big'
