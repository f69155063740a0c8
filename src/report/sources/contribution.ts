import type { StoredScores } from '../../score/run/read-scores.js'
import type { Absence } from '../absence.js'
import type { ReportDocument, SectionReport } from '../document.js'
import type { SampleTable } from '../items/sample-table.js'
import type { CallResult } from '../pages/calls-page.js'
import type { DialogueResult } from '../pages/dialogues-page.js'
import type { DriftView, LadderView } from '../pages/ladder-page.js'
import type { BenchmarkLine, HeadlineScore, VerdictLine } from '../pages/overview-page.js'
import type { ProbeResult } from '../pages/probes-page.js'
import type { RankedEvidence } from '../pages/ranked-evidence.js'
import type { ReportSource } from '../pages/report-source.js'
import type { ScoreDocument } from './score-document.js'

/** What one source adds to the pages. What it has nothing to say about is absent. */
export interface Contribution {
  readonly source: ReportSource
  readonly benchmarkLines?: readonly BenchmarkLine[]
  readonly verdicts?: readonly VerdictLine[]
  readonly headlines?: readonly HeadlineScore[]
  readonly notMeasured?: readonly Absence[]
  /** Scores of retrieval, whoever ranked. */
  readonly retrieval?: readonly ScoreDocument[]
  /** What stood first for each query. */
  readonly ranked?: readonly RankedEvidence[]
  readonly probes?: readonly ProbeResult[]
  readonly calls?: readonly CallResult[]
  readonly ladder?: LadderView
  readonly drift?: DriftView
  readonly dialogues?: readonly DialogueResult[]
  readonly samples?: SampleTable
  /** What two sources are compared by. */
  readonly stored?: readonly StoredScores[]
  /** What has no page of its own: lint, experiments, comparisons, calibrations. */
  readonly sections?: readonly SectionReport[]
  /** Of `assay audit`. */
  readonly audit?: ReportDocument
}
