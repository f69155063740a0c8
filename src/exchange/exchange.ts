import type { JsonObject } from '../text/json.js'

/**
 * One request to a model and its answer, as another tool kept it. From it come a call item (what was asked and offered) and
 * a sample (what was said).
 */
export interface Exchange {
  /** As the log names the question. Without one, exchanges that ask and offer the same are one item. */
  readonly id?: string
  /** What is appended to the id of an item of which only the history sets it apart: a later turn. */
  readonly turn?: number
  readonly subject: ExchangeSubject
  /** In the shape of a call item: role and text, `tool_calls`, `tool_call_id`. */
  readonly messages: readonly JsonObject[]
  /** Name, description and `inputSchema`, each name once. */
  readonly tools: readonly JsonObject[]
  /** Where the log itself says what is right; never the model's own answer. */
  readonly gold?: JsonObject
  readonly forbidden?: readonly string[]
  readonly category?: string
  readonly cluster?: string
  readonly settings?: ExchangeSettings
  /** Absent where only the question is known. */
  readonly answer?: ExchangeAnswer
  readonly usage?: ExchangeUsage
  readonly cost?: number
  readonly startedMs?: number
  readonly durationMs?: number
  /** File and line, or file and sample, for messages. */
  readonly where: string
}

export interface ExchangeSubject {
  /** As the log names it; `unknown` where it does not. */
  readonly model: string
  readonly provider?: string
}

export interface ExchangeSettings {
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  readonly stop?: readonly string[]
}

export type ExchangeAnswer =
  | {
      readonly kind: 'said'
      /** Id of the dialect that reads `message`. */
      readonly dialect: string
      /** JSON: the message as an API gave it. */
      readonly message: string
      readonly stopReason: 'stop' | 'length' | 'refused' | 'unknown'
      /** The reason in the log's own word. */
      readonly stopDetail?: string
    }
  | {
      readonly kind: 'failed'
      /** What went wrong, as the log says it. */
      readonly message: string
    }

export interface ExchangeUsage {
  readonly promptTokens?: number
  readonly completionTokens?: number
  readonly cachedTokens?: number
  readonly reasoningTokens?: number
}

/** Something of a log that was left out or changed. */
export interface LogNotice {
  /** Counted by this. */
  readonly code: string
  /** One sentence. */
  readonly what: string
  readonly where: string
}
