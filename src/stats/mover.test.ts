import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moverInterval, newcombeInterval } from './mover.js'
import { wilsonInterval } from './wilson.js'

const difference = (a: number, m: number, b: number, n: number) =>
  newcombeInterval([
    { weight: 1, successes: a, n: m },
    { weight: -1, successes: b, n },
  ])

describe('newcombeInterval', () => {
  // Newcombe (1998), table II, method 10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ])('gives the published interval of %i/%i − %i/%i', (a, m, b, n, low, high) => {
    const interval = difference(a, m, b, n)
    expect(interval[0]).toBeCloseTo(low, 4)
    expect(interval[1]).toBeCloseTo(high, 4)
  })

  it('is Wilson’s for one proportion', () => {
    const [low, high] = newcombeInterval([{ weight: 1, successes: 7, n: 8 }])
    const [wilsonLow, wilsonHigh] = wilsonInterval({ successes: 7, n: 8 })
    expect(low).toBeCloseTo(wilsonLow, 12)
    expect(high).toBeCloseTo(wilsonHigh, 12)
  })

  it('computes balanced accuracy by hand: 8/10 and 6/10', () => {
    const [low1, high1] = wilsonInterval({ successes: 8, n: 10 })
    const [low2, high2] = wilsonInterval({ successes: 6, n: 10 })
    const interval = newcombeInterval([
      { weight: 0.5, successes: 8, n: 10 },
      { weight: 0.5, successes: 6, n: 10 },
    ])
    expect(interval[0]).toBeCloseTo(0.7 - 0.5 * Math.hypot(0.8 - low1, 0.6 - low2), 12)
    expect(interval[1]).toBeCloseTo(0.7 + 0.5 * Math.hypot(high1 - 0.8, high2 - 0.6), 12)
  })

  it('holds the estimate, and turns with the sign', () => {
    const proportion = fc
      .integer({ min: 1, max: 60 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
    fc.assert(
      fc.property(proportion, proportion, ([a, m], [b, n]) => {
        const [low, high] = difference(a, m, b, n)
        const [turnedLow, turnedHigh] = difference(b, n, a, m)
        expect(low).toBeLessThanOrEqual(a / m - b / n + 1e-12)
        expect(high).toBeGreaterThanOrEqual(a / m - b / n - 1e-12)
        expect(turnedLow).toBeCloseTo(-high, 9)
        expect(turnedHigh).toBeCloseTo(-low, 9)
      }),
    )
  })
})

describe('moverInterval', () => {
  it('keeps the skew of each interval', () => {
    const interval = moverInterval([
      { weight: 1, value: 0.5, interval: [0.4, 0.9] },
      { weight: 1, value: 0.5, interval: [0.2, 0.9] },
    ])
    expect(interval[0]).toBeCloseTo(1 - Math.hypot(0.1, 0.3), 12)
    expect(interval[1]).toBeCloseTo(1 + Math.hypot(0.4, 0.4), 12)
  })
  it('refuses what would come out as NaN', () => {
    const estimate = { weight: 1, value: 0.5, interval: [0.4, 0.9] } as const
    expect(() => moverInterval([])).toThrow(RangeError)
    expect(() => moverInterval([estimate, { ...estimate, value: Number.NaN }])).toThrow(RangeError)
    expect(() => newcombeInterval([{ weight: 1, successes: 0, n: 0 }])).toThrow(RangeError)
  })
})
