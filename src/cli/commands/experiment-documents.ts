import type { Carried } from '../../experiment/carry-items.js'
import type { CatalogExperiment } from '../../experiment/catalog-experiment.js'
import type { ConfusionScores } from '../../experiment/confusion-scores.js'
import type { DistractorKind } from '../../experiment/distractors.js'
import type { SizePoint } from '../../experiment/size-curve.js'
import type { ToolReport } from '../../experiment/tool-report.js'

/** What an experiment found, as it is printed and written. */
export interface CatalogDocument {
  readonly schema: 'assay.experiment/1'
  readonly kind: 'catalog'
  readonly subject: string
  readonly benchmark: { readonly name: string; readonly fingerprint: string }
  readonly before: { readonly tools: number; readonly fingerprint: string }
  readonly after: { readonly tools: number; readonly fingerprint: string }
  readonly k?: number
  readonly trials: number
  readonly margin: number
  readonly seed: number
  readonly overall: CatalogExperiment['overall']
  readonly tools: readonly ToolReport[]
  /** `scores`: words as the subject weighed them. `bm25`: as BM25 would, for a subject that does not tell. */
  readonly wordsBy: 'scores' | 'bm25'
  readonly excluded: Carried['excluded']
  readonly otherKinds: number
  readonly lostNeeds: number
  readonly mergedItems: number
  readonly unmeasured: readonly string[]
  readonly notices: readonly string[]
}

/** The curve, as it is printed and written. */
export interface SizeDocument {
  readonly schema: 'assay.experiment/1'
  readonly kind: 'size'
  readonly subject: string
  readonly benchmark: { readonly name: string; readonly fingerprint: string }
  readonly catalog: { readonly tools: number; readonly fingerprint: string }
  readonly distractors: DistractorKind
  readonly trials: number
  readonly margin: number
  readonly seed: number
  readonly resamples: number
  readonly curve: readonly SizePoint[]
  readonly items: number
  readonly excluded: number
  readonly otherKinds: number
}

/** Pairs, items and scores, as they are printed and written. */
export interface PairsDocument {
  readonly schema: 'assay.experiment/1'
  readonly kind: 'pairs'
  readonly catalog: { readonly tools: number; readonly fingerprint: string }
  /** Where the queries are from. */
  readonly queries: 'benchmark' | 'own texts'
  readonly pairs: number
  readonly items: number
  /** Tools of pairs that no query could be made of. */
  readonly untold: readonly string[]
  readonly subject?: string
  readonly seed: number
  readonly resamples: number
  /** Absent where nobody was asked. */
  readonly result?: ConfusionScores
}
