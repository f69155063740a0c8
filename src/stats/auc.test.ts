import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomStream } from '../numeric/random.js'
import { areaUnderCurve, bootstrapArea, newcombeAreaInterval } from './auc.js'

describe('areaUnderCurve', () => {
  it('counts pairs, ties half', () => {
    // 3 > 1, 3 > 2, 2 > 1, 2 = 2: 3.5 of 4.
    expect(areaUnderCurve({ positives: [3, 2], negatives: [1, 2] })).toBe(0.875)
    expect(areaUnderCurve({ positives: [Number.NEGATIVE_INFINITY], negatives: [-5] })).toBe(0)
    expect(areaUnderCurve({ positives: [], negatives: [1] })).toBeNaN()
    expect(() => areaUnderCurve({ positives: [Number.NaN], negatives: [1] })).toThrow(RangeError)
  })

  it('is what comparing every pair gives, and turns around with the classes', () => {
    const values = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(values, values, (positives, negatives) => {
        let sum = 0
        for (const up of positives) for (const down of negatives) sum += up > down ? 1 : up === down ? 0.5 : 0
        const area = areaUnderCurve({ positives, negatives })
        expect(area).toBeCloseTo(sum / (positives.length * negatives.length), 12)
        expect(areaUnderCurve({ positives: negatives, negatives: positives })).toBeCloseTo(1 - area, 12)
      }),
    )
  })
})

describe('bootstrapArea', () => {
  const values = (count: number, shift: number, label: string) => {
    const random = randomStream(1, label)
    return Array.from({ length: count }, () => random.uniform() + shift)
  }
  const positives = values(60, 0.3, 'up')
  const negatives = values(50, 0, 'down')
  const single = Array.from({ length: 110 }, (_, item) => item)

  it('comes near the interval of Newcombe where values are independent', () => {
    const area = areaUnderCurve({ positives, negatives })
    const drawn = bootstrapArea({
      positives,
      negatives,
      clusters: single,
      resamples: 2000,
      random: randomStream(0, 'x'),
    })
    const closed = newcombeAreaInterval({ area, positives: 60, negatives: 50 })
    expect(drawn?.[0]).toBeGreaterThan(0)
    expect(Math.abs((drawn?.[0] ?? 0) - closed[0])).toBeLessThan(0.03)
    expect(Math.abs((drawn?.[1] ?? 0) - closed[1])).toBeLessThan(0.03)
  })

  it('is wider where values come in clusters that move together', () => {
    const clustered = (size: number) => single.map((item) => Math.floor(item / size))
    const sorted = [...positives].sort()
    const width = (clusters: readonly number[]) => {
      const interval = bootstrapArea({
        positives: sorted,
        negatives: [...negatives].sort(),
        clusters,
        resamples: 1000,
        random: randomStream(0, 'x'),
      })
      return interval === undefined ? 0 : interval[1] - interval[0]
    }
    expect(width(clustered(5))).toBeGreaterThan(1.5 * width(single))
  })

  it('says nothing where draws often lack a class', () => {
    const request = { positives: [1], negatives: [0], clusters: [0, 1], random: randomStream(0, 'x') }
    expect(bootstrapArea({ ...request, resamples: 100 })).toBeUndefined()
  })
})

describe('newcombeAreaInterval', () => {
  it('solves its own equation, and has a width at the ends', () => {
    const [low, high] = newcombeAreaInterval({ area: 0.8, positives: 30, negatives: 20 })
    const half = 24
    for (const theta of [low, high]) {
      const shape = 1 + (half * (1 - theta)) / (2 - theta) + (half * theta) / (1 + theta)
      expect((theta - 0.8) ** 2).toBeCloseTo((1.959963984540054 ** 2 * theta * (1 - theta) * shape) / 600, 10)
    }
    const [from, to] = newcombeAreaInterval({ area: 1, positives: 20, negatives: 20 })
    expect(to).toBe(1)
    expect(from).toBeGreaterThan(0.8)
    expect(from).toBeLessThan(0.95)
    expect(newcombeAreaInterval({ area: 0, positives: 20, negatives: 20 })[1]).toBeCloseTo(1 - from, 10)
  })
})
