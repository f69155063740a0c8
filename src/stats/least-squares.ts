import { incompleteBeta } from './beta.js'
import type { Interval } from './interval.js'
import { studentQuantile975 } from './student.js'

export interface LeastSquaresRequest {
  /** One row an observation, one column a coefficient. */
  readonly design: readonly (readonly number[])[]
  readonly response: readonly number[]
}

/** An estimated combination of coefficients. */
export interface ContrastEstimate {
  readonly value: number
  readonly standardError: number
  /** 95 %, by Student's t. */
  readonly interval: Interval
  /** Two-sided, against 0. */
  readonly p: number
}

export interface LeastSquaresFit {
  readonly rank: number
  /** Observations beyond the rank. */
  readonly degrees: number
  /**
   * Σ contrast · coefficient. `not-estimable` where the design leaves it open, as when a cell is empty or two columns go
   * together; `no-spread` where no observation is left to tell the spread by.
   */
  estimate(contrast: readonly number[]): ContrastEstimate | 'not-estimable' | 'no-spread'
}

/** A column whose part beyond the others is smaller than this share of it depends on them. */
const DEPENDENT = 1e-9

/**
 * Ordinary least squares by modified Gram–Schmidt with re-orthogonalisation; columns that depend on those before them are
 * set aside, and combinations that they leave open are not estimated.
 *
 * @throws {RangeError} when rows differ in length, or a number is not finite.
 */
export function leastSquares({ design, response }: LeastSquaresRequest): LeastSquaresFit {
  const width = design[0]?.length ?? 0
  if (design.length !== response.length || design.some((row) => row.length !== width)) {
    throw new RangeError('Each observation needs one response and a value in each column.')
  }
  if ([...design.flat(), ...response].some((value) => !Number.isFinite(value))) {
    throw new RangeError('A value is not finite.')
  }
  const basis: { readonly column: number; readonly unit: Float64Array }[] = []
  /** Coefficients of each column in the basis. */
  const parts: Float64Array[] = []
  for (let column = 0; column < width; column++) {
    const rest = Float64Array.from(design, (row) => row[column] as number) // rows have one length
    const own = new Float64Array(width)
    const before = normOf(rest)
    // Twice: once leaves rounding that a nearly dependent column magnifies.
    for (let pass = 0; pass < 2; pass++) {
      for (const [at, { unit }] of basis.entries()) own[at] = (own[at] as number) + takeOut(rest, unit)
    }
    const size = normOf(rest)
    parts.push(own)
    if (size <= DEPENDENT * before || size === 0) continue
    own[basis.length] = size
    basis.push({ column, unit: rest.map((value) => value / size) })
  }
  const rank = basis.length
  const degrees = design.length - rank
  const residue = Float64Array.from(response)
  const projected = basis.map(({ unit }) => takeOut(residue, unit))
  const variance = degrees > 0 ? normOf(residue) ** 2 / degrees : Number.NaN
  return {
    rank,
    degrees,
    estimate(contrast) {
      const weights = weightsOf(contrast, { basis, parts })
      if (weights === undefined) return 'not-estimable'
      if (degrees < 1) return 'no-spread'
      let [value, squares] = [0, 0]
      for (const [at, weight] of weights.entries()) {
        value += weight * (projected[at] as number)
        squares += weight * weight
      }
      const standardError = Math.sqrt(variance * squares)
      const reach = studentQuantile975(degrees) * standardError
      return {
        value,
        standardError,
        interval: [value - reach, value + reach],
        p: standardError === 0 ? (value === 0 ? 1 : 0) : twoSided(value / standardError, degrees),
      }
    },
  }
}

/** Takes what lies along a unit vector out of a vector, and gives its length. */
function takeOut(vector: Float64Array, unit: Float64Array): number {
  let along = 0
  for (let at = 0; at < vector.length; at++) along += (vector[at] as number) * (unit[at] as number)
  for (let at = 0; at < vector.length; at++) {
    vector[at] = (vector[at] as number) - along * (unit[at] as number)
  }
  return along
}

function normOf(vector: Float64Array): number {
  return Math.hypot(...vector)
}

/** How much each basis vector counts in a contrast: the solution of Rᵀw = c. Undefined where dependent columns contradict. */
function weightsOf(
  contrast: readonly number[],
  {
    basis,
    parts,
  }: {
    readonly basis: readonly { readonly column: number }[]
    readonly parts: readonly Float64Array[]
  },
): readonly number[] | undefined {
  const weights: number[] = []
  const along = (part: Float64Array): number =>
    weights.reduce((sum, weight, at) => sum + weight * (part[at] as number), 0)
  for (const { column } of basis) {
    const part = parts[column] as Float64Array // one for each column
    weights.push(((contrast[column] ?? 0) - along(part)) / (part[weights.length] as number))
  }
  const scale = Math.max(1e-300, ...contrast.map(Math.abs))
  const kept = new Set(basis.map(({ column }) => column))
  const isOpen = contrast.some((value, column) => {
    const part = parts[column]
    return part !== undefined && !kept.has(column) && Math.abs(value - along(part)) > 1e-7 * scale
  })
  return isOpen ? undefined : weights
}

/** Chance of a t at least so far from 0. */
function twoSided(t: number, degrees: number): number {
  return incompleteBeta(degrees / (degrees + t * t), { a: degrees / 2, b: 0.5 })
}
