import type { Found } from './lexical.js'

/**
 * Whether two searches have the same best 10: the same scores, and the same positions above the tenth, with room for
 * rounding. Below that, which of several that tie is listed is a matter of order.
 */
export function isSameTop(left: Found, right: Found): boolean {
  const tolerance = 1e-6
  const above = (found: Found): readonly number[] => {
    const tenth = found[9]?.score ?? Number.NEGATIVE_INFINITY
    return found.filter(({ score }) => score > tenth + tolerance).map(({ position }) => position)
  }
  const scores = (found: Found): readonly number[] => found.slice(0, 10).map(({ score }) => score)
  return (
    isSameSet(above(left), above(right)) &&
    scores(left).every((score, at) => Math.abs(score - (scores(right)[at] ?? Number.NaN)) <= tolerance)
  )
}

export function isSameSet(left: readonly number[], right: readonly number[]): boolean {
  const set = new Set(right)
  return left.length === right.length && left.every((value) => set.has(value))
}
