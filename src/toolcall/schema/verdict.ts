/**
 * Three values, ordered so that "all of" is the least and "any of" the greatest. `UNDECIDED` stands for what cannot be
 * judged (a look-around, a remote reference): it is neither a pass nor a fail, and it decides only where nothing else
 * does.
 */
export const INVALID = 0
export const UNDECIDED = 1
export const VALID = 2

export type Verdict = typeof INVALID | typeof UNDECIDED | typeof VALID

/** The verdict of `not`. */
export function opposite(verdict: Verdict): Verdict {
  return verdict === VALID ? INVALID : verdict === INVALID ? VALID : UNDECIDED
}

/** The verdict of "and". */
export function lesser(left: Verdict, right: Verdict): Verdict {
  return left < right ? left : right
}

/** The verdict of "or". */
export function greater(left: Verdict, right: Verdict): Verdict {
  return left > right ? left : right
}
