import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomStream } from '../numeric/random.js'
import { krippendorffAlpha } from './krippendorff-alpha.js'

const levels = ['nominal', 'ordinal', 'interval'] as const
type Level = (typeof levels)[number]
const file = new URL('../../test/fixtures/statistics/agreement.json', import.meta.url)
// Written by test/oracles/statistics.py, which also says the versions.
const oracle = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly alpha: readonly {
    readonly ratings: readonly (readonly number[])[]
    readonly values: Readonly<Record<Level, number>>
  }[]
}
const draws = (resamples = 0) => ({ resamples, random: randomStream(0, 'alpha') })

describe('krippendorffAlpha', () => {
  it.each(
    oracle.alpha.flatMap(({ ratings, values }) =>
      levels.map((level) => ({ ratings, level, value: values[level] })),
    ),
  )(
    '$level over $ratings.length items, ratings missing: $value, as the krippendorff package has it',
    ({ ratings, level, value }) => {
      expect(krippendorffAlpha({ ratings, level, ...draws() })?.value).toBeCloseTo(value, 12)
    },
  )

  // Krippendorff, Computing Krippendorff's Alpha-Reliability (2011): four observers, twelve units, missing data.
  const published = [
    [1, 1, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [5, 5, 5],
    [1, 1],
    [3],
  ]
  it.each([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
  ] as const)('gives the published %s alpha %d', (level, value) => {
    expect(krippendorffAlpha({ ratings: published, level, ...draws() })).toMatchObject({
      value: expect.closeTo(value, 3),
      items: 11,
      ratings: 40,
    })
  })

  it('is the same for words as for numbers, and whatever the order of ratings and items', () => {
    const item = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 })
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 15 }), (ratings) => {
        const alpha = krippendorffAlpha({ ratings, level: 'nominal', ...draws() })
        const words = ratings.map((row) => row.map((value) => `w${value}`).reverse()).reverse()
        expect(krippendorffAlpha({ ratings: words, level: 'nominal', ...draws() })?.value ?? 2).toBeCloseTo(
          alpha?.value ?? 2,
          12,
        )
        const interval = krippendorffAlpha({ ratings, level: 'interval', ...draws() })?.value
        const moved = ratings.map((row) => row.map((value) => 1e6 - 3 * value))
        expect(krippendorffAlpha({ ratings: moved, level: 'interval', ...draws() })?.value ?? 2).toBeCloseTo(
          interval ?? 2,
          6,
        )
      }),
    )
  })

  it('has an interval about its value that narrows with more items, and widens when items come in clusters', () => {
    const { ratings } = oracle.alpha[1] as (typeof oracle.alpha)[number]
    const alpha = krippendorffAlpha({ ratings, level: 'nominal', ...draws(2000) })
    const [low, high] = alpha?.interval ?? [Number.NaN, Number.NaN]
    expect(low).toBeLessThan(alpha?.value as number)
    expect(high).toBeGreaterThan(alpha?.value as number)
    const fourfold = [...ratings, ...ratings, ...ratings, ...ratings]
    const width = (interval: readonly [number, number] | undefined) =>
      interval === undefined ? Number.NaN : interval[1] - interval[0]
    const more = krippendorffAlpha({ ratings: fourfold, level: 'nominal', ...draws(2000) })
    expect(width(more?.interval) / (high - low)).toBeCloseTo(0.5, 1)
    const clusters = fourfold.map((_, index) => index % ratings.length)
    const clustered = krippendorffAlpha({ ratings: fourfold, level: 'nominal', clusters, ...draws(2000) })
    expect(width(clustered?.interval) / (high - low)).toBeCloseTo(1, 1)
  })

  it('is undefined without pairs or without variety, and gives no interval where draws lack variety', () => {
    expect(krippendorffAlpha({ ratings: [], level: 'nominal', ...draws(10) })).toBeUndefined()
    expect(krippendorffAlpha({ ratings: [[1], [2], []], level: 'nominal', ...draws(10) })).toBeUndefined()
    expect(
      krippendorffAlpha({
        ratings: [
          [1, 1],
          [1, 1],
        ],
        level: 'ordinal',
        ...draws(10),
      }),
    ).toBeUndefined()
    const thin = krippendorffAlpha({
      ratings: [
        [1, 1],
        [2, 2],
      ],
      level: 'nominal',
      ...draws(200),
    })
    expect(thin).toEqual({ value: 1, items: 2, ratings: 4 })
  })

  it('refuses ratings that are no numbers where distance counts', () => {
    expect(() => krippendorffAlpha({ ratings: [[1, Number.NaN]], level: 'interval', ...draws() })).toThrow(
      RangeError,
    )
  })
})
