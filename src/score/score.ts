import type { Tier } from '../benchmark/item.js'
import type { Interval } from '../stats/interval.js'

export interface ScorerIdentity {
  readonly name: string
  /** Rises whenever the same samples could score otherwise. */
  readonly version: number
}

/** What a score is about; the same for a value and for its absence. */
export interface ScoreSubject {
  /** `recall`, `hit`, `ndcg`, `accuracy`, … */
  readonly metric: string
  /** Depth of the ranking. */
  readonly k?: number
  readonly tier?: Tier | 'all'
  /** Any other division of the items, e.g. `pool`. */
  readonly group?: string
  readonly unit: string
  readonly better: 'higher' | 'lower'
  readonly scorer: ScorerIdentity
}

export type { Interval }

/** A value never stands alone. Proportions lie in [0, 1]; percent exists only in renderers. */
export interface ScoredValue extends ScoreSubject {
  readonly kind: 'scored'
  readonly value: number
  /** Items behind the value. */
  readonly n: number
  /** Clusters behind it, where the benchmark names them. */
  readonly clusters?: number
  /** Kish's effective number of clusters. */
  readonly effectiveClusters?: number
  /** 95 %. What it covers is in `method`. */
  readonly interval?: Interval
  /** How `interval` came about; where there is none, how `itemInterval` did. */
  readonly method?: string
  /** 95 % over items alone, given beside a clustered interval: "these items only". */
  readonly itemInterval?: Interval
  /** Why there is no clustered interval, where the benchmark names clusters. */
  readonly intervalNote?: string
  /** What uniform guessing scores on these items. */
  readonly chance?: number
  /** The best that any subject can score on these items. */
  readonly ceiling?: number
  /** The strongest null model on the same items. */
  readonly floor?: { readonly null: string; readonly value: number; readonly interval?: Interval }
}

/** Absence with its reason: never 0, NaN or a missing row. */
export interface UnscoredValue extends ScoreSubject {
  readonly kind: 'unscored'
  readonly reason: string
  readonly n: number
}

export type Score = ScoredValue | UnscoredValue
