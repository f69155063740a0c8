import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { randomStream } from '../numeric/random.js'
import { maxStatisticTest } from './max-statistic.js'
import { signFlipTest } from './sign-flip.js'

const file = new URL('../../test/fixtures/statistics/max-statistic.json', import.meta.url)
// Written by test/oracles/statistics.py, which also says the versions.
const oracle = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly columns: readonly (readonly number[])[]
  readonly clusters: readonly number[]
  readonly statistics: readonly number[]
  readonly twoSided: readonly number[]
  readonly greater: readonly number[]
}

describe('maxStatisticTest', () => {
  it.each([
    ['two-sided', oracle.twoSided],
    ['greater', oracle.greater],
  ] as const)('%s: near all assignments in NumPy', (alternative, expected) => {
    const { columns, clusters } = oracle
    const result = maxStatisticTest({
      columns,
      clusters,
      alternative,
      permutations: 40_000,
      random: randomStream(0, 'a'),
    })
    for (const [index, p] of expected.entries()) {
      expect(result.p[index]).toBeCloseTo(p, 2)
      const statistic = oracle.statistics[index] as number
      expect(result.statistics[index]).toBeCloseTo(
        alternative === 'greater' ? statistic : Math.abs(statistic),
        12,
      )
    }
  })

  it('is the sign-flip test when there is one candidate', () => {
    const column = Array.from({ length: 14 }, (_, index) => ((index * 5) % 7) / 7 - 0.2)
    const { p } = maxStatisticTest({
      columns: [column],
      alternative: 'two-sided',
      permutations: 40_000,
      random: randomStream(0, 'b'),
    })
    expect(p[0]).toBeCloseTo(signFlipTest({ differences: column, random: randomStream(0, 'c') }).p, 2)
  })

  it('does not fall for the best of 200 rules that guess, and sees the one that knows', () => {
    const draws = randomStream(2, 'rules')
    const guess = () => Array.from({ length: 120 }, () => (draws.below(2) === 0 ? 1 : -1))
    const guesses = Array.from({ length: 200 }, guess)
    const request = { alternative: 'greater', permutations: 500 } as const
    const blind = maxStatisticTest({ ...request, columns: guesses, random: randomStream(0, 'd') })
    expect(Math.min(...blind.p)).toBeGreaterThan(0.05)
    const knows = Array.from({ length: 120 }, () => (draws.below(10) < 8 ? 1 : -1))
    const seen = maxStatisticTest({ ...request, columns: [...guesses, knows], random: randomStream(0, 'd') })
    expect(seen.p.at(-1)).toBeLessThan(0.01)
  })

  it('gives a candidate that never speaks p 1', () => {
    const columns = [
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ]
    expect(
      maxStatisticTest({ columns, alternative: 'two-sided', permutations: 200, random: randomStream(0, 'e') })
        .p[0],
    ).toBe(1)
  })
})
