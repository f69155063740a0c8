import type { StoredScores } from '../score/run/read-scores.js'
import type { Score } from '../score/score.js'

/** As `assay benchmark audit` says it. */
export type BenchmarkVerdict = 'usable' | 'usable-with-care' | 'not-usable'

/** As a section of `assay audit` ends. */
export type SectionState = 'good' | 'mixed' | 'bad' | 'measured' | 'unmeasured'

/** Samples that were planned, and what became of them. */
export interface SampleTally {
  readonly measured: number
  /** That ended in an error. */
  readonly errors: number
  /** That are not there. */
  readonly missing: number
  /** Of items that the benchmark holds and nobody scored, such as those whose gold the catalog lacks; default 0. */
  readonly leftOut?: number
}

/** An item whose trials were compared. */
export interface RepeatedItem {
  readonly id: string
  readonly kind: string
  readonly variant?: string
  readonly cluster?: string
  readonly trials: number
  /** Whether its trials differ in the metric that decides for its kind. */
  readonly isFlaky: boolean
}

/** Scores of one subject on one benchmark. */
export interface GateScores {
  readonly subject: string
  readonly benchmark: string
  /** Of the items; absent where it is not known. */
  readonly fingerprint?: string
  readonly scores: readonly Score[]
  /** Item by item; absent in tables of an audit, which hold sums alone. */
  readonly stored?: StoredScores
  readonly samples?: SampleTally
  readonly repeated: readonly RepeatedItem[]
  /** Codes of what preflight found, for which nothing was measured. */
  readonly unmeasured?: readonly string[]
  /** Format of the log that the run was read from: another tool asked, and no preflight was done. */
  readonly importedFrom?: string
}

/** What an audit said of a benchmark. */
export interface BenchmarkJudgement {
  readonly name: string
  readonly fingerprint: string
  readonly verdict: BenchmarkVerdict
  /** A sentence each, the worst first. */
  readonly reasons: readonly string[]
  /** Where it stands. */
  readonly from: string
}

export interface GateSection {
  readonly id: string
  readonly verdict: SectionState
  readonly summary: string
}

export interface GateLadder {
  /** Absent where nobody was asked. */
  readonly subject?: string
  readonly verdict: string
  readonly because: string
  /** Cases, and how many of them have no answer. */
  readonly cases: number
  readonly missing: number
}

/** All that a gate looks at, as data. */
export interface GateEvidence {
  readonly scores: readonly GateScores[]
  readonly judgements: readonly BenchmarkJudgement[]
  /** Of audits; empty where none was given. */
  readonly sections: readonly GateSection[]
  readonly ladders: readonly GateLadder[]
}

/** What the run is held against. */
export interface GateBaseline {
  /** As it was named. */
  readonly from: string
  readonly scores: readonly StoredScores[]
}
