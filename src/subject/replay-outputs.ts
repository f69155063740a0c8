import { InputError } from '../errors.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import { jsonFaultError, readLines } from '../text/jsonl.js'
import { abilitiesOf, type GivenReply, givenReplyOf, splitGivenReply } from './given-reply.js'
import type { SubjectReply } from './reply.js'
import type { SubjectRequestKind } from './request.js'
import type { SampleOrigin } from './subject.js'

/** Members that are kept as text. */
const SET_ASIDE: ReadonlySet<string> = new Set(['message', 'output'])

/** Recorded answers by item, and by variant and trial where the recording tells them. */
export interface Recording {
  readonly size: number
  readonly answers: ReadonlySet<SubjectRequestKind>
  /**
   * The answer for exactly this variant and trial, else the one that was recorded for the item alone. Of a run with
   * several benchmarks, that of the benchmark that is called the same where an id stands in more than one.
   */
  find(sample: SampleOrigin): SubjectReply | undefined
}

/**
 * Reads recorded answers: lines of `outputs.jsonl` (`{id, text | tokenIds | message | calls, stopReason?, variant?,
 * trial?}`), or of a run's `samples.jsonl` (`{item, variant?, trial, output: {…}}`). Samples that failed are passed
 * over, and of two lines of a sample the later counts, as in a run.
 *
 * @throws {InputError} `replay-broken`, `replay-doubled`, and what reading JSONL throws.
 */
export async function readRecording(pieces: AsyncIterable<Uint8Array>, path: string): Promise<Recording> {
  const replies = new Map<string, SubjectReply>()
  const benchmarks = new Map<string, string>()
  for await (const { number, text } of readLines(pieces, path)) {
    if (text.trim() === '') continue
    const where = `${path}, line ${number}`
    const reading = splitGivenReply(text, SET_ASIDE)
    if (reading.kind === 'fault') throw jsonFaultError(reading.fault, { path, line: number })
    const { value, raw } = reading
    if (!isJsonObject(value)) throw broken('The line holds no object.', where)
    const isSample = typeof value.item === 'string'
    if (isSample && !raw.has('output')) continue
    const key = keyOf(isSample ? value.item : value.id, value, where)
    if (!isSample && replies.has(key)) {
      throw new InputError({
        code: 'replay-doubled',
        what: 'A second answer for the same item, variant and trial.',
        where,
        fix: 'Keep one of the two, or tell them apart by "variant" or "trial".',
      })
    }
    const reply = replyOf(isSample, value, { raw, where })
    const { benchmark } = value
    if (isSample && typeof benchmark === 'string') {
      replies.set(inBenchmark(benchmark, key), reply)
      const first = benchmarks.get(key) ?? benchmark
      benchmarks.set(key, first)
      if (first !== benchmark) continue
    }
    replies.set(key, reply)
  }
  return {
    size: [...replies.keys()].filter((key) => key.startsWith('[')).length,
    answers: abilitiesOf(replies.values()),
    find: ({ benchmark, item, variant, trial }) =>
      replies.get(inBenchmark(benchmark, textKey(item, variant, trial))) ??
      replies.get(textKey(item, variant, trial)) ??
      replies.get(textKey(item, variant, undefined)) ??
      replies.get(textKey(item, undefined, trial)) ??
      replies.get(textKey(item, undefined, undefined)),
  }
}

function replyOf(
  isSample: boolean,
  value: JsonObject,
  { raw, where }: { readonly raw: ReadonlyMap<string, string>; readonly where: string },
): SubjectReply {
  const given = isSample
    ? givenSample(value, raw.get('output') ?? '')
    : givenReplyOf(value, raw.get('message'))
  if (given.kind === 'reply') return given.reply
  throw broken(given.reason, where)
}

/** A sample's output stands one level deeper, and its message in there as it was said. */
function givenSample(sample: JsonObject, output: string): GivenReply {
  const reading = splitGivenReply(output)
  if (reading.kind === 'fault') return { kind: 'fault', reason: reading.fault.reason }
  if (!isJsonObject(reading.value)) return { kind: 'fault', reason: '"output" is no object.' }
  // How labels were chosen by generation is told by the text alone.
  const { choiceMethod, ...rest } = sample
  const method = choiceMethod === 'constrained' ? { choiceMethod } : {}
  return givenReplyOf({ ...rest, ...method, ...reading.value }, reading.raw.get('message'), true)
}

function keyOf(item: JsonValue | undefined, { variant, trial }: JsonObject, where: string): string {
  if (typeof item !== 'string' && typeof item !== 'number') {
    throw broken('The line has no "id".', where, 'Give it the id of its item.')
  }
  if (trial !== undefined && (typeof trial !== 'number' || !Number.isSafeInteger(trial) || trial < 0)) {
    throw broken('"trial" is no whole number.', where)
  }
  if (variant !== undefined && typeof variant !== 'string') throw broken('"variant" is no text.', where)
  return textKey(String(item), variant, trial)
}

function textKey(item: string, variant: string | undefined, trial: number | undefined): string {
  return JSON.stringify([item, variant ?? null, trial ?? null])
}

/** Keys that hold for one benchmark begin with its name as JSON, those that hold for all with a bracket. */
function inBenchmark(benchmark: string, key: string): string {
  return `${JSON.stringify(benchmark)}${key}`
}

function broken(
  what: string,
  where: string,
  fix = 'Write {"id": …, "text": …}, one object a line.',
): InputError {
  return new InputError({ code: 'replay-broken', what, where, fix })
}
