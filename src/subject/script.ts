import { RE2JS } from 're2js'
import { InputError } from '../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, writeJson } from '../text/json.js'
import { nearestWord } from '../text/nearest.js'
import { printable } from '../text/printable.js'
import type { Dialect } from '../toolcall/dialect.js'
import { dialects } from '../toolcall/dialects/index.js'
import { type FailureKind, tellableFailures } from './failure.js'
import { givenReplyOf } from './given-reply.js'
import type { SubjectReply } from './reply.js'

/** What a scripted subject answers, in the order of its rules: the first that fits a request answers it. */
export interface Script {
  readonly label?: string
  /** In which `calls` are written; absent: as a message of the OpenAI API. */
  readonly dialect?: string
  readonly latencyMs: number
  readonly rules: readonly ScriptRule[]
}

export interface ScriptRule {
  readonly when: ScriptCondition
  readonly answers: readonly [ScriptAnswer, ...ScriptAnswer[]]
  /** Whether answers are counted over all requests that fit, or for each item by itself. */
  readonly each: 'rule' | 'item'
  /** After the last answer: that one again, from the first one on, or a failure. */
  readonly afterwards: 'repeat' | 'cycle' | 'fail'
}

/** All members that are there must hold. */
export interface ScriptCondition {
  readonly kind?: string
  /** Texts that all stand in the last user message, or in the prompt. */
  readonly contains?: readonly string[]
  readonly equals?: string
  /** Found in it, in linear time. */
  readonly matches?: RE2JS
  /** Offered with the request. */
  readonly tool?: string
  readonly item?: string
  readonly variant?: string
  readonly trial?: number
  /** Role of the last message. */
  readonly after?: string
}

export type ScriptAnswer =
  | { readonly kind: 'reply'; readonly reply: SubjectReply; readonly latencyMs: number | undefined }
  | {
      readonly kind: 'fault'
      readonly failure: FailureKind
      readonly message: string
      readonly retryAfterMs: number | undefined
      readonly latencyMs: number | undefined
    }

/**
 * Reads a script. Nothing in it is run: conditions are texts and patterns of linear time.
 *
 * @throws {InputError} `script-broken`, naming the place.
 */
export function readScript(value: JsonValue, path: string): Script {
  const script = objectAt(value, path, ['label', 'dialect', 'latencyMs', 'rules', 'otherwise'])
  const { label, dialect, rules = [], otherwise } = script
  const written = dialect === undefined ? undefined : dialectOf(dialect, path)
  const latencyMs = milliseconds(script.latencyMs, path) ?? 0
  if (label !== undefined && typeof label !== 'string') throw broken('"label" is no text.', path)
  if (!isJsonArray(rules)) throw broken('"rules" is no list.', path)
  const all = rules.map((rule, at) => ruleOf(rule, written, `${path}, rules[${at}]`))
  if (otherwise !== undefined) {
    const answers = [answerOf(otherwise, written, `${path}, otherwise`)] as const
    all.push({ when: {}, answers, each: 'rule', afterwards: 'repeat' })
  }
  if (all.length === 0) throw broken('The script holds no rules and no "otherwise".', path)
  return {
    ...(label === undefined ? {} : { label }),
    ...(written === undefined ? {} : { dialect: written.id }),
    latencyMs,
    rules: all,
  }
}

function ruleOf(value: JsonValue, dialect: Dialect | undefined, where: string): ScriptRule {
  const {
    when = {},
    answer,
    answers,
    each = 'rule',
    afterwards = 'repeat',
  } = objectAt(value, where, ['when', 'answer', 'answers', 'each', 'afterwards'])
  if ((answer === undefined) === (answers === undefined)) {
    throw broken('A rule has either one "answer" or a list of "answers".', where)
  }
  const given = answer === undefined ? answers : [answer]
  if (!isJsonArray(given)) throw broken('"answers" is no list.', where)
  const [first, ...rest] = given.map((one, at) => answerOf(one, dialect, `${where}.answers[${at}]`))
  if (first === undefined) throw broken('"answers" is empty.', where)
  return {
    when: conditionOf(when, `${where}.when`),
    answers: [first, ...rest],
    each: wordOf(each, ['rule', 'item'], `${where}.each`),
    afterwards: wordOf(afterwards, ['repeat', 'cycle', 'fail'], `${where}.afterwards`),
  }
}

const TEXT_CONDITIONS = ['kind', 'equals', 'tool', 'item', 'variant', 'after'] as const

function conditionOf(value: JsonValue, where: string): ScriptCondition {
  const given = objectAt(value, where, [...TEXT_CONDITIONS, 'contains', 'matches', 'trial'])
  const condition: { -readonly [K in keyof ScriptCondition]: ScriptCondition[K] } = {}
  for (const key of TEXT_CONDITIONS) {
    const text = given[key]
    if (text === undefined) continue
    if (typeof text !== 'string') throw broken(`"${key}" is no text.`, where)
    condition[key] = text
  }
  const { contains, matches, trial } = given
  if (contains !== undefined) {
    const texts = (isJsonArray(contains) ? contains : [contains]).filter((text) => typeof text === 'string')
    if (texts.length !== (isJsonArray(contains) ? contains.length : 1)) {
      throw broken('"contains" is no text and no list of texts.', where)
    }
    condition.contains = texts
  }
  if (matches !== undefined) condition.matches = patternOf(matches, where)
  if (trial !== undefined) {
    if (typeof trial !== 'number') throw broken('"trial" is no number.', where)
    condition.trial = trial
  }
  return condition
}

function patternOf(value: JsonValue, where: string): RE2JS {
  if (typeof value !== 'string') throw broken('"matches" is no text.', where)
  try {
    return RE2JS.compile(value)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw broken(`"matches" is no pattern of RE2: ${printable(reason, { maxLength: 120 })}`, where)
  }
}

function answerOf(value: JsonValue, dialect: Dialect | undefined, where: string): ScriptAnswer {
  if (typeof value === 'string') return answerOf({ text: value }, dialect, where)
  if (!isJsonObject(value)) throw broken('An answer is a text or an object.', where)
  const latencyMs = milliseconds(value.latencyMs, where)
  if (value.fault !== undefined) {
    const { message = 'as the script says' } = value
    return {
      kind: 'fault',
      failure: wordOf(value.fault, tellableFailures, `${where}.fault`),
      message: typeof message === 'string' ? message : writeJson(message),
      retryAfterMs: milliseconds(value.retryAfterMs, where),
      latencyMs,
    }
  }
  const { message, ...rest } = withCalls(value, dialect, where)
  const given = givenReplyOf(rest, message === undefined ? undefined : writeJson(message))
  if (given.kind === 'fault') throw broken(given.reason, where)
  return { kind: 'reply', reply: given.reply, latencyMs }
}

/** Calls of a dialect of text are written in it, after the text that is said before them. */
function withCalls(value: JsonObject, dialect: Dialect | undefined, where: string): JsonObject {
  const { calls, text, ...rest } = value
  if (calls === undefined || dialect === undefined) return value
  if (!isJsonArray(calls)) throw broken('"calls" is no list.', where)
  const written = calls.map((call) => {
    if (isJsonObject(call) && typeof call.name === 'string' && isJsonObject(call.arguments)) {
      return { name: call.name, arguments: call.arguments }
    }
    throw broken('A call is {"name": …, "arguments": {…}}.', where)
  })
  const said = dialect.renderCalls(written, typeof text === 'string' ? { content: text } : {})
  return dialect.isApi === true ? { ...rest, message: said } : { ...rest, text: said }
}

function dialectOf(value: JsonValue, where: string): Dialect {
  const ids = dialects.map(({ id }) => id)
  const found = dialects.find(({ id }) => id === value)
  if (found !== undefined) return found
  const nearest = typeof value === 'string' ? nearestWord(value, ids) : undefined
  throw broken(
    `There is no such dialect.${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`,
    where,
  )
}

function objectAt(value: JsonValue, where: string, keys: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw broken('This is no object.', where)
  const wrong = Object.keys(value).find((key) => !keys.includes(key))
  if (wrong === undefined) return value
  const nearest = nearestWord(wrong, keys)
  const hint = nearest === undefined ? `Known are ${keys.join(', ')}.` : `Did you mean "${nearest}"?`
  throw broken(`There is no "${printable(wrong, { maxLength: 40 })}" here. ${hint}`, where)
}

function wordOf<const W extends string>(value: JsonValue, words: readonly W[], where: string): W {
  const found = words.find((word) => word === value)
  if (found !== undefined) return found
  throw broken(`This is none of ${words.join(', ')}.`, where)
}

/** The longest wait: an hour. */
const MOST_MS = 3_600_000

function milliseconds(value: JsonValue | undefined, where: string): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && value >= 0 && value <= MOST_MS) return value
  throw broken(`A time is a number of milliseconds from 0 to ${MOST_MS}.`, where)
}

function broken(what: string, where: string): InputError {
  return new InputError({ code: 'script-broken', what, where, fix: 'See docs/subjects/scripted.md.' })
}
