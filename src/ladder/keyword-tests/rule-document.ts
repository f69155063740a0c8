import {
  ExactNumber,
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../text/json.js'
import { nearestWord } from '../../text/nearest.js'
import { printable } from '../../text/printable.js'
import type { KeywordDecoding, KeywordSet, PublishedMean } from '../keyword-set.js'
import { invalidRule, readCondition } from './read-condition.js'

/** A rule document: items, what is credited, and what is known of the harness. */
export interface RuleDocument {
  readonly name: string | undefined
  /** Path of the items, from the document's folder, or the items themselves. */
  readonly items: string | JsonArray
  /** Id of a known kind of test. */
  readonly rule: string | undefined
  /** Members that hold the text for the user, the first that is not empty counting. */
  readonly promptKeys: readonly string[] | undefined
  /** Member that holds the id. */
  readonly idKey: string | undefined
  readonly given: Pick<KeywordSet, 'system' | 'tools' | 'credit' | 'decoding' | 'published'>
}

const KEYS = ['name', 'items', 'rule', 'prompt', 'id', 'system', 'tools', 'credit', 'decoding', 'published']

/** @throws {InputError} `keyword-rule-invalid`. */
export function readRuleDocument(json: JsonObject, path: string): RuleDocument {
  checkKeys(json, KEYS, path)
  const { items, credit } = json
  if (typeof items !== 'string' && !isJsonArray(items)) {
    throw invalidRule('"items" is no path and no list.', path)
  }
  const tools = textList(json, 'tools', path)
  const system = optionalText(json, 'system', path)
  return {
    name: optionalText(json, 'name', path),
    items,
    rule: optionalText(json, 'rule', path),
    promptKeys: typeof json.prompt === 'string' ? [json.prompt] : textList(json, 'prompt', path),
    idKey: optionalText(json, 'id', path),
    given: {
      ...(system === undefined ? {} : { system }),
      ...(tools === undefined ? {} : { tools }),
      ...(credit === undefined ? {} : { credit: readCondition(credit, `${path}, credit`) }),
      ...(json.decoding === undefined ? {} : { decoding: decodingOf(json.decoding, path) }),
      ...(json.published === undefined ? {} : { published: publishedOf(json.published, path) }),
    },
  }
}

function decodingOf(value: JsonValue, path: string): KeywordDecoding {
  const where = `${path}, decoding`
  if (!isJsonObject(value)) throw invalidRule('"decoding" is no object.', where)
  checkKeys(value, ['temperature', 'repeatPenalty', 'penalizesPrompt'], where)
  const { temperature, repeatPenalty, penalizesPrompt } = value
  for (const number of [temperature, repeatPenalty]) {
    if (number !== undefined && typeof number !== 'number')
      throw invalidRule('A setting is no number.', where)
  }
  if (penalizesPrompt !== undefined && typeof penalizesPrompt !== 'boolean') {
    throw invalidRule('"penalizesPrompt" is not true or false.', where)
  }
  return {
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(typeof repeatPenalty === 'number' ? { repeatPenalty } : {}),
    ...(penalizesPrompt === undefined ? {} : { penalizesPrompt }),
  }
}

/** Digits as printed; more cannot be told apart in whole numbers of a double. */
const MEAN = /^\d{1,12}(?:\.\d{1,9})?%?$/

function publishedOf(value: JsonValue, path: string): readonly PublishedMean[] {
  if (!isJsonArray(value)) throw invalidRule('"published" is no list.', path)
  return value.map((entry, at) => {
    const where = `${path}, published[${at}]`
    if (!isJsonObject(entry)) throw invalidRule('A published mean is an object.', where)
    checkKeys(entry, ['label', 'mean', 'n', 'steps', 'part'], where)
    const mean = digitsOf(entry.mean)
    if (mean === undefined || !MEAN.test(mean)) {
      throw invalidRule(
        '"mean" holds no digits as printed: write them as a text, so that 0.650 keeps its last digit.',
        where,
      )
    }
    const part = optionalText(entry, 'part', where)
    return {
      label: optionalText(entry, 'label', where) ?? `mean ${at + 1}`,
      mean,
      ...countOf(entry, 'n', where),
      ...countOf(entry, 'steps', where),
      ...(part === undefined ? {} : { part }),
    }
  })
}

function digitsOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value.replace(/\s/g, '')
  if (typeof value === 'number') return String(value)
  return value instanceof ExactNumber ? value.text : undefined
}

function countOf<const K extends 'n' | 'steps'>(
  json: JsonObject,
  key: K,
  where: string,
): { readonly [P in K]?: number } {
  const value = json[key]
  if (value === undefined) return {}
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) {
    // The one key that the type names.
    return { [key]: value } as { readonly [P in K]?: number }
  }
  throw invalidRule(`"${key}" is no whole number above 0.`, where)
}

function optionalText(json: JsonObject, key: string, where: string): string | undefined {
  const value = json[key]
  if (value === undefined || (typeof value === 'string' && value !== '')) return value
  throw invalidRule(`"${key}" is no text.`, where)
}

function textList(json: JsonObject, key: string, where: string): readonly string[] | undefined {
  const value = json[key]
  if (value === undefined) return undefined
  const texts = isJsonArray(value)
    ? value.filter((text): text is string => typeof text === 'string' && text !== '')
    : []
  if (isJsonArray(value) && texts.length > 0 && texts.length === value.length) return texts
  throw invalidRule(`"${key}" is no list of texts.`, where)
}

function checkKeys(json: JsonObject, known: readonly string[], where: string): void {
  const stranger = Object.keys(json).find((key) => !known.includes(key))
  if (stranger === undefined) return
  const nearest = nearestWord(stranger, known)
  const hint = nearest === undefined ? `Known are ${known.join(', ')}.` : `Did you mean "${nearest}"?`
  throw invalidRule(`There is no "${printable(stranger, { maxLength: 40 })}" here. ${hint}`, where)
}
