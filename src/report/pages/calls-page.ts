import type { Score } from '../../score/score.js'
import type { Level, Outcome } from '../../toolcall/parsed-call.js'

export interface CallsPage {
  readonly results: readonly CallResult[]
}

/** Call items of one benchmark, asked of one subject. */
export interface CallResult {
  readonly source: string
  readonly subject: string
  readonly benchmark: string
  /** Samples that count. */
  readonly n: number
  readonly outcomes: Readonly<Record<Outcome, number>>
  readonly scores: readonly Score[]
  /** What keyword rules credit beside what is exact; absent where the texts were not read again. */
  readonly keyword?: { readonly released: TwoByTwo; readonly anywhere: TwoByTwo }
  /** Samples of items that expect a call and reached the level, S0 to S7; cumulative. */
  readonly levels: readonly { readonly level: Level; readonly reached: number; readonly n: number }[]
  /** Why strict refused something, most frequent first. */
  readonly faults: readonly CodeCount[]
  /** What the lenient reading changed. */
  readonly repairs: readonly CodeCount[]
  /** Which tool was called where which was right, most frequent first, at most 100. */
  readonly confusions: readonly { readonly gold: string; readonly called: string; readonly count: number }[]
}

/** Samples by two rules. */
export interface TwoByTwo {
  readonly both: number
  readonly onlyKeyword: number
  readonly onlyStrict: number
  readonly neither: number
}

export interface CodeCount {
  readonly code: string
  readonly count: number
  /** One of the sentences. */
  readonly example: string
  /** Ids of at most five items. */
  readonly items: readonly string[]
}
