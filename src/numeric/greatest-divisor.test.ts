import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { greatestDivisor } from './greatest-divisor.js'

describe('greatestDivisor', () => {
  it('is what both are multiples of', () => {
    expect(
      [
        [12, 18],
        [18, 12],
        [7, 13],
        [0, 5],
        [5, 0],
      ].map(([left = 0, right = 0]) => greatestDivisor(left, right)),
    ).toEqual([6, 6, 1, 5, 5])
  })
  it('divides both, and leaves nothing in common', () => {
    const whole = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(whole, whole, (left, right) => {
        const divisor = greatestDivisor(left, right)
        expect([left % divisor, right % divisor]).toEqual([0, 0])
        expect(greatestDivisor(left / divisor, right / divisor)).toBe(1)
      }),
    )
  })
})
