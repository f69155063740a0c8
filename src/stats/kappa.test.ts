import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cohenKappa } from './cohen-kappa.js'
import { fleissKappa } from './fleiss-kappa.js'

type Weights = 'none' | 'linear' | 'quadratic'
const file = new URL('../../test/fixtures/statistics/agreement.json', import.meta.url)
// Written by test/oracles/statistics.py, which also says the versions.
const oracle = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly cohen: readonly {
    readonly pairs: readonly (readonly [string, string])[]
    readonly results: Readonly<Record<Weights, readonly [value: number, standardError: number]>>
  }[]
  readonly fleiss: readonly {
    readonly counts: readonly (readonly number[])[]
    readonly value: number
    readonly interval: readonly [number, number]
  }[]
}
const categories = ['a', 'b', 'c', 'd']

describe('cohenKappa', () => {
  it.each(
    oracle.cohen.flatMap(({ pairs, results }) =>
      (['none', 'linear', 'quadratic'] as const).map((weights) => ({
        pairs,
        weights,
        result: results[weights],
      })),
    ),
  )(
    '$pairs.length items, weights $weights: value of scikit-learn, standard error of statsmodels',
    ({ pairs, weights, result }) => {
      const kappa = cohenKappa({ pairs, categories, weights })
      const [value, error] = result
      expect(kappa?.value).toBeCloseTo(value, 12)
      expect(kappa?.interval[0]).toBeCloseTo(Math.max(-1, value - 1.959963984540054 * error), 12)
      expect(kappa?.interval[1]).toBeCloseTo(Math.min(1, value + 1.959963984540054 * error), 12)
    },
  )
  it('by hand: 20 yes, 15 no, 5 and 10 apart give 0.4', () => {
    const repeat = (times: number, pair: readonly [string, string]) =>
      Array.from({ length: times }, () => pair)
    const pairs = [
      ...repeat(20, ['y', 'y']),
      ...repeat(5, ['y', 'n']),
      ...repeat(10, ['n', 'y']),
      ...repeat(15, ['n', 'n']),
    ]
    expect(cohenKappa({ pairs })).toMatchObject({
      value: expect.closeTo(0.4, 12),
      observed: expect.closeTo(0.7, 12),
      expected: expect.closeTo(0.5, 12),
      n: 50,
    })
  })
  it('is symmetric in the raters and blind to the names of categories', () => {
    const { pairs } = oracle.cohen[0] as (typeof oracle.cohen)[number]
    const kappa = cohenKappa({ pairs })
    expect(cohenKappa({ pairs: pairs.map(([first, second]) => [second, first]) })?.value).toBeCloseTo(
      kappa?.value as number,
      12,
    )
    const renamed = pairs.map(([first, second]) => [`x${first}`, `x${second}`] as const)
    expect(cohenKappa({ pairs: renamed })).toEqual(kappa)
  })
  it('is 1 for raters who always agree, and undefined where they only ever say one thing', () => {
    expect(
      cohenKappa({
        pairs: [
          ['a', 'a'],
          ['b', 'b'],
        ],
      }),
    ).toMatchObject({ value: 1, interval: [1, 1] })
    expect(
      cohenKappa({
        pairs: [
          ['a', 'a'],
          ['a', 'a'],
        ],
      }),
    ).toBeUndefined()
    expect(cohenKappa({ pairs: [] })).toBeUndefined()
  })
  it('refuses a rating outside the categories', () => {
    expect(() => cohenKappa({ pairs: [['a', 'z']], categories })).toThrow(/"z"/)
  })
})

describe('fleissKappa', () => {
  it.each(oracle.fleiss)('value $value of statsmodels, interval of irrCAC', ({ counts, value, interval }) => {
    const kappa = fleissKappa(counts)
    expect(kappa?.value).toBeCloseTo(value, 12)
    expect(kappa?.interval[0]).toBeCloseTo(interval[0], 10)
    expect(kappa?.interval[1]).toBeCloseTo(interval[1], 10)
  })
  it('is 1 where all agree on different things, −1 where two never do', () => {
    expect(
      fleissKappa([
        [3, 0],
        [0, 3],
        [3, 0],
      ]),
    ).toMatchObject({ value: 1, interval: [1, 1] })
    expect(
      fleissKappa([
        [1, 1],
        [1, 1],
      ])?.value,
    ).toBeCloseTo(-1, 12)
  })
  it('is undefined for one item or one category, and refuses unequal numbers of raters', () => {
    expect(fleissKappa([[2, 1]])).toBeUndefined()
    expect(
      fleissKappa([
        [3, 0],
        [3, 0],
      ]),
    ).toBeUndefined()
    expect(() =>
      fleissKappa([
        [2, 1],
        [1, 1],
      ]),
    ).toThrow(/Item 1 has 2/)
    expect(() =>
      fleissKappa([
        [1, 0],
        [1, 0],
      ]),
    ).toThrow(RangeError)
  })
})
