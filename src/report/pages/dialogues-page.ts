import type { CacheRecord, TracedCall, TurnError } from '../../agent/turn-record.js'
import type { Score } from '../../score/score.js'
import type { CutText } from './cut-text.js'

export interface DialoguesPage {
  readonly results: readonly DialogueResult[]
}

/** Dialogues of one run of `assay converse`. */
export interface DialogueResult {
  readonly source: string
  readonly subject: string
  readonly benchmark: string
  readonly mode?: string
  readonly scores: readonly Score[]
  /** Why turns came to nothing. */
  readonly faults: readonly { readonly fault: string; readonly count: number }[]
  /** Wrong ones first; as many as fit. */
  readonly dialogues: readonly DialogueView[]
  readonly left: number
}

export interface DialogueView {
  readonly item: string
  readonly trial: number
  /** `played`: with a user who goes by no script. `unscored`: no scores stand in the run. */
  readonly outcome: 'right' | 'wrong' | 'unmeasured' | 'played' | 'unscored'
  readonly category?: string
  readonly template?: string
  readonly correct?: number
  readonly turns: readonly TurnView[]
}

export interface TurnView {
  /** Place in the dialogue, from 0. */
  readonly turn: number
  readonly role: string
  readonly text: CutText
  readonly label?: string
  /** What belongs here. */
  readonly gold?: {
    readonly plan?: CutText
    readonly calls?: readonly { readonly name: string /** JSON. */; readonly arguments: string }[]
  }
  /** What the subject did; absent where the turn is not the subject's or was not played. */
  readonly actual?: {
    readonly steps: readonly StepView[]
    readonly cacheBefore: readonly CacheRecord[]
    readonly cacheAfter: readonly CacheRecord[]
  }
}

export interface StepView {
  readonly said: CutText
  readonly plan?: CutText
  /** `producers` of each call name the calls (places in this list) or cached results (ids) that its arguments come from. */
  readonly trace: readonly TracedCall[]
  readonly printed?: CutText
  /** Texts that were asked of the user. */
  readonly sought: readonly string[]
  readonly error?: TurnError
  readonly durationMs: number
}
