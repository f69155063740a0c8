import type { Notice } from '../notice.js'

/** What a folder or file on the command line turned out to be. */
export type SourceKind =
  | 'audit'
  | 'run'
  | 'probe'
  | 'converse'
  | 'ladder'
  | 'drift'
  | 'experiment'
  | 'scores'
  | 'benchmark-audit'
  | 'lint'
  | 'compare'
  | 'calibrate'
  | 'unknown'

/** One folder or file that the report was made from. */
export interface ReportSource {
  /** `s1`, `s2`, … in the order of the command line; pages refer to it. */
  readonly id: string
  readonly kind: SourceKind
  /** Short and distinct within the report. */
  readonly name: string
  /** As it was named. */
  readonly path: string
  readonly state: SourceState
  /** Absent where nobody was examined. */
  readonly subject?: SourceSubject
  /** Version of Assay that made it. */
  readonly assay?: string
  /** ISO 8601, UTC. */
  readonly createdAt?: string
  readonly benchmarks: readonly SourceBenchmark[]
  readonly catalog?: {
    readonly fingerprint: string
    readonly tools?: number
    readonly sources: readonly string[]
  }
  /** How it was asked, as name and value, printable. */
  readonly settings: readonly (readonly [name: string, value: string])[]
  /** Of a run with samples. */
  readonly counts?: SourceCounts
  readonly notices: readonly Notice[]
}

/** How far a source can be relied on. The worst that holds is told. */
export type SourceState =
  | { readonly kind: 'whole' }
  /** Asking stopped before the end, or a crash cut the file: what is there counts. */
  | { readonly kind: 'cut'; readonly why: string; readonly missing?: number }
  /** A blocking finding stood before anybody was asked: the samples say nothing of the subject. */
  | {
      readonly kind: 'unmeasured'
      readonly findings: readonly { readonly code: string; readonly what: string }[]
    }
  /** Samples without scores: the items could not be read, or have changed. */
  | { readonly kind: 'unscored'; readonly why: string }
  /** Made by another version of Assay; what could be read of it is shown. */
  | { readonly kind: 'other-version'; readonly schema: string; readonly why: string }

export interface SourceSubject {
  readonly label: string
  readonly spec: string
  readonly model?: string
  readonly dialect?: string
  readonly fingerprint?: string
  /** Name of the weights' type. */
  readonly weights?: string
}

export interface SourceBenchmark {
  readonly name: string
  readonly path?: string
  readonly fingerprint?: string
  readonly items?: number
}

export interface SourceCounts {
  /** Samples that count, one a benchmark, item, variant and trial. */
  readonly samples: number
  /** How many of them ended in an error. */
  readonly errors: number
  /** Lines that a later line of the same sample replaced. */
  readonly superseded: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** In the currency of the prices that the run was given; absent where there were none. */
  readonly cost?: number
  /** Sum over samples of the time that answers took. */
  readonly durationMs: number
  /** Errors by kind, most frequent first. */
  readonly errorKinds: readonly {
    readonly kind: string
    readonly code: string
    readonly count: number
    readonly example: string
  }[]
}
