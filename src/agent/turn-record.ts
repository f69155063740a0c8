import type { JsonObject, JsonValue } from '../text/json.js'

/**
 * Why a turn, or a call of it, came to nothing. The paper's four are `validation` and `positional-arguments` (validation
 * error), `undefined-name`, `index`, and all others.
 */
export type TurnFault =
  /** Nothing that could be a plan, though something was said. */
  | 'no-code'
  /** Nothing was said. */
  | 'empty'
  | 'unclosed-tag'
  | 'syntax'
  /** Python that the executor does not carry out. */
  | 'unsupported'
  /** What is refused for safety: dunder names, imports, attributes of results that are none. */
  | 'forbidden'
  | 'unknown-tool'
  | 'positional-arguments'
  | 'validation'
  /** `get` of a key that is not in the cache. */
  | 'cache-miss'
  /** `None` where a result belongs. */
  | 'none-input'
  | 'undefined-name'
  | 'index'
  /** A key of a row, or a column, that is not there. */
  | 'key'
  | 'type'
  | 'arithmetic'
  /** A limit on steps, calls, memory, output or time. */
  | 'limit'
  /** The tool failed, or a failure was injected. */
  | 'tool-failed'

export interface TurnError {
  readonly fault: TurnFault
  /** One sentence; what the agent is shown. */
  readonly message: string
  /** Line of the plan, from 1. */
  readonly line?: number
  readonly tool?: string
  readonly parameter?: string
}

/** One call that really ran, in the order of running. */
export interface TracedCall {
  readonly tool: string
  /** Line of the plan, or place in the list of JSON calls, from 1. */
  readonly line: number
  /**
   * Canonical arguments: defaults dropped, dates ISO, times in minutes, sets sorted and without repetitions, results as
   * `{"$result": id}`. Of a call that was refused: the arguments as given.
   */
  readonly arguments: JsonObject
  /**
   * Who made each value that an earlier call made: by parameter, the places in the trace of this turn, or the ids of
   * results that came from the cache as it stood before the turn.
   */
  readonly producers: Readonly<Record<string, readonly (number | string)[]>>
  readonly outcome: TracedOutcome
  /** Present where a failure was injected into this call: its kind. */
  readonly injected?: string
}

export type TracedOutcome =
  /** `rows`: SHA-256 over the sorted ids of the rows. */
  | { readonly kind: 'result'; readonly id: string; readonly count: number; readonly rows: string }
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'none' }
  | { readonly kind: 'error'; readonly error: TurnError }

/** A cache entry as it is written down. */
export interface CacheRecord {
  readonly key: string
  /** Id of the result: its provenance. */
  readonly id: string
  readonly tool: string
  readonly summary: string
  readonly count: number
  /** SHA-256 over the sorted ids of the rows. */
  readonly rows: string
}

/** What one executed plan, or one list of JSON calls, did. */
export interface PlanExecution {
  readonly trace: readonly TracedCall[]
  /** What `print` wrote, cut at the limit. */
  readonly printed: string
  /** Texts that were asked of the user. */
  readonly sought: readonly string[]
  /** The first error ends a plan. */
  readonly error?: TurnError
  /** Entries after it, in order of insertion. */
  readonly cacheAfter: readonly CacheRecord[]
  /** Interpreter steps, for the limit and for reports. */
  readonly steps: number
  readonly durationMs: number
}

/** One step: the agent said something, and it was carried out. A turn has several where calls are answered or errors repaired. */
export interface StepRecord {
  /** Verbatim. */
  readonly output: { readonly text?: string; readonly message?: string; readonly stopReason?: string }
  /** Source of the plan as it was taken from the text; calls as canonical JSON in JSON mode; undefined: none. */
  readonly plan?: string
  readonly execution: PlanExecution
  readonly usage?: { readonly promptTokens?: number; readonly completionTokens?: number }
  readonly durationMs: number
}

/** What happened between one user message and the next. */
export interface TurnRecord {
  /** Place of the user's turn in the dialogue, from 0. */
  readonly turn: number
  readonly mode: 'code' | 'json'
  readonly cacheBefore: readonly CacheRecord[]
  readonly steps: readonly StepRecord[]
  readonly cacheAfter: readonly CacheRecord[]
}
