import type { Benchmark } from '../../benchmark/item.js'
import type { OutputGaps } from '../../score/calls/score-outputs.js'
import type { LeftCallsFinding } from '../../score/run/left-calls.js'
import type { Score } from '../../score/score.js'

/** What is printed of a scoring, as JSON or as a table. */
export interface CallScoreDocument {
  readonly schema: 'assay.scores/1'
  readonly subject: string
  readonly benchmark: string
  readonly scores: readonly Score[]
  /** One entry a measured item, made when it is printed. */
  readonly items: Iterable<object>
  readonly details: {
    readonly benchmark: { readonly fingerprint: string; readonly notices: NonNullable<Benchmark['notices']> }
    readonly dialect?: string
    readonly compat?: 'bfcl'
    readonly counts: {
      /** Call items. */
      readonly items: number
      readonly measured: number
      /** Items of other kinds, passed over. */
      readonly otherKinds: number
    }
    readonly gaps: OutputGaps
    /** Calls in another dialect than the one that is read, where they are more than those that are. */
    readonly leftCalls?: LeftCallsFinding
    readonly outcomes?: object
    readonly nulls?: readonly object[]
    /** Gold calls of tools that their items do not offer: no output can be exact there. */
    readonly unreachable: readonly string[]
    readonly seed: number
    readonly resamples: number
  }
}
