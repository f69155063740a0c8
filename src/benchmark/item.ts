import type { JsonObject, JsonValue } from '../text/json.js'

/** One need: met by any of its equals. */
export type Need = readonly [string, ...string[]]

/** Difficulty by the number of needs: easy 1, medium 2–3, hard 4 and more. */
export type Tier = 'easy' | 'medium' | 'hard'

/** In rising difficulty. */
export const tiers: readonly Tier[] = ['easy', 'medium', 'hard']

export interface RetrievalItem {
  readonly kind: 'retrieval'
  readonly id: string
  readonly query: string
  /** At least one need. Names as the benchmark spells them. */
  readonly gold: readonly Need[]
  /** Graded relevance, 2 fully, 1 partly; feeds NDCG only. A tool of gold is never graded 1. */
  readonly grades?: Readonly<Record<string, 1 | 2>>
  readonly tier?: Tier
  /** Tools offered for re-ranking. */
  readonly pool?: readonly string[]
  /** Tools that must not stand before gold: those that it is confused with. None of gold. */
  readonly forbidden?: readonly string[]
  /** The tool that the item was made from. */
  readonly anchor?: string
  /** What makes items alike: a service, a template. */
  readonly cluster?: string
}

export interface McqItem {
  readonly kind: 'mcq'
  readonly id: string
  readonly tool: string
  readonly question: string
  readonly answer: string
  readonly distractors: readonly string[]
  readonly cluster?: string
}

export interface QaItem {
  readonly kind: 'qa'
  readonly id: string
  readonly tool: string
  readonly question: string
  readonly answer: 'yes' | 'no'
  readonly pair?: string
  readonly cluster?: string
}

/** A call item is carried, not examined: kept and written back exactly as read. */
export interface CallItem {
  readonly kind: 'call'
  readonly id: string
  readonly cluster?: string
  /** The whole item. */
  readonly json: JsonObject
}

/** A dialogue item is carried, not examined: kept and written back exactly as read. */
export interface DialogueItem {
  readonly kind: 'dialogue'
  readonly id: string
  readonly cluster?: string
  /** The whole item. */
  readonly json: JsonObject
}

export type Item = RetrievalItem | McqItem | QaItem | CallItem | DialogueItem

export type ItemKind = Item['kind']

/** The tier that a number of needs belongs to. */
export function tierOf(needs: number): Tier {
  if (needs <= 1) return 'easy'
  return needs <= 3 ? 'medium' : 'hard'
}

/** Something that a reader left out or changed, for the user to see. */
export interface BenchmarkNotice {
  readonly code: string
  /** One sentence. */
  readonly what: string
  readonly where: string
}

/** Items made from a catalog. */
export interface Benchmark {
  /** Short name for tables: the folder's or file's name. */
  readonly name: string
  readonly items: readonly Item[]
  /** SHA-256 over the items. */
  readonly fingerprint: string
  /** The manifest `benchmark.json`, when there is one. */
  readonly manifest?: JsonValue
  /** Where the items were read: id of the reader, and the path as the user wrote it. */
  readonly source?: { readonly format: string; readonly path: string }
  readonly notices?: readonly BenchmarkNotice[]
}
