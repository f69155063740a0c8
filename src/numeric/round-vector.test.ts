import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundVector } from './round-vector.js'

describe('roundVector', () => {
  it('rounds by hand: a scale of 1/2 and a rest of 0.2', () => {
    const target = new Int16Array(4).fill(9)
    const { scale, residue, length } = roundVector(Float64Array.of(2, -1, 0.2), 4, target)
    expect([...target]).toEqual([4, -2, 0, 0])
    expect(scale).toBe(0.5)
    expect(residue).toBeCloseTo(0.2, 12)
    expect(length).toBeCloseTo(Math.sqrt(5.04), 12)
  })
  it('turns zeros, and what is too small for a scale, into zeros and leaves the rest over', () => {
    const target = new Int16Array(2).fill(9)
    expect(roundVector(Float64Array.of(0, 0), 127, target)).toEqual({ scale: 0, residue: 0, length: 0 })
    expect(roundVector(Float64Array.of(1e-40, 0), 127, target)).toMatchObject({ scale: 0, residue: 1e-40 })
    expect([...target]).toEqual([0, 0])
  })
  it('stays within the largest number, and what it leaves over is the difference', () => {
    const vector = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 }), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(vector, fc.constantFrom(127, 5503, 32_767), (values, largest) => {
        const target = new Int16Array(48)
        const { scale, residue } = roundVector(Float64Array.from(values), largest, target)
        const rest = Math.hypot(...values.map((value, at) => value - scale * (target[at] ?? 0)))
        expect(Math.max(...target.map(Math.abs))).toBeLessThanOrEqual(largest)
        expect(residue).toBeCloseTo(rest, 9)
      }),
    )
  })
})
