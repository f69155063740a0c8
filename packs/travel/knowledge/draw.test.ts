import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomStream } from '../../../src/numeric/random.js'
import { apportion, between, weightedDraw } from './draw.js'
import { attractionNames, hotelNames, restaurantNames } from './synthetic-names.js'

describe('apportion', () => {
  it('shares by weight', () => {
    expect(apportion(10, [8, 1, 1])).toEqual([8, 1, 1])
    expect(apportion(7, [1, 1, 1])).toEqual([3, 2, 2])
  })

  it('adds up, and leaves nobody out where there is enough', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.nat(200), weights, (total, shares) => {
        const parts = apportion(total, shares)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(total >= shares.length ? 1 : 0)
      }),
    )
  })
})

describe('weightedDraw', () => {
  it('draws in proportion', () => {
    const draw = weightedDraw([1, 0.5, 6.5])
    const random = randomStream(1, 'test')
    const counts = [0, 0, 0]
    for (let run = 0; run < 16_000; run++) {
      const place = draw(random)
      counts[place] = (counts[place] ?? 0) + 1
    }
    // Expected 2,000, 1,000 and 13,000; four standard deviations are 167, 122 and 198.
    expect(Math.abs((counts[0] ?? 0) - 2000)).toBeLessThan(167)
    expect(Math.abs((counts[1] ?? 0) - 1000)).toBeLessThan(122)
  })

  it('keeps shares within bounds', () => {
    expect([-1, 0, 0.5, 1, 7].map((share) => between([10, 20], share))).toEqual([10, 10, 15, 20, 20])
  })
})

describe('invented names', () => {
  it('are all different, as many as the full base needs', () => {
    const hotel = hotelNames(randomStream(3, 'h'))
    expect(new Set(Array.from({ length: 47_589 }, (_, row) => hotel(row))).size).toBe(47_589)
    const restaurant = restaurantNames(randomStream(3, 'r'))
    expect(new Set(Array.from({ length: 17_975 }, (_, row) => restaurant(row))).size).toBe(17_975)
    const sight = attractionNames(randomStream(3, 'a'))
    expect(new Set(Array.from({ length: 728 }, (_, row) => sight(row, 'Art'))).size).toBe(728)
  })
})
