import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { incompleteBeta, incompleteBetaInverse } from './beta.js'
import { studentQuantile975 } from './student.js'

const file = new URL('../../test/fixtures/statistics/distributions.json', import.meta.url)
// Written by test/oracles/statistics.py, which also says the versions.
const oracle = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly incompleteBeta: readonly (readonly [number, number, number, number])[]
  readonly incompleteBetaInverse: readonly (readonly [number, number, number, number])[]
  readonly studentQuantile975: readonly (readonly [number, number])[]
}

describe('incompleteBeta', () => {
  it.each(oracle.incompleteBeta)('of %d, %d at %d is %d, as SciPy has it', (a, b, x, value) => {
    expect(Math.abs(incompleteBeta(x, { a, b }) - value)).toBeLessThan(1e-12)
  })
  it('adds binomial probabilities', () => {
    // P(X ≤ 2), X ~ Binomial(5, 0.3): 0.7^5 + 5·0.3·0.7^4 + 10·0.09·0.7^3
    expect(1 - incompleteBeta(0.3, { a: 3, b: 3 })).toBeCloseTo(0.16807 + 0.36015 + 0.3087, 14)
  })
  it('mirrors, and ends at 0 and 1', () => {
    const size = fc.double({ min: 0.1, max: 3000, noNaN: true })
    fc.assert(
      fc.property(size, size, fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (a, b, x) => {
        const left = incompleteBeta(x, { a, b })
        expect(left + incompleteBeta(1 - x, { a: b, b: a })).toBeCloseTo(1, 11)
      }),
    )
    expect(incompleteBeta(0, { a: 2, b: 3 })).toBe(0)
    expect(incompleteBeta(1, { a: 2, b: 3 })).toBe(1)
  })
})

describe('incompleteBetaInverse', () => {
  it.each(oracle.incompleteBetaInverse)('of %d, %d at %d is %d, as SciPy has it', (a, b, p, value) => {
    expect(Math.abs(incompleteBetaInverse(p, { a, b }) - value)).toBeLessThan(1e-12)
  })
  it('inverts', () => {
    const size = fc.double({ min: 0.5, max: 500, noNaN: true })
    fc.assert(
      fc.property(size, size, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (a, b, p) => {
        const x = incompleteBetaInverse(p, { a, b })
        // Near 1 neighbouring doubles lie too far apart for a close inverse.
        fc.pre(x < 0.999999)
        expect(incompleteBeta(x, { a, b })).toBeCloseTo(p, 9)
      }),
    )
  })
  it('refuses what is no probability', () => {
    expect(incompleteBetaInverse(0, { a: 2, b: 3 })).toBe(0)
    expect(() => incompleteBetaInverse(1.5, { a: 2, b: 3 })).toThrow(RangeError)
  })
})

describe('studentQuantile975', () => {
  it.each(oracle.studentQuantile975)('of %d degrees is %d, as SciPy has it', (degrees, value) => {
    expect(Math.abs(studentQuantile975(degrees) / value - 1)).toBeLessThan(1e-12)
  })
})
