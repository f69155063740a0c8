import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import type { TokenProbability } from '../subject/reply.js'
import {
  ExactNumber,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonReadOptions,
  type JsonValue,
  splitJson,
} from '../text/json.js'
import type { JsonFault } from '../text/json-scanner.js'
import { cutLines, jsonFaultError } from '../text/jsonl.js'
import { isAmount, isCount } from '../text/plain-value.js'
import { type LineTail, wholeLines } from '../text/whole-lines.js'
import type { Sample, SampleError, SampleKey, SampleOutput } from './sample.js'

/** What a scorer needs of a sample. */
export interface StoredSample
  extends SampleKey,
    Pick<Sample, 'choices' | 'choiceMethod' | 'firstTokens' | 'firstEntropy' | 'continuation'> {
  /** Absent when there is an `error`. */
  readonly output?: SampleOutput
  readonly error?: Pick<SampleError, 'kind' | 'code' | 'message'>
  /** Where it was asked for. */
  readonly effort?: SampleEffort
  /** File and line, for messages. */
  readonly where: string
}

/** What a sample cost, for people to see; no score depends on it. */
export interface SampleEffort {
  readonly promptTokens?: number
  readonly completionTokens?: number
  readonly durationMs?: number
  readonly attempts?: number
  readonly cost?: number
  readonly isCached?: true
  /** Secrets were replaced in the line. */
  readonly isRedacted?: true
}

export interface SampleLineOptions {
  /** Whether samples tell their effort; default false. */
  readonly hasEffort?: boolean
}

/** Told when the last line is a part of one. */
export type TornLine = (torn: { readonly sizeBytes: number; readonly where: string }) => void

/**
 * Reads `samples.jsonl` one sample after the other; nothing is kept. A last line without a line feed that holds no whole
 * sample is what a crash left: it is passed over and told. Every other fault is an error that names its line.
 *
 * @throws {InputError} `sample-invalid`, and what reading JSONL throws.
 */
export async function* readSampleLines(
  path: string,
  files: Pick<Files, 'stream'>,
  torn: TornLine,
  { hasEffort = false }: SampleLineOptions = {},
): AsyncGenerator<StoredSample> {
  const tail: LineTail = { bytes: new Uint8Array(0) }
  let last = 0
  for await (const bytes of wholeLines(files.stream(path), path, tail)) {
    for (const text of cutLines(bytes, { path, first: last + 1 })) {
      last++
      if (text.trim() !== '') yield sampleOf(text, { path, line: last, hasEffort })
    }
  }
  if (tail.bytes.length === 0) return
  const place = { path, line: last + 1, hasEffort }
  const sample = wholeSample(tail.bytes, place)
  if (sample === undefined) torn({ sizeBytes: tail.bytes.length, where: whereOf(place) })
  else if (sample !== 'blank') yield sample
}

interface Place {
  readonly path: string
  readonly line: number
  readonly hasEffort: boolean
}

function whereOf({ path, line }: Pick<Place, 'path' | 'line'>): string {
  return `${path}, line ${line}`
}

/** The sample of a last line that only lacks its line feed; undefined for a part of one. */
function wholeSample(bytes: Uint8Array, place: Place): StoredSample | 'blank' | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
  if (text.trim() === '') return 'blank'
  return readLine(text).kind === 'value' ? sampleOf(text, place) : undefined
}

/** Members of a line, the message of its output set aside as text. */
interface ReadLine {
  readonly value: JsonValue
  readonly output: JsonValue | undefined
  /** Exactly as it stands. */
  readonly message: string | undefined
}

type LineReading =
  | { readonly kind: 'value'; readonly line: ReadLine }
  | { readonly kind: 'fault'; readonly fault: JsonFault }

/**
 * A line without a message is read by the host's parser, which is several times as fast as ours. One with a message by
 * ours, strictly, but that the message may hold what strict reading refuses: the subject wrote it, and it is judged later.
 */
function readLine(text: string): LineReading {
  if (!text.includes('"message"')) {
    try {
      const value = JSON.parse(text) as JsonValue // numbers that a double blurs are of no use here
      return lineOf(value, isJsonObject(value) ? value.output : undefined)
    } catch {
      // Our own parser says where the fault is.
    }
  }
  const outer = splitJson(text, OUTPUT, LOOSE)
  if (outer.kind === 'fault') return outer
  const output = outer.raw.get('output')
  if (output === undefined) return lineOf(outer.value, undefined)
  const inner = splitJson(output, MESSAGE, LOOSE)
  if (inner.kind === 'fault') return inner
  return lineOf(outer.value, inner.value, inner.raw.get('message'))
}

const OUTPUT: ReadonlySet<string> = new Set(['output'])
const MESSAGE: ReadonlySet<string> = new Set(['message'])
const LOOSE: JsonReadOptions = { duplicateKeys: 'last', maxDepth: 1000 }

function lineOf(value: JsonValue, output: JsonValue | undefined, message?: string): LineReading {
  return { kind: 'value', line: { value, output, message } }
}

function sampleOf(text: string, place: Place): StoredSample {
  const reading = readLine(text)
  if (reading.kind === 'fault') throw jsonFaultError(reading.fault, place)
  const where = whereOf(place)
  const { value, output, message } = reading.line
  if (!isJsonObject(value)) throw invalid(where, 'The line holds no object.')
  const error = value.error === undefined ? undefined : errorOf(value.error, where)
  if ((output === undefined) === (error === undefined)) {
    const what =
      output === undefined
        ? 'The sample holds neither an output nor an error.'
        : 'The sample holds an output and an error.'
    throw invalid(where, what)
  }
  const { benchmark, item, variant, trial, choices, choiceMethod } = value
  const sample: { -readonly [Member in keyof StoredSample]: StoredSample[Member] } = {
    benchmark: nameOf(benchmark, 'benchmark', where),
    item: nameOf(item, 'item', where),
    trial: trialOf(trial, where),
    where,
  }
  if (variant !== undefined) sample.variant = nameOf(variant, 'variant', where)
  if (output !== undefined) sample.output = outputOf(output, message, where)
  if (error !== undefined) sample.error = error
  if (choices !== undefined) sample.choices = choicesOf(choices, where)
  if (isMethod(choiceMethod)) sample.choiceMethod = choiceMethod
  if (value.firstTokens !== undefined)
    sample.firstTokens = tokensOf(value.firstTokens, { where, member: 'firstTokens' })
  if (value.continuation !== undefined)
    sample.continuation = tokensOf(value.continuation, { where, member: 'continuation' })
  if (value.firstEntropy !== undefined) sample.firstEntropy = entropyOf(value.firstEntropy, where)
  if (place.hasEffort) sample.effort = effortOf(value)
  return sample
}

/** Numbers that are none are left out: nothing is decided by them. */
function effortOf({ usage, timing, attempts, cost, cached, redacted }: JsonObject): SampleEffort {
  const { promptTokens, completionTokens } = isJsonObject(usage) ? usage : {}
  const { durationMs } = isJsonObject(timing) ? timing : {}
  return {
    ...(isAmount(promptTokens) ? { promptTokens } : {}),
    ...(isAmount(completionTokens) ? { completionTokens } : {}),
    ...(isAmount(durationMs) ? { durationMs } : {}),
    ...(isAmount(attempts) ? { attempts } : {}),
    ...(isAmount(cost) ? { cost } : {}),
    ...(cached === true ? { isCached: true } : {}),
    ...(redacted === true ? { isRedacted: true } : {}),
  }
}

function nameOf(value: JsonValue | undefined, member: string, where: string): string {
  if (typeof value === 'string') return value
  throw invalid(where, `"${member}" is no text.`)
}

function trialOf(value: JsonValue | undefined, where: string): number {
  if (isCount(value)) return value
  throw invalid(where, '"trial" is no whole number from 0.')
}

function errorOf(value: JsonValue, where: string): NonNullable<StoredSample['error']> {
  if (isJsonObject(value) && typeof value.kind === 'string' && typeof value.code === 'string') {
    const message = typeof value.message === 'string' ? value.message : ''
    // The kind is only shown; one of a later version is as good.
    return { kind: value.kind as SampleError['kind'], code: value.code, message }
  }
  throw invalid(where, '"error" has no kind and code.')
}

function entropyOf(value: JsonValue, where: string): number {
  if (isAmount(value)) return value
  throw invalid(where, '"firstEntropy" is no number from 0.')
}

function tokensOf(
  value: JsonValue,
  { where, member }: { readonly where: string; readonly member: string },
): readonly TokenProbability[] {
  if (!isJsonArray(value)) throw invalid(where, `"${member}" is no list.`)
  return value.map((entry) => {
    if (!isJsonObject(entry) || typeof entry.logprob !== 'number' || Number.isNaN(entry.logprob)) {
      throw invalid(where, `A token of "${member}" has no log-probability.`)
    }
    const { id, text, logprob, bound } = entry
    return {
      ...(typeof id === 'number' ? { id } : {}),
      ...(typeof text === 'string' ? { text } : {}),
      logprob,
      ...(bound === 'at-most' ? { bound } : {}),
    }
  })
}

const STOP_REASONS = ['stop', 'length', 'refused', 'unknown'] as const

function outputOf(value: JsonValue, message: string | undefined, where: string): SampleOutput {
  if (!isJsonObject(value)) throw invalid(where, '"output" is no object.')
  // Spelt with escapes, it went past the parser that keeps it as it stands.
  if (message === undefined && value.message !== undefined)
    throw invalid(where, '"message" is spelt with escapes.')
  const stopReason = STOP_REASONS.find((reason) => reason === value.stopReason)
  if (stopReason === undefined) {
    throw invalid(where, `"stopReason" of the output is none of ${STOP_REASONS.join(', ')}.`)
  }
  if (message !== undefined && !/^[{[]/.test(message)) throw invalid(where, '"message" is no object.')
  const said = value.text
  if (said !== undefined && typeof said !== 'string') throw invalid(where, '"text" of the output is no text.')
  const tokenIds = tokenIdsOf(value, where)
  if (said === undefined && message === undefined && tokenIds === undefined) {
    throw invalid(where, 'The output holds nothing that was said.')
  }
  const read: { -readonly [Member in keyof SampleOutput]: SampleOutput[Member] } = { stopReason }
  if (said !== undefined) read.text = said
  if (tokenIds !== undefined) read.tokenIds = tokenIds
  if (message !== undefined) read.message = message
  if (typeof value.stopDetail === 'string') read.stopDetail = value.stopDetail
  return read
}

function tokenIdsOf({ tokenIds }: JsonObject, where: string): readonly number[] | undefined {
  if (tokenIds === undefined) return undefined
  const isIds = (value: JsonValue): value is readonly number[] =>
    Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && Number(id) >= 0)
  if (isIds(tokenIds)) return tokenIds
  throw invalid(where, '"tokenIds" is no list of whole numbers from 0.')
}

/** A logarithm of a probability, but for rounding. */
export const HIGHEST_LOGPROB = 1e-6

function choicesOf(value: JsonValue, where: string): Readonly<Record<string, number>> {
  if (!isJsonObject(value)) throw invalid(where, '"choices" is no object.')
  // Without a prototype: a label may be called __proto__.
  const choices = Object.create(null) as Record<string, number>
  for (const [label, given] of Object.entries(value)) {
    choices[label] = logprobOf(given, JSON.stringify(label.slice(0, 80)), where)
  }
  return choices
}

function logprobOf(given: JsonValue | undefined, whose: string, where: string): number {
  const logprob = given instanceof ExactNumber ? Number(given.text) : given
  if (typeof logprob === 'number' && Number.isFinite(logprob) && logprob <= HIGHEST_LOGPROB) return logprob
  throw invalid(where, `The log-probability of ${whose} is no number up to 0.`)
}

function isMethod(value: JsonValue | undefined): value is NonNullable<Sample['choiceMethod']> {
  return value === 'logprobs' || value === 'constrained' || value === 'generation'
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'sample-invalid',
    what,
    where,
    fix: 'Take the line out, or write it as `assay run` does; items without a sample are unmeasured.',
  })
}
