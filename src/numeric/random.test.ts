import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomStream, shuffled } from './random.js'

describe('randomStream', () => {
  it('gives the same numbers for the same seed and label, on every machine', () => {
    const random = randomStream(0, 'golden')
    expect(Array.from({ length: 8 }, () => random.below(1000))).toMatchInlineSnapshot(`
      [
        39,
        209,
        907,
        289,
        482,
        904,
        484,
        685,
      ]
    `)
    expect(randomStream(42, 'x').uniform()).toMatchInlineSnapshot(`0.47110864256488383`)
  })

  it('gives other numbers for another seed or label', () => {
    const draws = (seed: number, label: string): string => {
      const random = randomStream(seed, label)
      return Array.from({ length: 20 }, () => random.below(1_000_000)).join()
    }
    const all = [
      draws(0, 'a'),
      draws(1, 'a'),
      draws(0, 'b'),
      draws(0, ''),
      draws(-1, 'a'),
      draws(1, '1a'),
      draws(11, 'a'),
    ]
    expect(new Set(all).size).toBe(all.length)
  })

  it('is not moved by other streams', () => {
    const alone = randomStream(7, 'a')
    const first = [alone.below(100), alone.below(100), alone.uniform()]
    const beside = randomStream(7, 'a')
    const other = randomStream(7, 'b')
    const mixed = [beside.below(100), other.below(100), beside.below(100), other.uniform(), beside.uniform()]
    expect([mixed[0], mixed[2], mixed[4]]).toEqual(first)
  })

  it('stays within its bounds', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.string(),
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        (seed, label, bound) => {
          const random = randomStream(seed, label)
          for (let draw = 0; draw < 20; draw++) {
            const integer = random.below(bound)
            expect(Number.isInteger(integer) && integer >= 0 && integer < bound).toBe(true)
            const uniform = random.uniform()
            expect(uniform >= 0 && uniform < 1).toBe(true)
          }
        },
      ),
    )
    expect(randomStream(0, 'one').below(1)).toBe(0)
  })

  it('favours no value: chi-square of 60,000 throws of a die below the 0.1 % bound', () => {
    const random = randomStream(3, 'die')
    const counts = [0, 0, 0, 0, 0, 0]
    for (let throws = 0; throws < 60_000; throws++) {
      const face = random.below(6)
      counts[face] = (counts[face] ?? 0) + 1
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
    expect(chiSquare).toBeLessThan(20.52)
  })

  it('spreads uniform draws evenly: Kolmogorov–Smirnov of 20,000 below the 0.1 % bound', () => {
    const random = randomStream(5, 'ks')
    const draws = Array.from({ length: 20_000 }, () => random.uniform()).sort((a, b) => a - b)
    const distance = Math.max(...draws.map((draw, index) => Math.abs(draw - (index + 0.5) / draws.length)))
    expect(distance).toBeLessThan(1.95 / Math.sqrt(draws.length))
  })
})

describe('shuffled', () => {
  it('keeps every value and leaves the list as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (values, seed) => {
        const before = [...values]
        const result = shuffled(values, randomStream(seed, 'shuffle'))
        expect([...result].sort((a, b) => a - b)).toEqual([...values].sort((a, b) => a - b))
        expect(values).toEqual(before)
      }),
    )
  })

  it('makes all six orders of three about equally often', () => {
    const random = randomStream(9, 'orders')
    const counts = new Map<string, number>()
    for (let round = 0; round < 12_000; round++) {
      const order = shuffled(['a', 'b', 'c'], random).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)
    expect(chiSquare).toBeLessThan(20.52)
  })
})
