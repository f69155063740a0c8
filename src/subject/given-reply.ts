import {
  ExactNumber,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonReadOptions,
  type JsonValue,
  type SplitReading,
  splitJson,
  writeJson,
} from '../text/json.js'
import { isCount } from '../text/plain-value.js'
import { writeOpenai } from '../toolcall/render/api-chat.js'
import type { StopReason, SubjectOutput, SubjectReply, TokenProbability, Usage } from './reply.js'
import type { SubjectRequestKind } from './request.js'

export type GivenReply =
  | { readonly kind: 'reply'; readonly reply: SubjectReply; readonly value: JsonObject }
  | { readonly kind: 'fault'; readonly reason: string }

/**
 * Reads an answer that somebody wrote down as one JSON object: a program, a recording, a script.
 *
 *     {text | tokenIds | message | calls, stopReason?, stopDetail?, usage?, cost?, promptIds?, firstTokens?,
 *      firstEntropy?, continuation?, choices?, choiceMethod?}
 *
 * Other members are passed over. A message stays as it is written, doubled keys included. An answer of probabilities
 * alone needs no text.
 */
export function readGivenReply(text: string): GivenReply {
  const reading = splitGivenReply(text)
  if (reading.kind === 'fault') return { kind: 'fault', reason: reading.fault.reason }
  const { value, raw } = reading
  if (!isJsonObject(value)) return { kind: 'fault', reason: 'It is no object.' }
  return givenReplyOf(value, raw.get('message'))
}

const SET_ASIDE: ReadonlySet<string> = new Set(['message'])
const LOOSE: JsonReadOptions = { duplicateKeys: 'last', maxDepth: 1000 }

/** Strictly, but that what is set aside may hold what strict reading refuses: the subject wrote it, and it is judged later. */
export function splitGivenReply(text: string, setAside: ReadonlySet<string> = SET_ASIDE): SplitReading {
  const reading = splitJson(text, setAside)
  if (reading.kind === 'value') return reading
  const loose = splitJson(text, setAside, LOOSE)
  return loose.kind === 'value' && loose.raw.size > 0 ? loose : reading
}

/**
 * The same, of an object that was read.
 *
 * @param message the text of its member `message`.
 * @param isOutput whether it is the output of a sample, which holds a message and the text in it side by side.
 */
export function givenReplyOf(value: JsonObject, message: string | undefined, isOutput = false): GivenReply {
  try {
    return { kind: 'reply', reply: replyOf(value, { message, isOutput }), value }
  } catch (error) {
    if (error instanceof Fault) return { kind: 'fault', reason: error.message }
    throw error
  }
}

/** Leaves the functions below; never leaves this file. */
class Fault extends Error {}

interface Said {
  readonly message: string | undefined
  readonly isOutput: boolean
}

function replyOf(value: JsonObject, said: Said): SubjectReply {
  const { usage, cost, promptIds, firstTokens, firstEntropy, continuation, choices, choiceMethod } = value
  const output = outputOf(value, said)
  return {
    output,
    ...(usage === undefined || usage === null ? {} : { usage: usageOf(usage) }),
    ...(cost === undefined || cost === null ? {} : { cost: costOf(cost) }),
    ...(promptIds === undefined || promptIds === null ? {} : { promptIds: idsOf(promptIds, '"promptIds"') }),
    ...(firstTokens === undefined || firstTokens === null
      ? {}
      : { firstTokens: tokensOf(firstTokens, 'firstTokens') }),
    ...(firstEntropy === undefined || firstEntropy === null ? {} : { firstEntropy: entropyOf(firstEntropy) }),
    ...(continuation === undefined || continuation === null
      ? {}
      : { continuation: tokensOf(continuation, 'continuation') }),
    ...(choices === undefined || choices === null
      ? {}
      : { choices: choicesOf(choices), choiceMethod: methodOf(choiceMethod) }),
  }
}

function outputOf(value: JsonObject, { message, isOutput }: Said): SubjectOutput {
  const { text, tokenIds, calls, firstTokens, continuation, choices, stopDetail } = value
  const ending = {
    stopReason: stopReasonOf(value.stopReason),
    ...(typeof stopDetail === 'string' && { stopDetail }),
  }
  const given = [text ?? tokenIds, message, calls].filter((member) => member !== undefined && member !== null)
  if (given.length > 1 && !(isOutput && calls === undefined))
    throw new Fault('It says the same in two ways: give one of "text", "tokenIds", "message" and "calls".')
  const ids = tokenIds === undefined || tokenIds === null ? {} : { tokenIds: idsOf(tokenIds, '"tokenIds"') }
  if (message !== undefined && !/^[{[]/.test(message)) throw new Fault('"message" is no object.')
  const whole = message === undefined ? {} : { message }
  if (typeof text === 'string') return { text, ...whole, ...ids, ...ending }
  if (text !== undefined && text !== null) throw new Fault('"text" is no text.')
  if (message !== undefined) return { message, ...ids, ...ending }
  if (calls !== undefined && calls !== null) return { message: messageOf(calls), ...ending }
  if ('tokenIds' in ids) return { ...ids, ...ending }
  if (firstTokens !== undefined || continuation !== undefined || choices !== undefined)
    return { text: '', ...ending }
  throw new Fault('It says nothing: give one of "text", "tokenIds", "message" and "calls".')
}

/** Calls as a message of the OpenAI API holds them. */
function messageOf(calls: JsonValue): string {
  if (!isJsonArray(calls)) throw new Fault('"calls" is no list.')
  return writeOpenai(
    calls.map((call) => {
      if (isJsonObject(call) && typeof call.name === 'string' && isJsonObject(call.arguments)) {
        return { name: call.name, arguments: call.arguments }
      }
      throw new Fault('A call is {"name": …, "arguments": {…}}.')
    }),
  )
}

const STOP_WORDS: ReadonlyMap<string, StopReason> = new Map([
  ['stop', 'stop'],
  ['end_turn', 'stop'],
  ['tool_calls', 'stop'],
  ['tool_use', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['MAX_TOKENS', 'length'],
  ['refused', 'refused'],
  ['content_filter', 'refused'],
])

function stopReasonOf(value: JsonValue | undefined): StopReason {
  if (value === undefined || value === null) return 'stop'
  if (typeof value !== 'string') throw new Fault('"stopReason" is no text.')
  return STOP_WORDS.get(value) ?? 'unknown'
}

const USAGE_KEYS = ['promptTokens', 'completionTokens', 'cachedTokens', 'reasoningTokens'] as const

function usageOf(value: JsonValue): Usage {
  if (!isJsonObject(value)) throw new Fault('"usage" is no object.')
  const usage: { -readonly [K in keyof Usage]: Usage[K] } = {}
  for (const key of USAGE_KEYS) {
    const count = value[key]
    if (count === undefined || count === null) continue
    if (!isCount(count)) throw new Fault(`"usage.${key}" is no whole number.`)
    usage[key] = count
  }
  return usage
}

function tokensOf(value: JsonValue, member: string): readonly TokenProbability[] {
  if (!isJsonArray(value)) throw new Fault(`"${member}" is no list.`)
  return value.map((entry) => {
    if (!isJsonObject(entry)) throw new Fault(`An entry of "${member}" is no object.`)
    const { id, text, logprob, bound } = entry
    if (id !== undefined && !isCount(id)) throw new Fault(`An "id" of "${member}" is no whole number.`)
    return {
      ...(id === undefined ? {} : { id }),
      ...(typeof text === 'string' && { text }),
      logprob: logprobOf(logprob, `A "logprob" of "${member}"`),
      ...(bound === 'at-most' && { bound }),
    }
  })
}

function choicesOf(value: JsonValue): Readonly<Record<string, number>> {
  if (!isJsonObject(value)) throw new Fault('"choices" is no object.')
  return Object.fromEntries(
    Object.entries(value).map(([label, logprob]) => [
      label,
      logprobOf(logprob, `"choices" of ${writeJson(label)}`),
    ]),
  )
}

function methodOf(value: JsonValue | undefined): 'logprobs' | 'constrained' {
  if (value === undefined || value === null || value === 'logprobs') return 'logprobs'
  if (value === 'constrained') return value
  throw new Fault('"choiceMethod" is neither "logprobs" nor "constrained".')
}

/** Rounding may lift a certainty a little above 0. */
const ABOVE_ZERO = 1e-3

function logprobOf(value: JsonValue | undefined, what: string): number {
  const logprob = numberOf(value, what)
  if (logprob > ABOVE_ZERO) throw new Fault(`${what} is ${logprob}; a log-probability is at most 0.`)
  return Math.min(0, logprob)
}

function numberOf(value: JsonValue | undefined, what: string): number {
  const number = value instanceof ExactNumber ? Number(value.text) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw new Fault(`${what} is no number.`)
}

function entropyOf(value: JsonValue): number {
  const entropy = numberOf(value, '"firstEntropy"')
  if (entropy >= 0) return entropy
  throw new Fault('"firstEntropy" is below 0.')
}

function costOf(value: JsonValue): number {
  const cost = numberOf(value, '"cost"')
  if (cost >= 0) return cost
  throw new Fault('"cost" is below 0.')
}

function idsOf(value: JsonValue, what: string): readonly number[] {
  if (isJsonArray(value)) {
    const ids = value.filter(isCount)
    if (ids.length === value.length) return ids
  }
  throw new Fault(`${what} is no list of whole numbers.`)
}

/** What a subject can be asked that has only these answers. */
export function abilitiesOf(replies: Iterable<SubjectReply>): ReadonlySet<SubjectRequestKind> {
  const abilities = new Set<SubjectRequestKind>(['chat', 'completion'])
  for (const { output, firstTokens, continuation, choices } of replies) {
    if (choices !== undefined) abilities.add('choices')
    if (firstTokens !== undefined) abilities.add('logprobs').add('next-token')
    if (continuation !== undefined) abilities.add('continuation')
    if (output.tokenIds !== undefined) abilities.add('token-ids')
  }
  return abilities
}
