import type { Tier } from '../../benchmark/item.js'
import type { Score } from '../../score/score.js'
import type { CutText } from './cut-text.js'

export interface RetrievalPage {
  readonly curves: readonly RecallCurve[]
  /** One entry a subject, benchmark and depth at which Rc or Rf was measured. */
  readonly internalization: readonly InternalizationRow[]
  /** Recall of services instead of tools. */
  readonly service: readonly {
    readonly source: string
    readonly subject: string
    readonly benchmark: string
    readonly score: Score
  }[]
  /** Every other measure: hit, all, NDCG, MRR, MAP, chosen from a pool. */
  readonly others: readonly {
    readonly source: string
    readonly subject: string
    readonly benchmark: string
    readonly score: Score
  }[]
  /** Most frequent first, at most 200. */
  readonly confusions: readonly Confusion[]
  /** Tools that were sought, the least found first, at most 500. */
  readonly tools: readonly ToolView[]
  /** Confusions and tools that the caps left out. */
  readonly left: { readonly confusions: number; readonly tools: number }
}

export interface RecallCurve {
  readonly source: string
  readonly subject: string
  readonly benchmark: string
  /** `ranked` by a retriever, `constrained` and `free` by a model that speaks tokens, `selection` by one that reads a list. */
  readonly path: 'ranked' | 'constrained' | 'free' | 'selection'
  readonly tier: Tier | 'all'
  /** By rising depth. Intervals, chance, ceiling and floor are in the scores. */
  readonly points: readonly { readonly k: number; readonly score: Score }[]
}

export interface InternalizationRow {
  readonly source: string
  readonly subject: string
  readonly benchmark: string
  readonly k: number
  readonly rc?: Score
  readonly rf?: Score
  /** Rf / Rc; never shown without Rc. */
  readonly is?: Score
}

/** `taken` stood first where `gold` was needed and was not first. */
export interface Confusion {
  readonly source: string
  readonly subject: string
  readonly benchmark: string
  readonly gold: string
  readonly taken: string
  readonly count: number
  /** Items that need `gold`. */
  readonly of: number
  /** Ids of at most five items. */
  readonly items: readonly string[]
}

export interface ToolView {
  readonly name: string
  /** Absent where the report was made without the catalog. */
  readonly description?: CutText
  readonly service?: string
  /** Queries that need it, and those for which it stood among the first `k`, over all subjects. */
  readonly sought: number
  readonly found: number
  readonly k: number
  /** At most 20, missed ones first. */
  readonly queries: readonly ToolQuery[]
  /** Tools whose descriptions are most alike, by BM25 of the one against the others. Absent without the catalog. */
  readonly neighbours?: readonly { readonly name: string; readonly score: number }[]
  /** What was taken for it. */
  readonly takenFor: readonly { readonly name: string; readonly count: number }[]
  /** The change to try, in a sentence. Absent where nothing speaks for one. */
  readonly change?: string
}

export interface ToolQuery {
  readonly source: string
  readonly subject: string
  readonly benchmark: string
  readonly item: string
  readonly query: CutText
  /** From 1; absent where it was not among those that were kept. */
  readonly rank?: number
}
