import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomStream } from '../numeric/random.js'
import { exactMcNemar } from './mcnemar.js'
import { signFlipTest } from './sign-flip.js'

const file = new URL('../../test/fixtures/statistics/sign-flips.json', import.meta.url)
// Written by test/oracles/statistics.py, which also says the versions.
const oracle = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly cases: readonly {
    readonly name: string
    readonly differences: readonly number[]
    readonly clusters: readonly number[]
    readonly difference: number
    readonly p: number
    readonly interval: readonly (number | null)[]
  }[]
}
const random = randomStream(0, 'sign flips')

describe('signFlipTest', () => {
  it.each(oracle.cases)('$name: p and bounds as by all assignments and bisection in NumPy', (example) => {
    const { differences, clusters } = example
    const test = signFlipTest({ differences, clusters, random })
    expect(test.isExact).toBe(true)
    expect(test.difference).toBeCloseTo(example.difference, 12)
    expect(test.p).toBeCloseTo(example.p, 12)
    for (const [index, bound] of example.interval.entries()) {
      if (bound === null) expect(Math.abs(test.interval[index] as number)).toBe(Number.POSITIVE_INFINITY)
      else expect(test.interval[index]).toBeCloseTo(bound, 8)
    }
  })

  it('is the exact McNemar test on single items of right and wrong', () => {
    const outcomes = fc.array(fc.constantFrom(-1, 0, 1), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(outcomes, (differences) => {
        const onlyA = differences.filter((value) => value < 0).length
        const onlyB = differences.filter((value) => value > 0).length
        expect(signFlipTest({ differences, random }).p).toBeCloseTo(exactMcNemar({ onlyA, onlyB }), 12)
      }),
    )
  })

  it('rejects nothing below six clusters, and all that differs from a shared value with six', () => {
    const ones = (count: number) => Array.from({ length: count }, () => 0.5)
    expect(signFlipTest({ differences: ones(5), random })).toMatchObject({
      p: 2 / 32,
      interval: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    })
    expect(signFlipTest({ differences: ones(6), random })).toMatchObject({ p: 2 / 64, interval: [0.5, 0.5] })
  })

  const value = fc.integer({ min: -10, max: 10 }).map((tenth) => tenth / 10)
  const clustered = fc.array(fc.tuple(value, fc.nat(29)), { minLength: 1, maxLength: 60 }).map((rows) => {
    const numbers = new Map(
      [...new Set(rows.map(([, cluster]) => cluster))].map((cluster, index) => [cluster, index]),
    )
    return {
      differences: rows.map(([difference]) => difference),
      clusters: rows.map(([, cluster]) => numbers.get(cluster) as number),
    }
  })
  const test = (request: { differences: readonly number[]; clusters: readonly number[] }) =>
    signFlipTest({ ...request, permutations: 400, random: randomStream(1, 'same') })

  it('turns round when the subjects change places', () => {
    fc.assert(
      fc.property(clustered, ({ differences, clusters }) => {
        const one = test({ differences, clusters })
        const other = test({ differences: differences.map((difference) => -difference), clusters })
        expect(other.p).toBe(one.p)
        expect(other.interval[0]).toBeCloseTo(-one.interval[1], 9)
        expect(other.interval[1]).toBeCloseTo(-one.interval[0], 9)
      }),
    )
  })

  it('moves its interval along when all differences move', () => {
    fc.assert(
      fc.property(clustered, ({ differences, clusters }) => {
        const one = test({ differences, clusters })
        const moved = test({ differences: differences.map((difference) => difference + 0.25), clusters })
        // Bounds are snapped to 0 where rounding would part them from p, by a hair.
        expect(moved.interval[0]).toBeCloseTo(one.interval[0] + 0.25, 6)
        expect(moved.interval[1]).toBeCloseTo(one.interval[1] + 0.25, 6)
      }),
    )
  })

  it('leaves 0 out exactly when it rejects', () => {
    fc.assert(
      fc.property(clustered, (request) => {
        const { p, interval } = test(request)
        expect(interval[0] > 0 || interval[1] < 0).toBe(p <= 0.05)
      }),
    )
  })

  it('keeps 0 where p does, though rounding parts equal totals', () => {
    // 0.1 + 0.2 − 0.3 is 5.6e-17, so that totals which equal the observed one on paper differ by a hair.
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0.1, 0.2, 0.3, 0.7, -0.1, -0.3), { minLength: 6, maxLength: 14 }),
        (differences) => {
          const { p, interval } = signFlipTest({ differences, random })
          const whole = signFlipTest({
            differences: differences.map((value) => Math.round(value * 10)),
            random,
          })
          expect(p).toBe(whole.p)
          expect(interval[0] > 0 || interval[1] < 0).toBe(p <= 0.05)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('draws near the exact result where both are open', () => {
    const draws = randomStream(3, 'near')
    const differences = Array.from({ length: 16 }, () => draws.uniform() - 0.3)
    const exact = signFlipTest({ differences, random })
    // A seventeenth cluster that hardly counts makes it draw.
    const drawn = signFlipTest({
      differences: [...differences, 1e-9],
      clusters: [...differences.map((_, index) => index), 16],
      permutations: 40_000,
      random: randomStream(4, 'near'),
    })
    expect(exact.isExact).toBe(true)
    expect(drawn.isExact).toBe(false)
    expect(drawn.p).toBeCloseTo(exact.p, 2)
    expect(drawn.interval[0]).toBeCloseTo(exact.interval[0], 1)
    expect(drawn.interval[1]).toBeCloseTo(exact.interval[1], 1)
  })

  it('comes near the normal interval with many clusters', () => {
    const draws = randomStream(5, 'many')
    const differences = Array.from({ length: 3000 }, () => draws.below(3) - 1 + 0.1)
    const { interval, difference, p } = signFlipTest({ differences, random: randomStream(6, 'many') })
    const spread = Math.sqrt(differences.reduce((sum, d) => sum + (d - difference) ** 2, 0)) / 3000
    expect(interval[0]).toBeCloseTo(difference - 1.96 * spread, 2)
    expect(interval[1]).toBeCloseTo(difference + 1.96 * spread, 2)
    expect(p).toBeLessThan(0.001)
    expect(p).toBeGreaterThanOrEqual(1 / 10_001)
  })

  it('is the same for the same seed', () => {
    const differences = Array.from({ length: 50 }, (_, index) => ((index * 7) % 11) / 11 - 0.4)
    const run = () => signFlipTest({ differences, random: randomStream(9, 'same') })
    expect(run()).toEqual(run())
  })
})
