import type { JsonObject } from '../../text/json.js'
import type { KeywordItem, KeywordSet } from '../keyword-set.js'

/** One figure that a rule gives. */
export interface KeywordMeasure {
  /** E.g. `accuracy`, `tool-match`. */
  readonly name: string
  /** Steps between the least and the most that an item can score; 1: right or wrong. Absent: not known. */
  readonly steps?: number
}

/**
 * What a reply earns: one value in [0, 1] a measure. `crash`: the released harness raises an error and stops, with the
 * class of the error in Python.
 */
export type KeywordCredit =
  | { readonly kind: 'credit'; readonly values: readonly number[] }
  | { readonly kind: 'crash'; readonly error: string; readonly reason: string }

export function credit(...values: readonly (number | boolean)[]): KeywordCredit {
  return { kind: 'credit', values: values.map(Number) }
}

/** What is right for an item, in the words of the test. */
export interface KeywordGold {
  readonly kind: 'label' | 'tool'
  readonly value: string
}

/** A figure over all items that is no mean of what items earn. */
export interface OverallFigure {
  readonly name: string
  readonly value: number
  readonly note: string
}

/** A rule, made ready for the items of one set. */
export interface KeywordRule {
  readonly id: string
  readonly measures: readonly KeywordMeasure[]
  /** What the harness says as the user. */
  promptOf(item: KeywordItem): string
  /** @param reply as decoded, before anything is trimmed. */
  credit(item: KeywordItem, reply: string): KeywordCredit
  /** The reply that a perfect subject gives; undefined where the item does not say. */
  goldReply(item: KeywordItem): string | undefined
  /** The label or tool that is right; undefined where the rule knows neither, or nothing is right. */
  goldOf(item: KeywordItem): KeywordGold | undefined
  /** Labels or tools that the rule can find; absent where it takes any. */
  readonly vocabulary?: readonly string[]
  /** Texts that earn credit where they occur in a reply, in lower case where case is ignored. */
  wordsOf(item: KeywordItem): readonly string[]
  /** Figures that the harness makes of all items together. @param replies one an item. */
  overall?(items: readonly KeywordItem[], replies: readonly string[]): readonly OverallFigure[]
}

/** A kind of test that is known. One file in `rules/`, one line in its list. */
export interface KeywordRuleKind {
  /** Stable; stands in `KeywordSet.rule`. */
  readonly id: string
  /** One line for people. */
  readonly describes: string
  /** Members in which the text for the user stands; the first that is not empty counts. */
  readonly promptKeys: readonly string[]
  /** Whether an item looks like one of this kind. Asked in the order of the list. */
  detect(item: JsonObject): boolean
  /** What belongs to the harness rather than to its items. */
  readonly harness?: Pick<KeywordSet, 'system' | 'tools' | 'decoding'>
  prepare(set: KeywordSet): KeywordRule
}

export function defineKeywordRule(kind: KeywordRuleKind): KeywordRuleKind {
  return kind
}

/** The first of these members that is a text and not empty; empty where there is none. */
export function firstText(item: JsonObject, keys: readonly string[]): string {
  for (const key of keys) {
    const value = item[key]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

/** Texts of a list, or the one text. */
export function textsOf(value: JsonObject[string] | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}
