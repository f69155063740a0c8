import type { CallTask } from '../benchmark/call-item.js'
import type { JsonObject } from '../text/json.js'
import type { KeywordCondition } from './keyword-tests/keyword-condition.js'

/** One item of a test by keywords, whatever its rule needs. */
export interface KeywordItem {
  readonly id: string
  /** What the user says. */
  readonly prompt: string
  /** Members that the rule reads: `expected_keywords`, `label`, `expected`, `tool`, `expected_tool`, `category`, … */
  readonly members: JsonObject
}

/** A mean that somebody published for a test. */
export interface PublishedMean {
  /** Whose mean it is: a model, a seed. */
  readonly label: string
  /** The digits as printed: `0.029`; percent with its sign. */
  readonly mean: string
  /** Items that it is said to be of; those of the set by default. */
  readonly n?: number
  /** Steps between the least and the most that one item can score; default 1. */
  readonly steps?: number
  /** Which part of the items it is of, where several parts together are said to make `n`. */
  readonly part?: string
}

/** How a harness decodes, as far as it is known. */
export interface KeywordDecoding {
  readonly temperature?: number
  /** Divisor of the logits of tokens that occurred; 1 is none. */
  readonly repeatPenalty?: number
  /** Whether the tokens of the prompt count as having occurred. */
  readonly penalizesPrompt?: boolean
}

/** A lenient test: items with the rule that credits replies. */
export interface KeywordSet {
  readonly name: string
  readonly path: string
  /** Id of the rule, e.g. `vectrayx-b4`. */
  readonly rule: string
  readonly items: readonly KeywordItem[]
  /** What the system message says in this test, where its harness has one. */
  readonly system?: string
  /** Names of tools in the order in which the rule looks for them, of a rule that looks for tools. */
  readonly tools?: readonly string[]
  /** What is credited, of a rule that the user wrote; items may have conditions of their own. */
  readonly credit?: KeywordCondition
  /** The items as call items, where they are. */
  readonly tasks?: readonly CallTask[]
  readonly decoding?: KeywordDecoding
  /** Means that were published for it, for GRIM. */
  readonly published?: readonly PublishedMean[]
}
