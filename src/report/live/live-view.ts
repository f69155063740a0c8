import type { Notice } from '../notice.js'
import type { AskedItem, ItemEvidence, ItemRow, ItemVerdict } from '../pages/items-page.js'
import type { SourceKind } from '../pages/report-source.js'

/** What the page of `assay serve` is told first. */
export interface LiveView {
  readonly schema: 'assay.live/1'
  /** Version of Assay. */
  readonly assay: string
  /** Whether runs are shown. */
  readonly hasRuns: boolean
  /** Name of the benchmark that people annotate here; absent where nobody does. */
  readonly annotates?: string
}

export interface LiveRuns {
  /** Newest first. */
  readonly runs: readonly LiveRun[]
  /** What looks like a run and cannot be read, and links that were not followed. */
  readonly notices: readonly Notice[]
}

/** A run as far as it is. */
export interface LiveRun {
  /** For addresses; stays the same as long as the folder's name does. */
  readonly id: string
  readonly name: string
  readonly kind: SourceKind
  /** `running`: a process holds it. `idle`: no process does, and samples are missing or there are no scores. */
  readonly state: 'running' | 'finished' | 'idle'
  readonly subject?: string
  readonly benchmarks: readonly string[]
  /** ISO 8601, UTC. */
  readonly createdAt?: string
  readonly progress?: LiveProgress
}

export interface LiveProgress {
  /** Distinct samples, errors included. */
  readonly done: number
  /** Absent where run.json alone does not tell: rotations and probes ask an item in several variants. */
  readonly planned?: number
  /** Samples whose last line is an error. */
  readonly errors: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** In the currency of the run's prices; absent where there were none. */
  readonly cost?: number
  /** Lines a second over the last minute; absent until two looks lie apart. */
  readonly perSecond?: number
  readonly secondsLeft?: number
  /** Lines that hold no sample. */
  readonly unread: number
}

/** Which rows are wanted, in which order. */
export interface ItemQuery {
  /** Words that all must occur, whatever their case. */
  readonly text: string
  readonly verdict: ItemVerdict | ''
  readonly benchmark: string
  /** A column, with a minus in front for falling; the order of the file otherwise. */
  readonly sort: string
}

/** A row as an address names it; what is absent may be anything. */
export interface RowName {
  readonly item: string
  readonly benchmark?: string
  readonly variant?: string
  readonly trial?: number
}

/** Some of the rows of a run. */
export interface ItemsPart {
  /** Rows read so far. */
  readonly total: number
  /** Rows that the query fits. */
  readonly matched: number
  /** Place of the first row here among those that fit. */
  readonly from: number
  readonly rows: readonly PlacedRow[]
  readonly benchmarks: readonly string[]
  /** Share of the file that is read, in [0, 1]; 1 when all that is there is. */
  readonly read: number
  /** Whether benchmarks are read; before that rows stand without a verdict. */
  readonly isJudged: boolean
  /** Lines that hold no sample. */
  readonly unread: number
}

export interface PlacedRow {
  /** By which evidence is asked for. */
  readonly place: number
  readonly row: ItemRow
}

/** All of one sample. */
export interface ItemPart {
  readonly place: number
  readonly row: ItemRow
  readonly evidence?: ItemEvidence
  readonly asked?: AskedItem
}
