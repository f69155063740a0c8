import type { LadderCase } from '../ladder-case.js'

/** How likely the answer that training showed is to the subject. */
export interface RowLoss {
  readonly case: LadderCase
  /** Of the answer, as far as it was weighed. */
  readonly tokens: number
  /** Sum over these tokens of the negative log-probability, natural logarithm; a lower bound where `isBound`. */
  readonly loss: number
  /** The engine says of a token only that its probability is next to nothing. */
  readonly isBound: boolean
}

/** The subject's loss on training rows. */
export interface TrainingLoss {
  readonly rows: readonly RowLoss[]
  /** Tokens that the subject knows: chance is the logarithm of their number. Absent where it is not known. */
  readonly vocabularySize?: number
  /** Why rows are missing, where some are. */
  readonly missing?: string
}
