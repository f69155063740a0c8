import { InputError } from '../../errors.js'
import {
  isJsonArray,
  isJsonObject,
  type JsonReadOptions,
  type JsonValue,
  parseJson,
} from '../../text/json.js'
import { readLines } from '../../text/jsonl.js'

/** A record of the file, read or not. */
export type RecordValue =
  | { readonly kind: 'value'; readonly line: number; readonly value: JsonValue }
  | { readonly kind: 'fault'; readonly line: number; readonly reason: string }

/** Largest file that is one JSON array, in UTF-16 code units. */
const MAX_DOCUMENT = 256 * 1024 * 1024
/** Trainers let the last of two equal keys win. */
const RULES: JsonReadOptions = { duplicateKeys: 'last' }

/**
 * The records of a file: lines of JSONL, of which broken ones are told rather than thrown, or the members of one JSON
 * array, which count as lines.
 *
 * @throws {InputError} `line-too-long`, `not-utf8`, `json-broken`, `document-too-large`.
 */
export async function* recordValues(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
  maxLineBytes?: number,
): AsyncGenerator<RecordValue> {
  let document: string[] | undefined
  let size = 0
  let isFirst = true
  for await (const { number, text } of readLines(pieces, path, maxLineBytes)) {
    if (document !== undefined) {
      size += text.length + 1
      if (size > MAX_DOCUMENT) throw tooLarge(path)
      document.push(text)
      continue
    }
    if (text.trim() === '') continue
    const reading = parseJson(text, RULES)
    if (isFirst && isArrayStart(text, reading.kind === 'value' ? reading.value : undefined)) document = [text]
    else if (reading.kind === 'value') yield { kind: 'value', line: number, value: reading.value }
    else yield { kind: 'fault', line: number, reason: reading.fault.reason }
    isFirst = false
  }
  if (document !== undefined) yield* membersOf(document.join('\n'), path)
}

/** Whether the first line begins an array of records rather than being a record that is an array of messages. */
function isArrayStart(text: string, value: JsonValue | undefined): boolean {
  if (!text.trimStart().startsWith('[')) return false
  if (value === undefined) return true
  if (!isJsonArray(value)) return false
  const [first] = value
  return !(isJsonObject(first) && (typeof first.role === 'string' || typeof first.from === 'string'))
}

function* membersOf(text: string, path: string): Generator<RecordValue> {
  const reading = parseJson(text, RULES)
  if (reading.kind === 'fault') {
    const { reason, line, column } = reading.fault
    throw new InputError({
      code: 'json-broken',
      what: `This is not valid JSON. ${reason}`,
      where: `${path}, line ${line}, column ${column}`,
      fix: 'Correct the text at that place, or write one object a line.',
    })
  }
  if (!isJsonArray(reading.value)) return
  for (const [index, value] of reading.value.entries()) yield { kind: 'value', line: index + 1, value }
}

function tooLarge(path: string): InputError {
  return new InputError({
    code: 'document-too-large',
    what: `The file is one JSON array of more than ${MAX_DOCUMENT / 1024 / 1024} MiB.`,
    where: path,
    fix: 'Write one object a line (JSONL); such a file is read piece by piece, whatever its size.',
  })
}
