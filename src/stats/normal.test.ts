import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalCdf, normalQuantile } from './normal.js'

const file = new URL('../../test/fixtures/statistics/distributions.json', import.meta.url)
// Written by test/oracles/statistics.py, which also says the versions.
const oracle = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly normalCdf: readonly (readonly [number, number])[]
  readonly normalQuantile: readonly (readonly [number, number])[]
}

describe('normalCdf', () => {
  it.each(oracle.normalCdf)('at %d is %d, as SciPy has it, to 12 digits', (x, value) => {
    expect(Math.abs(normalCdf(x) / value - 1)).toBeLessThan(1e-12)
  })
  it('is symmetric and rises, also where its two ways meet', () => {
    for (let x = -9; x < 9; x += 0.01) {
      expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 14)
      expect(normalCdf(x + 0.01)).toBeGreaterThanOrEqual(normalCdf(x))
    }
  })
})

describe('normalQuantile', () => {
  it.each(oracle.normalQuantile)('of %d is %d, as SciPy has it, to 12 digits', (p, value) => {
    expect(Math.abs(normalQuantile(p) - value)).toBeLessThan(1e-12 * Math.max(1, Math.abs(value)))
  })
  it('inverts the distribution function', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-250, max: 0.5, noNaN: true }), (p) => {
        expect(Math.abs(normalCdf(normalQuantile(p)) / p - 1)).toBeLessThan(1e-11)
      }),
    )
  })
  it('reaches to both ends and not beyond', () => {
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY)
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY)
    expect(() => normalQuantile(-0.1)).toThrow(RangeError)
    expect(() => normalQuantile(Number.NaN)).toThrow(/NaN/)
  })
})
