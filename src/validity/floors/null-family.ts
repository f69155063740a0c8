import type { ItemKind } from '../../benchmark/item.js'

/** One null model on the rows of a family. */
export interface NullColumn {
  readonly id: string
  /** One line for people. */
  readonly describes: string
  /** How often it is right, one value a row, in [0, 1]. */
  readonly right: ArrayLike<number>
  /** Whether it knows nothing that a subject is meant to know: only such a one makes a benchmark beatable blind. */
  readonly isBlind: boolean
  /**
   * Whether it is made from the other items. Such a rule may fall below chance because what it leaves out is missing
   * from it, so its opposite is no rule that somebody could follow.
   */
  readonly isLearnt?: true
  /** Of a rule that was made from the items: its value on those very items, and the rule in words. */
  readonly inSample?: number
  readonly rule?: string
  /** Of a rule that was searched for: p of the best candidate, the search allowed for, and how many were tried. */
  readonly search?: { readonly p: number | undefined; readonly tried: number }
}

/** Null models that are measured alike on the same rows: items, or turns of dialogues. */
export interface NullFamily {
  readonly kind: ItemKind
  /** Which of several measures of one kind, e.g. `pool`. */
  readonly group?: string
  /** `accuracy`, `balanced-accuracy`, `recall@5`, … */
  readonly metric: string
  /** Where the value is a mean over classes: the class of each row. Absent: a plain mean over rows. */
  readonly classes?: readonly string[]
  /** Item of each row. */
  readonly ids: readonly string[]
  /** Cluster of each row; a row without one stands for itself. */
  readonly clusters: readonly (string | undefined)[]
  /** Rows of one text are one and the same question. */
  readonly texts: readonly string[]
  /** What uniform guessing scores on each row. */
  readonly chance: ArrayLike<number>
  readonly nulls: readonly NullColumn[]
  /** Whether a rule that is wrong has an opposite that is right: where one option of several is chosen. */
  readonly hasOpposites: boolean
  /** What it means when a blind model does well: that scores are worthless, or that they must be read beside it. */
  readonly whenHigh: 'bad' | 'care'
  /** Items that rows were drawn from, where there were too many for all. */
  readonly drawnFrom?: number
}
