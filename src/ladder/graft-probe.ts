import type { CaseReading, OpeningReading } from './case-reading.js'

/** A hybrid of two checkpoints, probed: the second one with some tensors of the first, or the other way round. */
export interface GraftProbe {
  /** E.g. `B with A's embedding`, `A with B's blocks 2–3`. */
  readonly name: string
  /** The checkpoint that most tensors come from. */
  readonly body: 'a' | 'b'
  /** Which part comes from the other: `none` (the checkpoint as it is), `embedding`, `output`, `blocks`. */
  readonly part: string
  /** Tensors that were replaced. */
  readonly tensors: number
  /** First and last block that was replaced, from 0. */
  readonly blocks?: readonly [first: number, last: number]
  readonly openings: readonly OpeningReading[]
  readonly readings: readonly CaseReading[]
}
