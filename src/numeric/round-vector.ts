export interface Rounding {
  /** What the whole numbers are to be multiplied by, in single precision; 0 for a vector of zeros. */
  readonly scale: number
  /** Length of the difference between the vector and its rounding. */
  readonly residue: number
  /** Length of the vector. */
  readonly length: number
}

/** Added and taken away again, this rounds a number below 2^51 to the nearest whole one, in a fifth of Math.round's time. */
const ROUNDER = 1.5 * 2 ** 52
/** Below the smallest normal number of single precision a scale would be off. */
const SMALLEST_SCALE = 2 ** -126

/**
 * Rounds a vector to whole numbers of at most `largest`, written to `target`, which is at least as long; what it has
 * beyond becomes 0.
 */
export function roundVector(vector: Float64Array, largest: number, target: Int16Array): Rounding {
  let maximum = 0
  let squares = 0
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at] as number // in range by the loop's bound, as below
    const size = Math.abs(value)
    if (size > maximum) maximum = size
    squares += value * value
  }
  const length = Math.sqrt(squares)
  const scale = Math.fround(maximum / largest)
  if (scale < SMALLEST_SCALE) {
    target.fill(0)
    return { scale: 0, residue: length, length }
  }
  target.fill(0, vector.length)
  // The quotient can exceed `largest` by a rounding error of the scale, which the rounding takes away again.
  const perUnit = 1 / scale
  let left = 0
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at] as number
    const whole = value * perUnit + ROUNDER - ROUNDER
    target[at] = whole
    const rest = value - whole * scale
    left += rest * rest
  }
  return { scale, residue: Math.sqrt(left), length }
}
