import type { BenchmarkCounts } from '../benchmark/facts.js'
import type { Tier } from '../benchmark/item.js'
import type { ItemLoss } from '../benchmark/resolve.js'
import type { ImportedSource } from '../catalog/import.js'
import type { LintReport, Unmeasured } from '../catalog/lint/lint.js'
import type { PromptCost } from '../catalog/lint/prompt-cost.js'
import type { RungTable } from '../ladder/rung.js'
import type { Score } from '../score/score.js'
import type { JsonObject } from '../text/json.js'
import type { BenchmarkAudit } from '../validity/audit-benchmark.js'
import type { Absence } from './absence.js'
import type { Notice } from './notice.js'
import type { ReportPages } from './pages/report-pages.js'

/**
 * What an audit found, as data: the one source of every rendering. Written to `report.json`; fields are added, never
 * renamed, while the schema says `assay.report/1`.
 */
export interface ReportDocument {
  readonly schema: 'assay.report/1'
  /** Version of Assay that made it. */
  readonly assay: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly seed: number
  /** Always there in what `assay audit` writes; absent in a report of runs alone. */
  readonly catalog?: CatalogFacts
  readonly benchmarks: readonly BenchmarkFacts[]
  readonly subjects: readonly SubjectFacts[]
  /** Sections in the order in which they were asked for. */
  readonly sections: readonly SectionReport[]
  /** What somebody might look for here and why it is missing. */
  readonly notMeasured: readonly Absence[]
  /** What `assay report` lays out, page by page. */
  readonly pages?: ReportPages
}

export interface CatalogFacts {
  /** What each source contributed, in order. */
  readonly sources: readonly ImportedSource[]
  readonly tools: number
  /** Distinct services that tools name. */
  readonly services: number
  /** SHA-256 of the tools' content. */
  readonly fingerprint: string
  /** What sources left out or changed. */
  readonly notices: readonly Notice[]
}

export interface BenchmarkFacts {
  readonly name: string
  readonly path: string
  readonly fingerprint: string
  readonly counts: BenchmarkCounts
  readonly catalogMatch: CatalogMatch
  /** Gold that this catalog lacks, by item. Empty when all of it was found. */
  readonly losses: readonly ItemLoss[]
  /** What the reader left out or changed. */
  readonly notices: readonly Notice[]
}

/** Whether a benchmark was made for this very catalog. */
export type CatalogMatch =
  | { readonly kind: 'same' }
  | { readonly kind: 'unknown' }
  /** The catalog that the manifest names is another one, or has changed since. */
  | { readonly kind: 'changed'; readonly madeFor: string }

export interface SubjectFacts {
  /** The spec string. */
  readonly id: string
  readonly kind: 'retriever'
  /** Everything that moves its scores. */
  readonly identity: JsonObject
}

/**
 * `good`, `mixed` and `bad` are by the section's own rule. `measured` passes no judgement: there are numbers, and the
 * reader decides. `unmeasured` is a result, not a failure of the audit.
 */
export type SectionVerdict = 'good' | 'mixed' | 'bad' | 'measured' | 'unmeasured'

export interface SectionReport {
  /** The word in the config's `sections`. */
  readonly id: string
  readonly title: string
  readonly verdict: SectionVerdict
  /** One sentence that stands without the rest. */
  readonly summary: string
  readonly findings: readonly Finding[]
  readonly tables: readonly ScoreTable[]
  /** Facts of the section's own kind, e.g. a lint report. */
  readonly details?: SectionDetails
}

/** An insight in a sentence, with what supports it. */
export interface Finding {
  readonly weight: 'good' | 'info' | 'warn' | 'bad'
  readonly text: string
  /** Items or tools to look at, by id. */
  readonly evidence: readonly string[]
}

/** Scores of one subject on one benchmark. */
export interface ScoreTable {
  readonly subject: string
  readonly benchmark: string
  readonly scores: readonly Score[]
}

export type SectionDetails = LintDetails | RetrievalDetails | BenchmarkAuditDetails | TablesDetails

/** Tables of experiments, comparisons, calibrations and the like; cells are printable, shares are proportions. */
export interface TablesDetails {
  readonly kind: 'tables'
  readonly tables: readonly RungTable[]
}

/** What `benchmark audit` says of each benchmark. */
export interface BenchmarkAuditDetails {
  readonly kind: 'benchmark-audit'
  readonly audits: readonly BenchmarkAudit[]
}

/** What `catalog lint` says, listings cut to what a reader looks at; counts are whole. */
export interface LintDetails {
  readonly kind: 'lint'
  readonly report: Omit<LintReport, 'tokens'> & { readonly tokens: Omit<PromptCost, 'each'> | Unmeasured }
}

/** What each subject ranked first for each item. */
export interface RetrievalDetails {
  readonly kind: 'retrieval'
  readonly items: readonly RankedItem[]
}

export interface RankedItem {
  readonly subject: string
  readonly benchmark: string
  readonly item: string
  readonly query: string
  readonly tier: Tier
  readonly needs: readonly (readonly string[])[]
  /** Up to ten names, best first. */
  readonly top: readonly string[]
}
