import { type Interval, NORMAL_975 } from './interval.js'

export interface Kappa {
  /** 1 where raters always agree, 0 where they agree as often as by chance. */
  readonly value: number
  /** 95 %, cut off at −1 and 1. */
  readonly interval: Interval
  /** Share of agreement, by weight. */
  readonly observed: number
  /** What chance alone would give. */
  readonly expected: number
  /** Items that were rated. */
  readonly n: number
}

export interface CohenRequest {
  /** What the two raters said of each item. */
  readonly pairs: readonly (readonly [first: string, second: string])[]
  /** All categories, in order where weights are asked for. Default: those that occur, sorted. */
  readonly categories?: readonly string[]
  /** How far categories may lie apart and still count in part; default `none`: only equal ones count. */
  readonly weights?: 'none' | 'linear' | 'quadratic'
}

/**
 * Cohen's kappa of two raters: κ = (observed − expected) / (1 − expected), expected from each rater's own shares of the
 * categories. Weights: 1 − d/(k − 1), or 1 − (d/(k − 1))², for categories d places apart of k. The interval is normal,
 * with the large-sample standard error of Fleiss, Cohen and Everitt; too narrow below some 50 items, and for items of
 * clusters.
 *
 * @returns undefined where there are no items, or both raters only ever named one and the same category.
 * @throws {RangeError} when a rating is none of `categories`.
 * @see Cohen, Educational and Psychological Measurement 20 (1960); Fleiss, Cohen and Everitt, Psychological Bulletin 72 (1969).
 */
export function cohenKappa({ pairs, categories, weights = 'none' }: CohenRequest): Kappa | undefined {
  const names = categories ?? [...new Set(pairs.flat())].sort()
  const shares = shareTable(pairs, names)
  const first = shares.map((row) => row.reduce((sum, share) => sum + share, 0))
  const second = names.map((_, column) => shares.reduce((sum, row) => sum + (row[column] as number), 0))
  const weight = (row: number, column: number): number =>
    agreementWeight({ row, column }, names.length, weights)
  // The mean weight of a rating of one rater with what the other says at large.
  const meanOfRow = first.map((_, row) =>
    second.reduce((sum, share, column) => sum + share * weight(row, column), 0),
  )
  const meanOfColumn = second.map((_, column) =>
    first.reduce((sum, share, row) => sum + share * weight(row, column), 0),
  )
  const expected = first.reduce((sum, share, row) => sum + share * (meanOfRow[row] as number), 0)
  const observed = sumOver(shares, (share, row, column) => share * weight(row, column))
  if (pairs.length === 0 || 1 - expected < 1e-12) return undefined
  const value = (observed - expected) / (1 - expected)
  const squares = sumOver(shares, (share, row, column) => {
    const mean = (meanOfRow[row] as number) + (meanOfColumn[column] as number)
    return share * (weight(row, column) - mean * (1 - value)) ** 2
  })
  const variance = (squares - (value - expected * (1 - value)) ** 2) / (pairs.length * (1 - expected) ** 2)
  const half = NORMAL_975 * Math.sqrt(Math.max(0, variance))
  return {
    value,
    interval: [Math.max(-1, value - half), Math.min(1, value + half)],
    observed,
    expected,
    n: pairs.length,
  }
}

function agreementWeight(
  { row, column }: { readonly row: number; readonly column: number },
  categories: number,
  weights: 'none' | 'linear' | 'quadratic',
): number {
  if (row === column) return 1
  if (weights === 'none') return 0
  const apart = Math.abs(row - column) / (categories - 1)
  return 1 - (weights === 'linear' ? apart : apart * apart)
}

function shareTable(
  pairs: readonly (readonly [string, string])[],
  names: readonly string[],
): readonly (readonly number[])[] {
  const places = new Map(names.map((name, place) => [name, place]))
  const table = names.map(() => names.map(() => 0))
  for (const pair of pairs) {
    const [row, column] = pair.map((rating) => {
      const place = places.get(rating)
      if (place === undefined) throw new RangeError(`"${rating}" is none of the categories.`)
      return place
    }) as [number, number] // a pair gives a pair
    const cells = table[row] as number[]
    cells[column] = (cells[column] as number) + 1 / pairs.length
  }
  return table
}

function sumOver(
  table: readonly (readonly number[])[],
  term: (share: number, row: number, column: number) => number,
): number {
  let sum = 0
  for (const [row, cells] of table.entries()) {
    for (const [column, share] of cells.entries()) sum += term(share, row, column)
  }
  return sum
}
