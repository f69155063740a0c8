import type { ScoreComparison } from '../../score/run/compare-scores.js'

export interface ComparePage {
  /** Every later source against the first that has the same items. */
  readonly pairs: readonly ComparedPair[]
  /** Pairs that cannot be held side by side, and why. */
  readonly refused: readonly {
    readonly a: string
    readonly b: string
    readonly code: string
    readonly why: string
  }[]
  /** The smallest difference that matters, a proportion. */
  readonly margin: number
}

export interface ComparedPair {
  /** Ids of the sources. */
  readonly a: string
  readonly b: string
  readonly comparison: ScoreComparison
  /** Items whose value differs, largest change first, at most 500. */
  readonly flipped: readonly FlippedItem[]
  readonly flippedCount: number
}

export interface FlippedItem {
  readonly item: string
  readonly variant?: string
  readonly a: number
  readonly b: number
}
