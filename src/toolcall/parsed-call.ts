import type { JsonObject } from '../text/json.js'

/** Half-open, in UTF-16 code units from 0. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A tool call that a subject emitted, whatever the keys of its dialect. */
export interface ParsedCall {
  /** As emitted. */
  readonly name: string
  readonly arguments: JsonObject
  /** Where the call stands in the output, markers left out. */
  readonly span: Span
  /** The id that the dialect carries, where it does and the subject wrote one. */
  readonly id?: string
}

/**
 * One per output, before any score. `error`, for infrastructure, is not the parser's to give: it is what an output
 * that never came would have.
 *
 * - `called`: at least one call in the dialect's canonical form; it may still be a wrong one.
 * - `attempted`: the text tries to call and strict accepts nothing. Never an abstention.
 * - `truncated`: a call was opened and cut by the token limit. Wins over `called`.
 * - `abstained`: a visible answer, or the dialect's own way to say that no tool is called.
 * - `empty`: nothing visible: no text, white space, end-of-turn tokens or reasoning only.
 */
export type Outcome = 'called' | 'attempted' | 'truncated' | 'abstained' | 'empty'

/**
 * How far the calls of one output hold, cumulative, the lowest over all blocks of the turn: S0 no opener · S1 opener ·
 * S2 closed · S3 payload in the dialect's grammar · S4 canonical keys, string name, argument object · S5 name declared ·
 * S6 arguments fit the schema · S7 equal to gold (given by scorers, never by the parser).
 */
export type Level = 'S0' | 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'S6' | 'S7'

export const levels: readonly Level[] = ['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7']

/** Circumstances that neither raise nor lower the level. */
export type Flag =
  /** Visible text stands before the first call, or after the last. */
  | 'prose_before'
  | 'prose_after'
  | 'multi_call'
  /** Something, if only reasoning, stands before the first trigger. */
  | 'trigger_not_first'
  | 'truncated'
  | 'duplicate_keys'
  | 'trailing_garbage'
  /** A marker of the dialect stands inside the arguments, as data. */
  | 'special_token_inside_json'
  | 'closer_missing'
  /** No attempt, but a declared tool is named: what a keyword scorer credits. */
  | 'name_in_prose_only'
  /** A call stands word for word in the preamble that was handed in. */
  | 'echo_of_preamble_example'
  /** The trigger was typed with ordinary tokens. */
  | 'pseudo_trigger'
  /** An undeclared name that differs from exactly one declared name by case or namespace. */
  | 'name_normalisable'
  /** One call twice in a row. */
  | 'loop'
  | 'call_in_reasoning'
  /** A call in a channel that is not meant for calls. */
  | 'unexpected_channel'
  /** The call is written in the way of another dialect. */
  | 'dialect_mismatch'
  /** The dialect's own way to say "no call" (`directly_answer`, recipient `all`). */
  | 'explicit_no_call'
  /** Text of a following turn stands behind the end-of-turn token; it was not read. */
  | 'text_after_turn'
  /** An API dialect was given a text that is no message of that API; it was read as its content. */
  | 'not_a_message'

/** Why strict does not accept something. */
export interface CallFault {
  /** Stable, kebab-case. */
  readonly code: string
  /** One sentence. */
  readonly what: string
  /** Offset in the text. */
  readonly at: number
  /** Both count from 1. */
  readonly line: number
  readonly column: number
  /** Which of the strict calls it is about, from 0; absent when no call came of it. */
  readonly call?: number
  /** JSON Pointer into the arguments, where a schema is broken. */
  readonly path?: string
}

/** What the lenient reading had to change to read a call. */
export interface Repair {
  readonly code: RepairCode
  readonly at: number
  /** Names the key, the dialect or the argument. */
  readonly what?: string
}

export type RepairCode =
  | 'marker-missing'
  | 'marker-spelling'
  | 'pseudo-trigger'
  | 'closer-missing'
  | 'foreign-dialect'
  | 'fence'
  | 'tag-name'
  | 'list-missing'
  | 'text-in-block'
  | 'text-around'
  | 'spelling'
  | 'several-values'
  | 'object-for-array'
  | 'array-for-object'
  | 'separator'
  | 'alias-key'
  | 'extra-key'
  | 'nested-function'
  | 'arguments-string'
  | 'arguments-object'
  | 'arguments-null'
  | 'arguments-missing'
  | 'single-quotes'
  | 'smart-quotes'
  | 'python-literal'
  | 'json-literal'
  | 'python-word'
  | 'trailing-comma'
  | 'comment'
  | 'control-character'
  | 'unquoted-key'
  | 'duplicate-key'
  | 'bracket-missing'
  | 'bracket-surplus'
  | 'stray-quotes'
  | 'escape-marker-missing'
  | 'name-case'
  | 'name-namespace'
  | 'name-decoration'
  | 'string-to-integer'
  | 'string-to-number'
  | 'string-to-boolean'
  | 'string-to-null'
  | 'string-to-array'
  | 'string-to-object'
  | 'integer-spelling'
  | 'enum-case'

/** All readings of one output side by side. */
export interface Parsing {
  readonly outcome: Outcome
  readonly strict: {
    /** All blocks reach S6 and at least one call came of them. */
    readonly ok: boolean
    readonly level: Level
    /** Every call of level S4 and up, in order. */
    readonly calls: readonly ParsedCall[]
    readonly faults: readonly CallFault[]
    readonly flags: readonly Flag[]
  }
  /** What common servers hand on: they forgive some spellings and check neither names nor schemas. */
  readonly vendor: {
    /** At least one call, and nothing that tried to be a call was lost. */
    readonly ok: boolean
    readonly calls: readonly ParsedCall[]
  }
  readonly lenient: {
    /** The strict calls where nothing could be repaired. */
    readonly calls: readonly ParsedCall[]
    readonly repairs: readonly Repair[]
  }
  /** What keyword harnesses credit. */
  readonly keyword: {
    /** The tool that the released VectraYX harness predicts. */
    readonly released: string | null
    /** Every declared tool whose name occurs anywhere, in catalog order. */
    readonly anywhere: readonly string[]
  }
  /** Calls inside reasoning: rehearsed, not made. */
  readonly inReasoning: number
}
