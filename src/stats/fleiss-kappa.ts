import type { Kappa } from './cohen-kappa.js'
import { studentQuantile975 } from './student.js'

/**
 * Fleiss' kappa of several raters whose identities do not matter: κ = (P̄ − P̄ₑ) / (1 − P̄ₑ), P̄ the mean share of pairs of
 * raters that agree on an item, P̄ₑ = Σ p² over the categories' shares of all ratings.
 *
 * The interval is Student's with n − 1 degrees of freedom, its standard error by linearization over the items,
 *
 *     se² = Σ (κᵢ* − κ)² / (n (n − 1))      κᵢ* = (Pᵢ − P̄ₑ)/(1 − P̄ₑ) − 2 (1 − κ)(eᵢ − P̄ₑ)/(1 − P̄ₑ)      eᵢ = Σ p_c share_ic
 *
 * so it speaks of more items, not of more raters. (Fleiss' own standard error holds for κ = 0 alone.)
 *
 * @param counts for each item how many raters chose each category; as many raters, at least two, on every item.
 * @returns undefined below two items, or where all ratings are one category.
 * @throws {RangeError} when items differ in their number of raters: Krippendorff's alpha takes missing ratings.
 * @see Fleiss, Psychological Bulletin 76 (1971); Gwet, Handbook of Inter-Rater Reliability (2014), chapter 5.
 */
export function fleissKappa(counts: readonly (readonly number[])[]): Kappa | undefined {
  const n = counts.length
  if (n < 2) return undefined
  const raters = sumOf(counts[0] as readonly number[])
  for (const [item, row] of counts.entries()) {
    if (sumOf(row) === raters && raters >= 2) continue
    throw new RangeError(
      `Item ${item} has ${sumOf(row)} ratings, the first ${raters}; each needs the same, two or more.`,
    )
  }
  const width = Math.max(...counts.map((row) => row.length))
  const shares = Array.from(
    { length: width },
    (_, category) => sumOf(counts.map((row) => row[category] ?? 0)) / (n * raters),
  )
  const expected = sumOf(shares.map((share) => share * share))
  if (1 - expected < 1e-12) return undefined
  const agreements = counts.map(
    (row) => sumOf(row.map((count) => count * (count - 1))) / (raters * (raters - 1)),
  )
  const observed = sumOf(agreements) / n
  const value = (observed - expected) / (1 - expected)
  const squares = sumOf(
    counts.map((row, item) => {
      const byChance = sumOf(row.map((count, category) => (count / raters) * (shares[category] as number)))
      const own = (agreements[item] as number) - expected - 2 * (1 - value) * (byChance - expected)
      return (own / (1 - expected) - value) ** 2
    }),
  )
  const half = studentQuantile975(n - 1) * Math.sqrt(squares / (n * (n - 1)))
  return {
    value,
    interval: [Math.max(-1, value - half), Math.min(1, value + half)],
    observed,
    expected,
    n,
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
