import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holmAdjusted } from './holm.js'
import { minimumDetectableDifference, neededUnits } from './power.js'

const file = new URL('../../test/fixtures/statistics/planning.json', import.meta.url)
// Written by test/oracles/statistics.py, which also says the versions.
const oracle = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly holm: readonly (readonly [readonly number[], readonly number[]])[]
  readonly detectable: readonly (readonly [number, number, number, number])[]
}

describe('holmAdjusted', () => {
  it.each(oracle.holm)('%j as statsmodels has it', (values, adjusted) => {
    for (const [index, value] of holmAdjusted(values).entries())
      expect(value).toBeCloseTo(adjusted[index] as number, 14)
  })
  it('by hand: 0.01 × 3, 0.02 × 2, and the last no less than the one before', () => {
    expect(holmAdjusted([0.03, 0.01, 0.02])).toEqual([0.04, 0.03, 0.04])
    expect(holmAdjusted([])).toEqual([])
  })
  it.each([Number.NaN, -0.01, 1.01])('refuses %d, which is no probability', (value) => {
    expect(() => holmAdjusted([0.03, value])).toThrow(RangeError)
  })
  it('never lowers a p and keeps their order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (values) => {
        const adjusted = holmAdjusted(values)
        for (const [index, value] of values.entries()) {
          expect(adjusted[index]).toBeGreaterThanOrEqual(value)
          for (const [other, right] of values.entries()) {
            if (value < right) expect(adjusted[index]).toBeLessThanOrEqual(adjusted[other] as number)
          }
        }
      }),
    )
  })
})

describe('minimumDetectableDifference', () => {
  it.each(oracle.detectable)(
    'of %d units with deviation %d and power %d is %d, as statsmodels has it',
    (n, standardDeviation, power, difference) => {
      // statsmodels also counts the chance to reject on the wrong side, below 1e-6 here.
      expect(minimumDetectableDifference({ n, standardDeviation, power })).toBeCloseTo(difference, 5)
    },
  )
  it('puts a gap of ten points at the limit of 138 pairs of which 18 % are discordant', () => {
    const standardDeviation = Math.sqrt(0.18)
    expect(minimumDetectableDifference({ n: 138, standardDeviation })).toBeCloseTo(0.101, 3)
  })
  it('is undone by neededUnits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 20_000 }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (n, standardDeviation) => {
          const difference = minimumDetectableDifference({ n, standardDeviation })
          expect(Math.abs(neededUnits({ standardDeviation, difference }) - n)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
  it('refuses no units and no difference', () => {
    expect(() => minimumDetectableDifference({ n: 0, standardDeviation: 1 })).toThrow(RangeError)
    expect(() => neededUnits({ difference: 0, standardDeviation: 1 })).toThrow(RangeError)
    expect(() => neededUnits({ difference: 1, standardDeviation: Number.NaN })).toThrow(RangeError)
  })
})
