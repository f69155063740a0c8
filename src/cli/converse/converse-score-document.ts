import type { WrittenSummary } from '../../agent/agents/model-summary.js'
import type { ConverseFacts } from '../../run/converse/converse-facts.js'
import type { DialogueScore } from '../../score/dialogue/category-scores.js'
import type { CompatScores } from '../../score/dialogue/compat/compat-scorer.js'
import type { DialogueScores } from '../../score/dialogue/score-dialogues.js'

/** What is written and printed of a run of dialogues. */
export interface ConverseScoreDocument {
  readonly schema: 'assay.scores/1'
  /** Label of the subject. */
  readonly subject: string
  readonly benchmark: string
  readonly scores: readonly DialogueScore[]
  readonly details: ConverseScoreDetails
  /** One entry a dialogue and trial. */
  readonly items: readonly ScoredDialogue[]
}

export interface ConverseScoreDetails {
  readonly run: { readonly id: string; readonly subject: string; readonly trials: number }
  readonly benchmark: {
    readonly name: string
    readonly path: string
    readonly format?: string
    readonly fingerprint: string
  }
  readonly converse: ConverseFacts
  readonly counts: DialogueScores['counts'] & {
    /** Dialogues that the run was to play, and those that have a turn at all. */
    readonly planned: number
    readonly played: number
    /** Dialogues in the journal that the items do not know. */
    readonly strangers?: number
  }
  readonly acts: DialogueScores['acts']
  readonly faults: DialogueScores['faults']
  readonly nulls: DialogueScores['nulls']
  /** Of the measures `compat-…`, where plans are code and gold has plans. */
  readonly compat?: Omit<CompatScores, 'scores' | 'unread'>
  readonly summaries?: SummaryCounts
  readonly seed: number
  readonly resamples: number
}

export interface ScoredDialogue {
  readonly kind: 'dialogue'
  readonly id: string
  readonly trial?: number
  /** Its category and template, by which runs are compared. */
  readonly cluster?: string
  /** `played`: with a user who goes by no script, so that no turn is held against gold. */
  readonly outcome: 'right' | 'wrong' | 'unmeasured' | 'played'
  readonly turns: number
  readonly correct?: number
  /** Share of the turns that are right in every way. */
  readonly match?: number
  readonly unmeasured?: number
  readonly category?: string
  /** Whether the cache ends as gold's does. */
  readonly endsRight?: boolean
  /** Proportions by measure, by which runs are compared; absent where a turn is unmeasured. */
  readonly values?: Readonly<Record<string, number>>
}

/** Summaries that a model wrote. */
export interface SummaryCounts {
  readonly written: number
  /** That state every constraint and invent nothing. */
  readonly faithful: number
  readonly leavingOut: number
  readonly inventing: number
  readonly shown: number
}

export function summaryCounts(): {
  add(summaries: readonly WrittenSummary[]): void
  readonly counts: SummaryCounts
} {
  const counts = { written: 0, faithful: 0, leavingOut: 0, inventing: 0, shown: 0 }
  return {
    add(summaries) {
      for (const { missing, invented, isShown } of summaries) {
        counts.written++
        if (missing.length === 0 && invented.length === 0) counts.faithful++
        if (missing.length > 0) counts.leavingOut++
        if (invented.length > 0) counts.inventing++
        if (isShown) counts.shown++
      }
    },
    counts,
  }
}
