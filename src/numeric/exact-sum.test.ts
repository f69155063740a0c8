import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onGrid } from './exact-sum.js'

const value = fc.double({ min: -100, max: 100, noNaN: true })

describe('onGrid', () => {
  it('moves a number by at most half a step of 2^-36', () => {
    fc.assert(
      fc.property(value, (number) => {
        expect(Math.abs(onGrid(number) - number)).toBeLessThanOrEqual(2 ** -37)
        expect(Number.isInteger(onGrid(number) * 2 ** 36)).toBe(true)
      }),
    )
  })
  it('makes sums that do not depend on the order', () => {
    const sum = (numbers: readonly number[]): number =>
      numbers.reduce((total, number) => total + onGrid(number), 0)
    fc.assert(
      fc.property(fc.array(value, { maxLength: 50 }), (numbers) => {
        expect(sum(numbers.toReversed())).toBe(sum(numbers))
        expect(sum(numbers.toSorted())).toBe(sum(numbers))
      }),
    )
  })
})
