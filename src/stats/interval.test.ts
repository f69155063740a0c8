import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantileOfSorted } from './interval.js'

describe('quantileOfSorted', () => {
  it('interpolates as NumPy does by default', () => {
    // numpy 2.4: percentile([1, 2, 4, 8, 16], [2.5, 50, 97.5])
    const values = [1, 2, 4, 8, 16]
    expect(quantileOfSorted(values, 0.025)).toBeCloseTo(1.1, 12)
    expect(quantileOfSorted(values, 0.5)).toBe(4)
    expect(quantileOfSorted(values, 0.975)).toBeCloseTo(15.2, 12)
  })

  it('gives the ends at 0 and 1, and the only value there is', () => {
    expect(quantileOfSorted([3, 5], 0)).toBe(3)
    expect(quantileOfSorted([3, 5], 1)).toBe(5)
    expect(quantileOfSorted([7], 0.3)).toBe(7)
  })

  it('refuses an empty list', () => {
    expect(() => quantileOfSorted([], 0.5)).toThrow(RangeError)
  })

  it('never falls as the share rises', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(values, share, share, (raw, one, other) => {
        const sorted = raw.toSorted((a, b) => a - b)
        const low = quantileOfSorted(sorted, Math.min(one, other))
        expect(low).toBeLessThanOrEqual(quantileOfSorted(sorted, Math.max(one, other)) + 1e-9)
      }),
    )
  })
})
