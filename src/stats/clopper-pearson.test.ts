import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clopperPearsonInterval } from './clopper-pearson.js'
import { newcombeInterval } from './mover.js'
import { wilsonInterval } from './wilson.js'

const file = new URL('../../test/fixtures/statistics/proportions.json', import.meta.url)
// Written by test/oracles/statistics.py, which also says the versions.
const oracle = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly clopperPearson: readonly (readonly [number, number, number, number])[]
  readonly wilson: readonly (readonly [number, number, number, number])[]
  readonly newcombe: readonly (readonly [number, number, number, number, number, number])[]
}

describe('clopperPearsonInterval', () => {
  it.each(oracle.clopperPearson)('%d of %d as statsmodels has it', (successes, n, low, high) => {
    const interval = clopperPearsonInterval({ successes, n })
    expect(Math.abs(interval[0] - low)).toBeLessThan(1e-12)
    expect(Math.abs(interval[1] - high)).toBeLessThan(1e-12)
  })
  it('is (0.025)^(1/n) to 1 when all succeed', () => {
    expect(clopperPearsonInterval({ successes: 10, n: 10 })).toEqual([expect.closeTo(0.025 ** 0.1, 14), 1])
  })
  it('holds the share and mirrors', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.integer({ min: 1, max: 400 }), (successes, more) => {
        const n = successes + more
        const [low, high] = clopperPearsonInterval({ successes, n })
        const mirrored = clopperPearsonInterval({ successes: n - successes, n })
        expect(low).toBeLessThanOrEqual(successes / n)
        expect(high).toBeGreaterThan(successes / n)
        expect(mirrored[0]).toBeCloseTo(1 - high, 12)
        expect(mirrored[1]).toBeCloseTo(1 - low, 12)
      }),
    )
  })
  it.each([
    [1, 0],
    [-1, 5],
    [6, 5],
  ])('refuses %d of %d', (successes, n) => {
    expect(() => clopperPearsonInterval({ successes, n })).toThrow(RangeError)
  })
})

describe('the intervals beside it', () => {
  it.each(oracle.wilson)('Wilson: %d of %d as statsmodels has it', (successes, n, low, high) => {
    const interval = wilsonInterval({ successes, n })
    expect(interval[0]).toBeCloseTo(low, 12)
    expect(interval[1]).toBeCloseTo(high, 12)
  })
  it.each([
    [6, 6, 0.61, 1],
    [0, 6, 0, 0.39],
    [4, 4, 0.51, 1],
    [8, 8, 0.676, 1],
    [7, 8, 0.529, 0.978],
    [258, 269, 0.928, 0.977],
    [249, 269, 0.888, 0.951],
    [27, 269, 0.07, 0.142],
    [74, 138, 0.453, 0.617],
    [59, 138, 0.348, 0.511],
    [9, 100, 0.048, 0.162],
    [17, 100, 0.109, 0.255],
  ])('Wilson: %d of %d is [%d, %d]', (successes, n, low, high) => {
    const interval = wilsonInterval({ successes, n })
    expect(interval.map((bound) => Math.round(bound * 1000) / 1000)).toEqual([low, high])
  })
  it.each(oracle.newcombe)(
    'Newcombe, unpaired: %d of %d less %d of %d as statsmodels has it',
    (k1, n1, k2, n2, low, high) => {
      const interval = newcombeInterval([
        { weight: 1, successes: k1, n: n1 },
        { weight: -1, successes: k2, n: n2 },
      ])
      expect(interval[0]).toBeCloseTo(low, 12)
      expect(interval[1]).toBeCloseTo(high, 12)
    },
  )
})
