import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TopK } from './top-k.js'

describe('TopK', () => {
  it('knows the k-th largest number of a stream', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }))),
        fc.integer({ min: 1, max: 9 }),
        (values, k) => {
          const best = new TopK(k)
          for (const value of values) if (value > best.floor) best.add(value)
          const sorted = values.toSorted((left, right) => right - left)
          expect(best.floor + 0).toBe((sorted[k - 1] ?? Number.NEGATIVE_INFINITY) + 0)
        },
      ),
    )
  })
  it('has no floor before it is full', () => {
    const best = new TopK(2)
    best.add(5)
    expect(best.floor).toBe(Number.NEGATIVE_INFINITY)
    best.add(3)
    expect(best.floor).toBe(3)
  })
})
