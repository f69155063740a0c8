import { RE2JSException } from 're2js'
import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { nearestWord } from '../../text/nearest.js'
import { countText } from '../../text/number-text.js'
import { isCount } from '../../text/plain-value.js'
import { printable } from '../../text/printable.js'
import { compiled } from './judge-condition.js'
import type { ConditionLook, ConditionTexts, KeywordCondition } from './keyword-condition.js'

const TEXT_KINDS = ['any', 'all', 'none', 'share', 'equals'] as const
const KINDS = [...TEXT_KINDS, 'regex', 'longer', 'every', 'some'] as const
const LOOKS = ['case', 'window'] as const

/** Parts within parts. A rule that needs more is a program. */
const MAX_DEPTH = 8
/** Texts of one condition; a list of the labels of a large test has some hundred. */
const MAX_TEXTS = 10_000
const MAX_PATTERN = 4096

/**
 * Reads a condition of a user's rule:
 *
 *     {"any": ["hola", "buen"], "window": {"first": 80}}          {"share": {"member": "expected_keywords"}}
 *     {"every": [{"longer": 5}, {"none": ["cve"], "window": {"first": 3}}]}          {"regex": "\\bT\\d{4}\\b", "case": "exact"}
 *
 * @throws {InputError} `keyword-rule-invalid`.
 */
export function readCondition(value: JsonValue | undefined, where: string): KeywordCondition {
  return conditionAt(value, where, 0)
}

function conditionAt(value: JsonValue | undefined, where: string, depth: number): KeywordCondition {
  if (!isJsonObject(value)) throw invalidRule('A condition is an object, e.g. {"any": ["hello"]}.', where)
  if (depth > MAX_DEPTH)
    throw invalidRule(`Conditions stand more than ${MAX_DEPTH} deep in each other.`, where)
  const keys = Object.keys(value)
  const stranger = keys.find((key) => ![...KINDS, ...LOOKS].some((known) => known === key))
  if (stranger !== undefined) {
    const nearest = nearestWord(stranger, [...KINDS, ...LOOKS])
    const hint =
      nearest === undefined ? `Known are ${[...KINDS, ...LOOKS].join(', ')}.` : `Did you mean "${nearest}"?`
    throw invalidRule(`There is no "${shown(stranger)}" in conditions. ${hint}`, where)
  }
  const kinds = KINDS.filter((kind) => value[kind] !== undefined)
  const [kind] = kinds
  if (kind === undefined || kinds.length > 1) {
    throw invalidRule(
      `A condition has exactly one of ${KINDS.join(', ')}; this one has ${kinds.length}.`,
      where,
    )
  }
  const operand = value[kind]
  switch (kind) {
    case 'every':
    case 'some': {
      if (!isJsonArray(operand) || operand.length === 0)
        throw invalidRule(`"${kind}" is no list of conditions.`, where)
      return {
        kind,
        parts: operand.map((part, at) => conditionAt(part, `${where}.${kind}[${at}]`, depth + 1)),
      }
    }
    case 'longer':
      if (!isCount(operand)) throw invalidRule('"longer" is no number of characters.', where)
      return { kind, than: operand }
    case 'regex':
      return patternAt(operand, lookOf(value, where), where)
    default:
      return { kind, texts: textsAt(operand, `${where}.${kind}`), ...lookOf(value, where) }
  }
}

function patternAt(operand: JsonValue | undefined, look: ConditionLook, where: string): KeywordCondition {
  if (typeof operand !== 'string' || operand.length > MAX_PATTERN) {
    throw invalidRule(`"regex" is no text of at most ${MAX_PATTERN} characters.`, where)
  }
  const condition = { kind: 'regex', pattern: operand, ...look } as const
  try {
    compiled(condition)
    return condition
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    throw invalidRule(`"regex" is no pattern of RE2: ${printable(error.message, { maxLength: 120 })}`, where)
  }
}

function textsAt(operand: JsonValue | undefined, where: string): ConditionTexts {
  if (isJsonObject(operand)) {
    const { member, ...rest } = operand
    if (typeof member === 'string' && Object.keys(rest).length === 0) return { kind: 'member', member }
    throw invalidRule('Texts are a list, or {"member": "name of a member of each item"}.', where)
  }
  const list = typeof operand === 'string' ? [operand] : operand
  if (!isJsonArray(list) || list.length === 0 || list.length > MAX_TEXTS) {
    throw invalidRule(`Texts are a list of 1 to ${countText(MAX_TEXTS)} texts.`, where)
  }
  return {
    kind: 'listed',
    texts: list.map((text) => {
      if (typeof text === 'string' && text !== '') return text
      throw invalidRule(
        'One of the texts is empty or no text: it would occur in every reply, or in none.',
        where,
      )
    }),
  }
}

function lookOf({ case: letterCase = 'ignore', window }: JsonObject, where: string): ConditionLook {
  if (letterCase !== 'ignore' && letterCase !== 'exact')
    throw invalidRule('"case" is "ignore" or "exact".', where)
  const look = { letterCase: letterCase === 'ignore' ? 'ignored' : 'heeded' } as const
  if (window === undefined) return look
  const { first, last, ...rest } = isJsonObject(window) ? window : {}
  const size = first ?? last
  const isOne = (first === undefined) !== (last === undefined) && Object.keys(rest).length === 0
  if (!isOne || !isCount(size) || size === 0) {
    throw invalidRule('"window" is {"first": n} or {"last": n}, in characters.', where)
  }
  return { ...look, window: { from: first === undefined ? 'end' : 'start', size } }
}

function shown(text: string): string {
  return printable(text, { maxLength: 40 })
}

export function invalidRule(what: string, where: string): InputError {
  return new InputError({
    code: 'keyword-rule-invalid',
    what,
    where,
    fix: 'See "Rules of your own" in docs/ladder-1-lenient.md.',
  })
}
