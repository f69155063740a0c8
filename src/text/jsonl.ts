import { InputError } from '../errors.js'
import { joinedBytes } from '../numeric/joined-bytes.js'
import { type JsonReadOptions, type JsonValue, parseJson } from './json.js'
import type { JsonFault } from './json-scanner.js'

export interface TextLine {
  /** Counts from 1. */
  readonly number: number
  readonly text: string
}

/** Longest line read by default. The longest line met in real data (a ToolSense item) is 21 KB. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/**
 * Cuts a stream of bytes into lines of UTF-8 text, in memory bounded by the longest line. A byte-order mark at the
 * start and a CR before each LF are dropped; a last line without LF counts; blank lines are kept.
 *
 * @throws {InputError} `line-too-long`, `not-utf8`, naming the line.
 */
export async function* readLines(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
  maxLineBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<TextLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let number = 0

  const finish = (last: Uint8Array): TextLine => {
    const bytes = pending.length === 0 ? last : joinedBytes([...pending, last])
    pending = []
    pendingBytes = 0
    number++
    return { number, text: decodeLine(decoder, bytes, path, number) }
  }

  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(0x0a); end !== -1; end = piece.indexOf(0x0a, start)) {
      yield finish(piece.subarray(start, end))
      start = end + 1
    }
    const rest = piece.subarray(start)
    pendingBytes += rest.length
    if (pendingBytes > maxLineBytes) {
      throw new InputError({
        code: 'line-too-long',
        what: `A line is longer than ${Math.round(maxLineBytes / 1024 / 1024)} MiB.`,
        where: `${path}, line ${number + 1}`,
        fix: 'JSONL holds one object a line; a JSON document that is one array belongs in a .json file.',
      })
    }
    if (rest.length > 0) pending.push(rest.slice())
  }
  if (pendingBytes > 0) yield finish(new Uint8Array(0))
}

/** Bytes decoded at once. Longer texts would lie where the host's memory is freed late. */
const BLOCK_BYTES = 32 * 1024

/**
 * The lines of bytes that end with a line feed. Many are decoded at once, which takes half the time of one after the
 * other.
 *
 * @param first number of the first line, from 1
 * @throws {InputError} `not-utf8`, naming the line.
 */
export function* cutLines(
  bytes: Uint8Array,
  { path, first }: { readonly path: string; readonly first: number },
): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let number = first
  for (let start = 0; start < bytes.length; ) {
    let end = bytes.lastIndexOf(0x0a, start + BLOCK_BYTES) + 1
    if (end <= start) end = bytes.indexOf(0x0a, start) + 1
    for (const line of decodeBlock(decoder, bytes.subarray(start, end), { path, first: number })) {
      number++
      yield line
    }
    start = end
  }
}

function decodeBlock(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  { path, first }: { readonly path: string; readonly first: number },
): readonly string[] {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    // One of the lines is no UTF-8: that one is named.
    return linesOf(bytes).map((line, at) => decodeLine(decoder, line, path, first + at))
  }
  if (first === 1 && text.startsWith('\uFEFF')) text = text.slice(1)
  const lines = text.split('\n')
  lines.pop()
  return text.includes('\r') ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines
}

function linesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = []
  let start = 0
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
    lines.push(bytes.subarray(start, end))
    start = end + 1
  }
  return lines
}

function decodeLine(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  path: string,
  number: number,
): string {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch (cause) {
    throw new InputError({
      code: 'not-utf8',
      what: 'The text is not valid UTF-8.',
      where: `${path}, line ${number}`,
      fix: 'Save the file as UTF-8.',
      cause,
    })
  }
  if (number === 1 && text.startsWith('\uFEFF')) text = text.slice(1)
  return text.endsWith('\r') ? text.slice(0, -1) : text
}

export interface JsonLine {
  readonly number: number
  readonly value: JsonValue
}

/**
 * Reads JSONL; blank lines are passed over.
 *
 * @throws {InputError} `json-broken`, `json-refused`, naming file, line and column.
 */
export async function* readJsonLines(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
  options: JsonReadOptions & { readonly maxLineBytes?: number } = {},
): AsyncGenerator<JsonLine> {
  for await (const { number, text } of readLines(pieces, path, options.maxLineBytes)) {
    if (text.trim() === '') continue
    yield { number, value: readJsonText(text, { path, line: number, ...options }) }
  }
}

/** Where a JSON text stands, and how it is read. */
export interface JsonOrigin extends JsonReadOptions {
  readonly path: string
  /** The line of `path` on which the text begins; 1 when absent. */
  readonly line?: number
}

/**
 * The value of a JSON text that should be right.
 *
 * @throws {InputError} `json-broken`, `json-refused`, naming file, line and column.
 */
export function readJsonText(text: string, origin: JsonOrigin): JsonValue {
  const reading = parseJson(text, origin)
  if (reading.kind === 'value') return reading.value
  throw jsonFaultError(reading.fault, origin)
}

/** A fault of a JSON text as an error that names file, line and column. */
export function jsonFaultError(fault: JsonFault, { path, line = 1 }: JsonOrigin): InputError {
  const where = `${path}, line ${line + fault.line - 1}, column ${fault.column}`
  if (REFUSALS.has(fault.code)) {
    const fix = 'Change the text at that place.'
    return new InputError({ code: 'json-refused', what: fault.reason, where, fix })
  }
  const what = `This is not valid JSON. ${fault.reason}`
  return new InputError({ code: 'json-broken', what, where, fix: 'Correct the text at that place.' })
}

/** Faults of texts that RFC 8259 allows. */
const REFUSALS: ReadonlySet<JsonFault['code']> = new Set(['duplicate-key', 'prototype-key', 'too-deep'])
