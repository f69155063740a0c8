import type { CacheRecord, TracedCall, TurnError } from '../../agent/turn-record.js'
import type { AgreementCounts } from '../../score/dialogue/strict/turn-verdict.js'
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
    /** Gold carried out: present where the pack comes with Assay. */
    readonly done?: {
      readonly trace: readonly TracedCall[]
      readonly flow: readonly FlowEdge[]
      readonly sought: readonly string[]
      readonly cacheAfter: readonly CacheRecord[]
      readonly error?: TurnError
    }
  }
  /** What the turn came to, where it was held against gold. */
  readonly verdict?: TurnVerdictView
  /** What the subject did; absent where the turn is not the subject's or was not played. */
  readonly actual?: {
    readonly steps: readonly StepView[]
    readonly cacheBefore: readonly CacheRecord[]
    readonly cacheAfter: readonly CacheRecord[]
  }
}

/** Verdict of the strict scorer on one turn. */
export interface TurnVerdictView {
  /** `right-outcome`: another way, but the right act, slots and rows in the cache. `unmeasured`: gold itself does not run. */
  readonly verdict: 'right' | 'right-outcome' | 'wrong' | 'unmeasured'
  /** What gold does, and what the subject did. Absent where unmeasured. */
  readonly act?: { readonly gold: string; readonly subject: string }
  readonly tools?: AgreementCounts
  readonly arguments?: AgreementCounts
  /** What ended the turn. */
  readonly fault?: string
  /** What is wrong, a sentence each. */
  readonly reasons: readonly string[]
}

/**
 * A value that went from an earlier call, or from the cache, into an argument: what a drawing of the data flow has as edges. Its
 * nodes are the places of the trace, and the cached results that edges name.
 */
export interface FlowEdge {
  readonly from:
    | { readonly kind: 'call'; readonly call: number }
    | { readonly kind: 'cached'; readonly id: string; readonly key?: string }
  /** Place in the trace. */
  readonly to: number
  readonly parameter: string
}

export interface StepView {
  readonly said: CutText
  readonly plan?: CutText
  /** `producers` of each call name the calls (places in this list) or cached results (ids) that its arguments come from. */
  readonly trace: readonly TracedCall[]
  readonly flow: readonly FlowEdge[]
  readonly printed?: CutText
  /** Texts that were asked of the user. */
  readonly sought: readonly string[]
  readonly error?: TurnError
  readonly durationMs: number
}
