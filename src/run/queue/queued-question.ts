import type { Tool } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import type { Hash } from '../../ports.js'
import type { SubjectRequest } from '../../subject/request.js'
import type { SampleOrigin } from '../../subject/subject.js'
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../text/json.js'
import { countText } from '../../text/number-text.js'
import { isCount, isRecord } from '../../text/plain-value.js'
import type { AskedQuestion } from '../asking.js'
import { sampleKey } from '../sample-line.js'
import type { JobData, Parcel, QueuedJob } from './queue.js'

/** Longer questions, tools left out, travel as parcels: an engine reads every job whole, however often it moves it. */
const INLINE_QUESTION = 32 * 1024
/** Longer lists of tools travel as parcels, each list once. */
const INLINE_TOOLS = 8 * 1024
/** Longest text of a question or of its tools; the longest prompts of models are a fiftieth of it. */
const MAX_LENGTH = 64 * 1024 * 1024
const RULES = { maxDepth: 1000 }

/** A question made ready for a queue. */
export interface PackedQuestion {
  readonly job: QueuedJob
  /** Of this question alone, to be dropped with it. */
  readonly own: readonly Parcel[]
  /** Shared with other questions. */
  readonly shared: readonly Parcel[]
}

/** Id of a job: of one sample of one run always the same. */
export function jobId(run: string, sample: SampleOrigin, hash: Hash): string {
  return `${run}-${hash(sampleKey(sample)).slice(0, 32)}`
}

/** @throws {InputError} `question-too-long`. */
export function packQuestion(
  { request, sample }: AskedQuestion,
  { run, id, hash }: { readonly run: string; readonly id: string; readonly hash: Hash },
): PackedQuestion {
  const { benchmark, item, variant, trial } = sample
  const origin = { benchmark, item, ...(variant === undefined ? {} : { variant }), trial }
  const tools = request.kind === 'chat' ? toolsText(request.tools) : undefined
  const isApart = tools !== undefined && tools.length > INLINE_TOOLS
  const rest = isApart ? { ...request, tools: [] } : request
  const question = writeJson({ sample: origin, request: jsonOf(rest) })
  checkLength(question, item)
  const data: { -readonly [key in keyof JobData]: JobData[key] } = { run }
  const own: Parcel[] = []
  const shared: Parcel[] = []
  if (question.length > INLINE_QUESTION) {
    const parcel = { hash: hash(question), text: question }
    own.push(parcel)
    data.questionAt = parcel.hash
  } else data.question = question
  if (isApart) {
    checkLength(tools, item)
    const parcel = { hash: hash(tools), text: tools }
    shared.push(parcel)
    data.toolsAt = parcel.hash
  }
  return { job: { id, data }, own, shared }
}

/** Lists of tools are shared by many questions as one array; writing them anew would cost most of the time. */
const texts = new WeakMap<readonly Tool[], string>()

function toolsText(tools: readonly Tool[]): string {
  const known = texts.get(tools)
  if (known !== undefined) return known
  const text = writeJson(tools.map((tool) => jsonOf(tool)))
  texts.set(tools, text)
  return text
}

/** Requests and tools are plain data; members that are undefined do not count. */
function jsonOf(value: object): JsonObject {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members) as JsonObject // as far as the types of requests go
}

function checkLength(text: string, item: string): void {
  if (text.length <= MAX_LENGTH) return
  throw new InputError({
    code: 'question-too-long',
    what: `A question of ${countText(text.length)} characters is longer than a queue takes (${countText(MAX_LENGTH)}).`,
    where: `item ${JSON.stringify(item)}`,
    fix: 'Shorten it, or run without --queue.',
  })
}

/** What a job must hold to be one; undefined for anything else. */
export function jobDataOf(data: unknown): JobData | undefined {
  if (!isRecord(data)) return undefined
  const { run, question, questionAt, toolsAt, refusals, ...more } = data
  if (Object.keys(more).length > 0) return undefined
  if (!isHash(run, 32)) return undefined
  if ((question === undefined) === (questionAt === undefined)) return undefined
  if (question !== undefined && (typeof question !== 'string' || question.length > MAX_LENGTH))
    return undefined
  if (questionAt !== undefined && !isHash(questionAt, 64)) return undefined
  if (toolsAt !== undefined && !isHash(toolsAt, 64)) return undefined
  if (refusals !== undefined && !isCount(refusals)) return undefined
  return data as unknown as JobData // every member was checked
}

function isHash(value: unknown, length: number): value is string {
  return typeof value === 'string' && value.length === length && /^[0-9a-f]+$/.test(value)
}

/** The question of a job, read strictly; or why it is none. */
export type QuestionReading =
  | { readonly kind: 'question'; readonly question: AskedQuestion }
  | { readonly kind: 'poisoned'; readonly reason: string }

/** @param tools the text of the list of tools, where it travelled apart. */
export function readQuestion(text: string, tools: readonly Tool[] | undefined): QuestionReading {
  const value = plainQuestion(text) ?? exactValue(text)
  if (value === undefined) return poisoned('it is no JSON')
  if (!isJsonObject(value)) return poisoned('it is no object')
  const { sample, request } = value
  const origin = originOf(sample)
  if (origin === undefined) return poisoned('it does not say which sample it is for')
  if (!isJsonObject(request)) return poisoned('it holds no request')
  const fault = requestFault(request)
  if (fault !== undefined) return poisoned(fault)
  // Every member that is read without looking was checked.
  const asked = request as unknown as SubjectRequest
  const whole = tools === undefined ? asked : ({ ...asked, tools } as SubjectRequest)
  return { kind: 'question', question: { sample: origin, request: whole } }
}

function exactValue(text: string): JsonValue | undefined {
  const reading = parseJson(text, RULES)
  return reading.kind === 'fault' ? undefined : reading.value
}

/**
 * Most questions offer no tools, and hold nothing that the host's own parser would change; it takes a tenth of the time.
 * Undefined for all others: what it reads is written again and must be the same text.
 */
function plainQuestion(text: string): JsonValue | undefined {
  if (!text.includes('"tools":[]') || text.includes('__proto__')) return undefined
  try {
    const value = JSON.parse(text) as JsonValue // of the host's own types alone
    return JSON.stringify(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

function poisoned(reason: string): QuestionReading {
  return { kind: 'poisoned', reason: `The job is no question: ${reason}.` }
}

/** A list of tools that travelled apart; undefined when the text is none. */
export function readTools(text: string): readonly Tool[] | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const reading = parseJson(text, RULES)
  if (reading.kind === 'fault' || !isJsonArray(reading.value)) return undefined
  if (!reading.value.every(isTool)) return undefined
  return reading.value as unknown as readonly Tool[] // each was looked at
}

function isTool(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value.name === 'string' && isJsonObject(value.inputSchema)
}

function originOf(value: JsonValue | undefined): SampleOrigin | undefined {
  if (!isJsonObject(value)) return undefined
  const { benchmark, item, variant, trial } = value
  if (typeof benchmark !== 'string' || typeof item !== 'string') return undefined
  if (variant !== undefined && typeof variant !== 'string') return undefined
  if (typeof trial !== 'number' || !Number.isSafeInteger(trial) || trial < 0) return undefined
  return { benchmark, item, ...(variant === undefined ? {} : { variant }), trial }
}

/** What is wrong with a request; subjects look at the rest themselves. */
function requestFault(request: JsonObject): string | undefined {
  switch (request.kind) {
    case 'chat':
      return chatFault(request)
    case 'completion':
      return promptFault(request) ?? settingsFault(request)
    case 'next-token': {
      const { candidates } = request
      const isList =
        isJsonArray(candidates) &&
        candidates.every((one) => typeof one === 'number' || typeof one === 'string')
      return promptFault(request) ?? (isList ? undefined : '"candidates" are no texts and numbers')
    }
    case 'continuation':
      return (
        promptFault(request) ??
        (typeof request.continuation === 'string' ? undefined : 'it continues with no text')
      )
    default:
      return 'there is no such kind of request'
  }
}

function chatFault(request: JsonObject): string | undefined {
  const { messages, tools, choices, literal } = request
  if (!isJsonArray(messages)) return '"messages" are no list'
  for (const message of messages) {
    if (!isJsonObject(message) || typeof message.role !== 'string') return 'a message has no role'
    if (message.content !== undefined && typeof message.content !== 'string') return 'a message is no text'
  }
  if (!isJsonArray(tools) || !tools.every(isTool)) return '"tools" are no tools'
  for (const list of [choices, literal]) {
    if (list === undefined) continue
    if (!isJsonArray(list) || list.some((one) => typeof one !== 'string'))
      return 'a list of texts holds something else'
  }
  return settingsFault(request)
}

function promptFault({ prompt }: JsonObject): string | undefined {
  if (typeof prompt === 'string') return undefined
  if (isJsonArray(prompt) && prompt.every((id) => Number.isSafeInteger(id))) return undefined
  return '"prompt" is neither a text nor token ids'
}

function settingsFault({ settings }: JsonObject): string | undefined {
  if (!isJsonObject(settings)) return '"settings" are no object'
  for (const [name, value] of Object.entries(settings)) {
    if (name === 'stop') {
      if (!isJsonArray(value) || value.some((text) => typeof text !== 'string'))
        return '"settings.stop" are no texts'
    } else if (typeof value !== 'number') return `"settings.${name}" is no number`
  }
  return undefined
}
