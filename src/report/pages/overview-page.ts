import type { Score } from '../../score/score.js'
import type { Absence } from '../absence.js'

/** Pages of a report, in reading order. */
export type PageId =
  | 'overview'
  | 'retrieval'
  | 'probes'
  | 'calls'
  | 'ladder'
  | 'dialogues'
  | 'compare'
  | 'items'

/** `unmeasured` stands as visibly as the others. */
export type Weight = 'good' | 'info' | 'warn' | 'bad' | 'unmeasured'

/** Benchmarks first: whether what was asked can be believed. */
export interface OverviewPage {
  readonly benchmarks: readonly BenchmarkLine[]
  readonly verdicts: readonly VerdictLine[]
  /** What decides on each page, and the floors beside it. */
  readonly scores: readonly HeadlineScore[]
  readonly notMeasured: readonly Absence[]
}

export interface BenchmarkLine {
  /** Id of the source. */
  readonly source: string
  readonly benchmark: string
  /** `unjudged`: no `assay benchmark audit` stands in the report. */
  readonly verdict: 'usable' | 'usable-with-care' | 'not-usable' | 'unjudged'
  readonly weight: Weight
  readonly sentence: string
  readonly reasons: readonly string[]
  readonly items?: number
  readonly clusters?: number
}

/** One sentence on one subject, with the scores that it rests on. */
export interface VerdictLine {
  readonly source: string
  /** Label of the subject; absent where nobody was examined. */
  readonly subject?: string
  readonly page: PageId
  readonly verdict: string
  readonly weight: Weight
  readonly sentence: string
  readonly evidence: readonly Score[]
}

export interface HeadlineScore {
  readonly source: string
  readonly subject: string
  readonly benchmark: string
  readonly page: PageId
  readonly score: Score
}
