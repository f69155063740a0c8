import type { JsonObject, JsonValue } from '../../text/json.js'
import type { CorpusShape } from '../tool-corpus.js'

/** A call that a record holds as data rather than as text. */
export interface RecordedCall {
  readonly name: string
  /** Undefined where the record holds no object, nor text of one. */
  readonly arguments: JsonObject | undefined
  readonly id?: string
}

/** One message of a record, before anything is known of its dialect. */
export type Turn =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly calls?: readonly RecordedCall[]
      readonly reasoning?: string
      /** The record says that no loss is on it. */
      readonly isContext?: true
      /** The text before it, exactly as trained. */
      readonly promptText?: string
    }
  | { readonly role: 'tool'; readonly text: string; readonly id?: string; readonly name?: string }

/** One record of a corpus. */
export interface Conversation {
  readonly line: number
  readonly shape: CorpusShape
  readonly turns: readonly Turn[]
  /** Declarations of tools as the record holds them. */
  readonly tools?: JsonValue
  readonly source?: string
}
