import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastSquares } from './least-squares.js'

const fitted = (
  design: readonly (readonly number[])[],
  response: readonly number[],
  contrast: readonly number[],
) => {
  const estimate = leastSquares({ design, response }).estimate(contrast)
  if (typeof estimate === 'string') throw new Error(estimate)
  return estimate
}

describe('leastSquares', () => {
  it('fits a line by hand: y = 1, 3, 2 at x = 0, 1, 2 has the slope 1/2', () => {
    const { value, standardError, p } = fitted(
      [
        [1, 0],
        [1, 1],
        [1, 2],
      ],
      [1, 3, 2],
      [0, 1],
    )
    expect(value).toBeCloseTo(0.5, 12)
    // Residuals −½, 1, −½: variance 1.5 with one degree of freedom, over Σ(x − 1)² = 2.
    expect(standardError).toBeCloseTo(Math.sqrt(0.75), 12)
    // t = 0.577 with one degree: 1 − 2/π · atan(t).
    expect(p).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(0.5 / Math.sqrt(0.75)), 10)
  })

  it('tells combinations that dependent columns leave alone, and no others', () => {
    const design = [
      [1, 1, 0],
      [1, 1, 0],
      [1, 0, 1],
      [1, 0, 1],
    ]
    const fit = leastSquares({ design, response: [1, 2, 5, 6] })
    expect([fit.rank, fit.degrees]).toEqual([2, 2])
    expect(fit.estimate([0, 1, -1])).toMatchObject({ value: expect.closeTo(-4, 10) })
    expect(fit.estimate([1, 0, 1])).toMatchObject({ value: expect.closeTo(5.5, 10) })
    expect(fit.estimate([0, 1, 0])).toBe('not-estimable')
  })

  it('needs something left over to tell a spread', () => {
    expect(
      leastSquares({
        design: [
          [1, 0],
          [1, 1],
        ],
        response: [1, 2],
      }).estimate([0, 1]),
    ).toBe('no-spread')
    expect(() => leastSquares({ design: [[1], [Number.NaN]], response: [1, 2] })).toThrow(RangeError)
    expect(() => leastSquares({ design: [[1], [1, 2]], response: [1, 2] })).toThrow(RangeError)
    expect(() => leastSquares({ design: [[1], [1], [1]], response: [1, 2] })).toThrow(/one response/)
    expect(() => leastSquares({ design: [[1], [1]], response: [1, 2, 3] })).toThrow(/one response/)
  })

  it('finds the coefficients of responses without an error', () => {
    const number = fc.integer({ min: -5, max: 5 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, number), { minLength: 5, maxLength: 20 }),
        fc.tuple(number, number, number),
        (rows, [a, b, c]) => {
          const design = rows.map(([x, y]) => [1, x, y])
          const response = rows.map(([x, y]) => a + b * x + c * y)
          const fit = leastSquares({ design, response })
          fc.pre(fit.rank === 3)
          expect(fit.estimate([0, 1, -1])).toMatchObject({ value: expect.closeTo(b - c, 8) })
        },
      ),
    )
  })
})
