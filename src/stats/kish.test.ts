import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kishEffectiveSize } from './kish.js'

describe('kishEffectiveSize', () => {
  it('matches a calculation by hand: sizes 3, 1 give 16 / 10', () => {
    expect(kishEffectiveSize([3, 1])).toBeCloseTo(1.6, 12)
  })

  it('is the number of clusters when all are equal, 1 for one, 0 for none', () => {
    expect(kishEffectiveSize([4, 4, 4, 4, 4])).toBeCloseTo(5, 12)
    expect(kishEffectiveSize([9])).toBe(1)
    expect(kishEffectiveSize([])).toBe(0)
    expect(kishEffectiveSize([0, 0])).toBe(0)
  })

  it('lies between 1 and the number of weights, and does not depend on their scale', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 9 }), (sizes, factor) => {
        const effective = kishEffectiveSize(sizes)
        expect(effective).toBeGreaterThanOrEqual(1 - 1e-9)
        expect(effective).toBeLessThanOrEqual(sizes.length + 1e-9)
        expect(kishEffectiveSize(sizes.map((size) => size * factor))).toBeCloseTo(effective, 9)
      }),
    )
  })
  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('refuses a weight of %d', (weight) => {
    expect(() => kishEffectiveSize([1, weight])).toThrow(/is no weight/)
  })
})
