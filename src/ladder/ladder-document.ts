import type { CorpusNotice, CorpusShape, ToolsPlace } from '../corpus/tool-corpus.js'
import type { RungResult, RungTable } from './rung.js'
import type { LadderVerdict } from './verdict.js'

/** What `assay ladder --json` prints and `ladder.json` holds. Fields are added, never renamed. */
export interface LadderDocument extends LadderVerdict {
  readonly schema: 'assay.ladder/1'
  /** Version of Assay that judged. */
  readonly assay: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly seed: number
  readonly subject: LadderSubjectFacts | null
  readonly corpus: {
    readonly path: string
    /** Assay's own corpus, which the subject was not trained on. */
    readonly isPractice?: true
    readonly fingerprint: string
    readonly shape: CorpusShape
    readonly dialect: string
    readonly toolsIn: ToolsPlace
    readonly tools: readonly string[]
    readonly rows: number
    readonly examples: number
    readonly notices: readonly CorpusNotice[]
    readonly statistics: readonly RungTable[]
  }
  /** By battery: cases, and how many of them have an answer. */
  readonly batteries: readonly {
    readonly id: string
    readonly cases: number
    readonly answered: number
    readonly missing: number
    /** Why the first of the missing ones is missing. */
    readonly why?: string
  }[]
  readonly rungs: readonly RungResult[]
}

export interface LadderSubjectFacts {
  readonly spec: string
  readonly label: string
  readonly model: string
  readonly dialect: string
  readonly fingerprint?: string
  readonly weights?: string
}
