import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { populationDeviation } from './deviation.js'

describe('populationDeviation', () => {
  it('gives the published ± of four seeds', () => {
    expect(populationDeviation([0.22, 0.14, 0.12, 0.1])).toBeCloseTo(0.046, 3)
    expect(populationDeviation([0.28, 0.16, 0.2, 0.28])).toBeCloseTo(0.052, 3)
    expect(populationDeviation([0.1, 0.6, 0.54, 0.54])).toBeCloseTo(0.201, 3)
  })
  it('is 0 for one seed, and grows with the scale alone', () => {
    expect(populationDeviation([0.4])).toBe(0)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1 }), (values) => {
        const moved = values.map((value) => 7 - 3 * value)
        expect(populationDeviation(moved)).toBeCloseTo(3 * populationDeviation(values), 9)
      }),
    )
  })
  it('refuses no values', () => {
    expect(() => populationDeviation([])).toThrow(RangeError)
  })
})
