import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newcombePairedInterval } from './newcombe-paired.js'

describe('newcombePairedInterval', () => {
  // Newcombe (1998), the worked examples of method 10; the last one: Fagerland, Lydersen and Laake (2017), chapter 8.
  // Both report A − B.
  it.each([
    [36, 12, 2, 0, 0.0569, 0.3404],
    [18, 12, 2, 18, 0.0562, 0.329],
    [53, 0, 0, 1, -0.0729, 0.0729],
    [0, 30, 0, 0, 0.8395, 1],
    [59, 6, 16, 80, -0.1186, -0.0046],
  ])('both %d, A %d, B %d, neither %d', (both, onlyA, onlyB, neither, low, high) => {
    const interval = newcombePairedInterval({ both, onlyA: onlyB, onlyB: onlyA, neither })
    expect(interval[0]).toBeCloseTo(low, 4)
    expect(interval[1]).toBeCloseTo(high, 4)
  })
  it('turns round when the subjects change places, and stays within −1 and 1', () => {
    const count = fc.nat(40)
    fc.assert(
      fc.property(count, count, count, count, (both, onlyA, onlyB, neither) => {
        fc.pre(both + onlyA + onlyB + neither > 0)
        const [low, high] = newcombePairedInterval({ both, onlyA, onlyB, neither })
        const turned = newcombePairedInterval({ both, onlyA: onlyB, onlyB: onlyA, neither })
        expect(turned[0]).toBeCloseTo(-high, 12)
        expect(turned[1]).toBeCloseTo(-low, 12)
        expect(low).toBeGreaterThanOrEqual(-1 - 1e-12)
        expect(high).toBeLessThanOrEqual(1 + 1e-12)
      }),
    )
  })
  it('refuses no items and negative counts', () => {
    expect(() => newcombePairedInterval({ both: 0, onlyA: 0, onlyB: 0, neither: 0 })).toThrow(RangeError)
    expect(() => newcombePairedInterval({ both: 5, onlyA: -1, onlyB: 0, neither: 0 })).toThrow(RangeError)
  })
})
