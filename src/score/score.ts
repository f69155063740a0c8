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
  readonly floor?: Floor
}

/** The strongest null model on the same items, and whether the subject is above it. */
export interface Floor {
  /** Id of the null model. */
  readonly null: string
  readonly value: number
  /** 95 %, of the null model's own value. */
  readonly interval?: Interval
  /** Subject minus null, on the same items, with its 95 % paired interval. */
  readonly difference?: number
  readonly differenceInterval?: Interval
  /** `at-floor`: the paired interval holds 0. `not-enough-data`: too few items, or clusters, for one. */
  readonly verdict?: 'above-floor' | 'at-floor' | 'below-floor' | 'not-enough-data'
}

/** Absence with its reason: never 0, NaN or a missing row. */
export interface UnscoredValue extends ScoreSubject {
  readonly kind: 'unscored'
  readonly reason: string
  readonly n: number
}

export type Score = ScoredValue | UnscoredValue
