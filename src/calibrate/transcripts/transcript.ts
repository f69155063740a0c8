import type { Level, Outcome } from '../../toolcall/parsed-call.js'

/** What the parser and the scorer must make of one transcript. */
export interface TranscriptVerdict {
  readonly outcome: Outcome
  readonly level: Level
  /** Whether the item counts as right. */
  readonly exact: boolean
}

/** One answer whose verdict is known. */
export interface Transcript {
  /** `<dialect>/<kind>`. */
  readonly id: string
  readonly dialect: string
  readonly kind: string
  /** What the model did, for people. */
  readonly says: string
  /** What is right here: the call, or no call at all. */
  readonly gold: 'call' | 'none'
  readonly text: string
  readonly stopReason: 'stop' | 'length'
  readonly expects: TranscriptVerdict
}
