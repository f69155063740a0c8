/** What one side made of an item in one trial, held against the gold of that side. */
export interface ItemAnswer {
  /** Share of what the item needs that was found, in [0, 1]. */
  readonly value: number
  /** A tool was called, or named first, that gold does not hold. Absent of retrievers, which always name something. */
  readonly falseCall?: boolean
  /** Tools as called or ranked, the first ten. */
  readonly named: readonly string[]
  /** Place of the best gold tool among what was ranked, from 1. Absent where none was. */
  readonly rank?: number
  /** How much a forbidden tool got in the way, in [0, 1]. Absent where the item forbids none. */
  readonly forbidden?: number
}

/** Answers by item id, by trial from 0; undefined where a trial has none. */
export type Answers = ReadonlyMap<string, readonly (ItemAnswer | undefined)[]>

/** Names kept of an answer. */
export const NAMED = 10

/** Values of the trials that were answered, by what of them counts. */
export function valuesOf(
  trials: readonly (ItemAnswer | undefined)[] | undefined,
  value: (answer: ItemAnswer) => number | undefined,
): readonly number[] {
  return (trials ?? []).flatMap((answer) => (answer === undefined ? [] : (value(answer) ?? [])))
}
