import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactMcNemar } from './mcnemar.js'

const file = new URL('../../test/fixtures/statistics/proportions.json', import.meta.url)
// Written by test/oracles/statistics.py, which also says the versions.
const oracle = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly mcnemar: readonly (readonly [number, number, number])[]
}

describe('exactMcNemar', () => {
  it.each(oracle.mcnemar)('%d against %d is %d, as statsmodels has it', (onlyA, onlyB, p) => {
    expect(Math.abs(exactMcNemar({ onlyA, onlyB }) - p)).toBeLessThan(1e-12)
  })
  it('is 0.00408 for 20 against 5, and 2/2^m when all fall to one side', () => {
    expect(exactMcNemar({ onlyA: 20, onlyB: 5 })).toBeCloseTo(0.00408, 5)
    expect(exactMcNemar({ onlyA: 0, onlyB: 10 })).toBeCloseTo(2 / 1024, 15)
  })
  it('is the sum that defines it', () => {
    fc.assert(
      fc.property(fc.nat(25), fc.nat(25), (onlyA, onlyB) => {
        const m = onlyA + onlyB
        let sum = 0
        let ways = 1
        for (let i = 0; i <= Math.min(onlyA, onlyB); i++) {
          sum += ways
          ways = (ways * (m - i)) / (i + 1)
        }
        expect(exactMcNemar({ onlyA, onlyB })).toBeCloseTo(Math.min(1, (2 * sum) / 2 ** m), 12)
        expect(exactMcNemar({ onlyA: onlyB, onlyB: onlyA })).toBe(exactMcNemar({ onlyA, onlyB }))
      }),
    )
  })
  it.each([
    [-1, 3],
    [1.5, 3],
    [Number.NaN, 0],
  ])('refuses %d against %d', (onlyA, onlyB) => {
    expect(() => exactMcNemar({ onlyA, onlyB })).toThrow(RangeError)
  })
})
