import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import {
  ExactNumber,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonReadOptions,
  type JsonValue,
  parseJson,
  type SplitReading,
  splitJson,
} from '../text/json.js'
import { jsonFaultError, readLines } from '../text/jsonl.js'
import { isCount } from '../text/plain-value.js'

/** What a subject said, made elsewhere: one line of `outputs.jsonl`. */
export interface Output {
  readonly id: string
  readonly said: OutputContent
  /** `length` when the token limit cut the output, whatever the API calls that. */
  readonly stopReason: 'stop' | 'length'
  /** File and line, for messages. */
  readonly where: string
}

interface EmittedCall {
  readonly name: string
  readonly arguments: JsonObject
}

export type OutputContent =
  /** Raw text, special tokens written literally. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tokens'; readonly tokenIds: readonly number[] }
  | {
      readonly kind: 'message'
      /** The message object of an API, as JSON, exactly as it stands: doubled keys are the subject's. */
      readonly text: string
      /** The same, read; of doubled keys the last. */
      readonly message: JsonValue
    }
  /** Calls that were parsed elsewhere. */
  | {
      readonly kind: 'calls'
      readonly calls: readonly EmittedCall[]
    }

const CUT: ReadonlySet<string> = new Set(['length', 'max_tokens', 'max_output_tokens', 'MAX_TOKENS'])

/**
 * Reads `{id, text | tokenIds | message | calls, stopReason?}`, one object a line; other members are passed over.
 *
 * @throws {InputError} `output-invalid` and what reading JSONL throws, naming the line.
 */
export async function* readOutputLines(path: string, files: Files): AsyncGenerator<Output> {
  for await (const { number, text } of readLines(files.stream(path), path)) {
    if (text.trim() === '') continue
    const reading = splitLine(text)
    if (reading.kind === 'fault') throw jsonFaultError(reading.fault, { path, line: number })
    yield outputOf(reading.value, reading.raw, `${path}, line ${number}`)
  }
}

/**
 * Reads one output that is at hand as an object, e.g. `{id, message}`.
 *
 * @throws {InputError} `output-invalid`.
 */
export function outputOfObject(output: object, where: string): Output {
  const reading = splitLine(textOf(output, where))
  if (reading.kind === 'fault') throw invalid(where, reading.fault.reason, 'Hand over plain data.')
  return outputOf(reading.value, reading.raw, where)
}

function textOf(output: object, where: string): string {
  try {
    // A function has no text.
    return JSON.stringify(output) ?? 'null'
  } catch {
    throw invalid(where, 'JSON cannot hold it: it holds itself, or a BigInt.', 'Hand over plain data.')
  }
}

const SET_ASIDE: ReadonlySet<string> = new Set(['message'])
const LOOSE: JsonReadOptions = { duplicateKeys: 'last', maxDepth: 1000 }

/** Strictly, but that a message may hold what strict reading refuses: the subject wrote it, and it is judged later. */
function splitLine(text: string): SplitReading {
  const reading = splitJson(text, SET_ASIDE)
  if (reading.kind === 'value') return reading
  const loose = splitJson(text, SET_ASIDE, LOOSE)
  return loose.kind === 'value' && loose.raw.has('message') ? loose : reading
}

function outputOf(value: JsonValue, raw: ReadonlyMap<string, string>, where: string): Output {
  if (!isJsonObject(value)) throw invalid(where, 'The line holds no object.', 'Write one JSON object a line.')
  const { id, stopReason } = value
  const name = id instanceof ExactNumber ? id.text : typeof id === 'number' ? String(id) : id
  if (typeof name !== 'string' || name === '') {
    throw invalid(where, 'The output has no "id".', 'Give it the id of its item.')
  }
  if (stopReason !== undefined && stopReason !== null && typeof stopReason !== 'string') {
    throw invalid(where, '"stopReason" must be a text.', 'Write e.g. "stop" or "length", or leave it out.')
  }
  return {
    id: name,
    said: contentOf(value, raw, where),
    stopReason: typeof stopReason === 'string' && CUT.has(stopReason) ? 'length' : 'stop',
    where,
  }
}

function contentOf(value: JsonObject, raw: ReadonlyMap<string, string>, where: string): OutputContent {
  const { text, tokenIds, calls } = value
  const message = raw.get('message')
  const given = [text, tokenIds, message, calls].filter((member) => member !== undefined)
  if (given.length !== 1) {
    const what =
      given.length === 0 ? 'The output holds nothing that was said.' : 'The output says the same in two ways.'
    throw invalid(where, what, 'Write exactly one of "text", "tokenIds", "message" and "calls".')
  }
  if (typeof text === 'string') return { kind: 'text', text }
  if (message !== undefined && /^[{[]/.test(message)) return messageOf(message)
  if (isJsonArray(tokenIds)) {
    const ids = tokenIds.filter(isCount)
    if (ids.length === tokenIds.length) return { kind: 'tokens', tokenIds: ids }
  }
  if (isJsonArray(calls)) return { kind: 'calls', calls: calls.map((call) => callOf(call, where)) }
  throw invalid(
    where,
    'What was said is of the wrong kind.',
    '"text" is a text, "tokenIds" a list of whole numbers, "message" an object, "calls" a list of {name, arguments}.',
  )
}

/** Read when it is asked for: whoever parses the text does not need it. */
function messageOf(text: string): OutputContent {
  return {
    kind: 'message',
    text,
    get message() {
      const reading = parseJson(text, LOOSE)
      return reading.kind === 'value' ? reading.value : null
    },
  }
}

function callOf(call: JsonValue, where: string): { readonly name: string; readonly arguments: JsonObject } {
  if (isJsonObject(call) && typeof call.name === 'string' && isJsonObject(call.arguments)) {
    return { name: call.name, arguments: call.arguments }
  }
  throw invalid(
    where,
    'A call has no name, or no object of arguments.',
    'Write {"name": …, "arguments": {…}}.',
  )
}

function invalid(where: string, what: string, fix: string): InputError {
  return new InputError({ code: 'output-invalid', what, where, fix })
}
