import { describe, expect, it } from 'vitest'
import { newcombeInterval } from '../stats/mover.js'
import { wilsonInterval } from '../stats/wilson.js'
import type { Score } from './score.js'
import { type Measure, type Ratio, type RatioSum, scoreSums } from './sum-score.js'

const about = { metric: 'm', unit: 'share', better: 'higher', scorer: { name: 's', version: 1 } } as const
const one = (ratio: Ratio): RatioSum => ({ terms: [{ weight: 1, ...ratio }], offset: 0 })
const hits = (values: readonly number[]): Ratio => ({ top: values, bottom: values.map(() => 1) })
const only = (values: readonly (number | undefined)[]): Ratio => ({
  top: values.map((value) => value ?? 0),
  bottom: values.map((value) => (value === undefined ? 0 : 1)),
})
const measure = (subject: RatioSum, more: Partial<Measure> = {}): Measure => ({
  about,
  isShare: true,
  subject,
  nulls: [],
  whenNothing: 'nothing counts',
  ...more,
})
const run = (measures: readonly Measure[], clusters: readonly (string | undefined)[]): readonly Score[] =>
  scoreSums({ measures, clusters, seed: 0, resamples: 500, label: 'test' })
const score = (one: Measure, clusters: readonly (string | undefined)[]): Score => {
  const [first] = run([one], clusters)
  if (first === undefined) throw new Error('no score')
  return first
}
const alone = (n: number): undefined[] => Array.from({ length: n }, () => undefined)
const alternating = (n: number, every: number): number[] =>
  Array.from({ length: n }, (_, index) => (index % every === 0 ? 1 : 0))

describe('scoreSums', () => {
  it('gives a share of independent items Wilson’s interval, over those that count', () => {
    const values = [1, 1, 0, undefined, 1, undefined]
    expect(score(measure(one(only(values))), alone(6))).toMatchObject({
      kind: 'scored',
      value: 0.75,
      n: 4,
      interval: wilsonInterval({ successes: 3, n: 4 }),
      method: 'Wilson over 4 independent items',
    })
  })

  it('gives sums of two shares Newcombe’s', () => {
    const calls = only([1, 1, 0, 1, undefined, undefined])
    const none = only([undefined, undefined, undefined, undefined, 1, 0])
    const sum: RatioSum = {
      terms: [
        { weight: 1, ...calls },
        { weight: 1, ...none },
      ],
      offset: -1,
    }
    const [low, high] = newcombeInterval([
      { weight: 1, successes: 3, n: 4 },
      { weight: 1, successes: 1, n: 2 },
    ])
    expect(score(measure(sum), alone(6))).toMatchObject({
      value: 0.25,
      n: 6,
      interval: [low - 1, high - 1],
      method: 'Newcombe over 6 independent items',
    })
  })

  it('gives other ratios a bootstrap from 20 items on, below it these items only', () => {
    const ratio = (n: number): Ratio => ({
      top: alternating(n, 2),
      bottom: Array.from({ length: n }, (_, index) => 1 + (index % 3)),
    })
    const many = score(measure(one(ratio(40)), { isShare: false }), alone(40))
    expect(many).toMatchObject({
      method: expect.stringMatching(/^percentile bootstrap over 40 items/),
      interval: [expect.any(Number), expect.any(Number)],
    })
    const few = score(measure(one(ratio(12)), { isShare: false }), alone(12))
    expect(few).toMatchObject({
      itemInterval: [expect.any(Number), expect.any(Number)],
      intervalNote: expect.stringMatching(/too few items \(12/),
    })
    expect(few).not.toHaveProperty('interval')
  })

  it('lets clusters decide from 20 effective ones on', () => {
    const values = alternating(120, 3)
    const clusters = values.map((_, index) => `c${Math.floor(index / 4)}`)
    expect(score(measure(one(hits(values))), clusters)).toMatchObject({
      clusters: 30,
      effectiveClusters: 30,
      method: expect.stringMatching(/^percentile bootstrap over 30 clusters/),
      itemInterval: wilsonInterval({ successes: 40, n: 120 }),
    })
    const few = score(
      measure(one(hits(values))),
      values.map((_, index) => `c${index % 5}`),
    )
    expect(few).toMatchObject({
      intervalNote: expect.stringMatching(/too few clusters \(5 effective of 5, 20 needed\)/),
    })
    expect(few).not.toHaveProperty('interval')
  })

  it('falls back to Wilson over effective clusters where all are alike', () => {
    const values = Array.from({ length: 80 }, () => 1)
    const clusters = values.map((_, index) => `c${index % 40}`)
    expect(score(measure(one(hits(values))), clusters)).toMatchObject({
      value: 1,
      interval: wilsonInterval({ successes: 40, n: 40 }),
      method: 'Wilson over 40 effective clusters, all alike',
    })
  })

  it('says that an F1 of all alike shows no spread', () => {
    const ratio: Ratio = {
      top: Array.from({ length: 30 }, () => 2),
      bottom: Array.from({ length: 30 }, () => 2),
    }
    expect(score(measure(one(ratio), { isShare: false }), alone(30))).toMatchObject({
      value: 1,
      intervalNote: expect.stringMatching(/no spread/),
    })
  })

  it('is unscored with a reason where nothing counts, or one item does', () => {
    expect(score(measure(one(only([undefined, undefined]))), alone(2))).toMatchObject({
      kind: 'unscored',
      reason: 'nothing counts',
      n: 0,
    })
    expect(score(measure(one(only([1, undefined]))), alone(2))).toMatchObject({ kind: 'unscored', n: 1 })
    expect(run([], alone(3))).toEqual([])
  })

  describe('floors', () => {
    const nulls = (weak: readonly number[], strong: readonly number[]): Measure['nulls'] => [
      { id: 'weak', sum: one(hits(weak)) },
      { id: 'strong', sum: one(hits(strong)) },
    ]
    const zeros = Array.from({ length: 100 }, () => 0)

    it('takes the strongest null and says above, at and below', () => {
      const verdict = (values: readonly number[], floor: readonly number[]) =>
        score(measure(one(hits(values)), { nulls: nulls(zeros, floor) }), alone(100))
      expect(verdict(alternating(100, 2), alternating(100, 5))).toMatchObject({
        floor: {
          null: 'strong',
          value: 0.2,
          difference: expect.closeTo(0.3, 9),
          verdict: 'above-floor',
          interval: wilsonInterval({ successes: 20, n: 100 }),
        },
      })
      expect(verdict(alternating(100, 5), alternating(100, 4))).toMatchObject({
        floor: { verdict: 'at-floor' },
      })
      expect(verdict(zeros, alternating(100, 2))).toMatchObject({ floor: { verdict: 'below-floor' } })
      expect(verdict(zeros, zeros)).toMatchObject({
        floor: { null: 'weak', differenceInterval: [0, 0], verdict: 'at-floor' },
      })
    })

    it('pairs: a small steady lead shows where two separate intervals would overlap', () => {
      const floor = alternating(100, 2)
      const values = floor.map((value, index) => (index % 10 === 1 ? 1 : value))
      expect(score(measure(one(hits(values)), { nulls: nulls(zeros, floor) }), alone(100))).toMatchObject({
        floor: { verdict: 'above-floor' },
      })
    })

    it('turns for rates that are better low', () => {
      const lower = { about: { ...about, better: 'lower' as const } }
      const result = score(
        measure(one(hits(alternating(100, 2))), { ...lower, nulls: nulls(alternating(100, 2), zeros) }),
        alone(100),
      )
      expect(result).toMatchObject({ floor: { null: 'strong', value: 0, verdict: 'below-floor' } })
    })

    it('has not enough data below 20 items or effective clusters', () => {
      const few = Array.from({ length: 19 }, () => 1)
      const none = few.map(() => 0)
      expect(
        score(measure(one(hits(few)), { nulls: [{ id: 'n', sum: one(hits(none)) }] }), alone(19)),
      ).toMatchObject({
        floor: { verdict: 'not-enough-data', difference: 1 },
      })
      const clusters = zeros.map((_, index) => `c${index % 3}`)
      expect(
        score(measure(one(hits(alternating(100, 2))), { nulls: nulls(zeros, zeros) }), clusters),
      ).toMatchObject({
        floor: { verdict: 'not-enough-data' },
      })
    })

    it('passes over nulls that have no value', () => {
      const nothing = only(Array.from({ length: 30 }, () => undefined))
      const result = score(
        measure(one(hits(alternating(30, 2))), { nulls: [{ id: 'n', sum: one(nothing) }] }),
        alone(30),
      )
      expect(result).not.toHaveProperty('floor')
    })
  })

  it('gives the same for the same seed, and draws that do not depend on other measures', () => {
    const values = alternating(60, 3)
    const ratio: Ratio = { top: values, bottom: values.map((_, index) => 1 + (index % 2)) }
    const request = measure(one(ratio), { isShare: false })
    const [first] = run([request], alone(60))
    const [second] = run([request, measure(one(hits(values)))], alone(60))
    expect(second).toEqual(first)
  })

  describe('what stands beside a value', () => {
    const clustersOf = (sizes: readonly number[]): string[] =>
      sizes.flatMap((size, cluster) => Array.from({ length: size }, () => `c${cluster}`))
    const ratioOf = (n: number): RatioSum =>
      one({ top: alternating(n, 2), bottom: Array.from({ length: n }, (_, index) => 1 + (index % 3)) })

    it('is nothing but interval and method where there is no more to say', () => {
      expect(score(measure(one(hits([1, 0, 1]))), alone(3))).toEqual({
        kind: 'scored',
        ...about,
        value: 2 / 3,
        n: 3,
        interval: wilsonInterval({ successes: 2, n: 3 }),
        method: 'Wilson over 3 independent items',
      })
      expect(score(measure(one(hits([1, 0])), { ceiling: 1 }), alone(2))).toMatchObject({ ceiling: 1 })
    })

    it('counts clusters that have a name, each with one item, and takes their items for independent', () => {
      expect(score(measure(one(hits([1, 0, 1]))), ['a', 'b', 'c'])).toMatchObject({
        clusters: 3,
        effectiveClusters: 3,
        method: 'Wilson over 3 independent items',
      })
    })

    it('counts the clusters of what counts alone', () => {
      const values = [...alternating(30, 2), ...Array.from({ length: 10 }, () => undefined)]
      const clusters = values.map((_, index) => (index < 30 ? `c${index % 3}` : `d${index}`))
      expect(score(measure(one(only(values))), clusters)).toMatchObject({ n: 30, clusters: 3 })
    })

    it('rounds effective clusters, which heed that some are larger', () => {
      // (10 + 5)² / (100 + 5) = 2.14
      const result = score(measure(one(hits(alternating(15, 2)))), clustersOf([10, 1, 1, 1, 1, 1]))
      expect(result).toMatchObject({
        effectiveClusters: expect.closeTo(225 / 105, 12),
        itemInterval: wilsonInterval({ successes: 8, n: 15 }),
        intervalNote:
          'unscored: too few clusters (2.1 effective of 6, 20 needed); the item interval speaks of these items only',
      })
      expect(result).not.toHaveProperty('method')
    })

    it('gives a ratio over clusters both intervals', () => {
      const result = score(measure(ratioOf(60), { isShare: false }), clustersOf(Array(30).fill(2)))
      expect(result).toMatchObject({
        method: 'percentile bootstrap over 30 clusters, 500 resamples, seed 0',
        interval: [expect.any(Number), expect.any(Number)],
        itemInterval: [expect.any(Number), expect.any(Number)],
      })
      if (result.kind === 'scored') expect(result.interval).not.toEqual(result.itemInterval)
      const plain = score(measure(ratioOf(60), { isShare: false }), alone(60))
      expect(plain).toMatchObject({ method: 'percentile bootstrap over 60 items, 500 resamples, seed 0' })
      expect(plain).not.toHaveProperty('itemInterval')
      expect(plain).not.toHaveProperty('clusters')
    })

    it('holds the value of the ratio between the ends of its interval', () => {
      for (const clusters of [alone(60), clustersOf(Array(30).fill(2))]) {
        const result = score(measure(ratioOf(60), { isShare: false }), clusters)
        if (result.kind !== 'scored') throw new Error(result.reason)
        const [low, high] = result.interval ?? [1, 0]
        expect(low).toBeLessThan(result.value)
        expect(high).toBeGreaterThan(result.value)
        expect(high - low).toBeLessThan(0.5)
      }
    })

    it('says of few items that are all alike no interval at all', () => {
      const flat = one({ top: [2, 2, 2], bottom: [2, 2, 2] })
      const result = score(measure(flat, { isShare: false }), alone(3))
      expect(result).toMatchObject({
        value: 1,
        intervalNote: 'unscored: too few items (3, 20 needed); the item interval speaks of these items only',
      })
      expect(result).not.toHaveProperty('itemInterval')
    })

    it('falls back to Newcombe for sums of shares that are all alike', () => {
      const side = (isFirst: boolean) =>
        only(Array.from({ length: 80 }, (_, index) => ((index % 2 === 0) === isFirst ? 1 : undefined)))
      const sum: RatioSum = {
        terms: [
          { weight: 0.5, ...side(true) },
          { weight: 0.5, ...side(false) },
        ],
        offset: 0,
      }
      const result = score(measure(sum), clustersOf(Array(40).fill(2)))
      const term = { weight: 0.5, successes: 20, n: 20 }
      expect(result).toMatchObject({
        value: 1,
        n: 80,
        method: 'Newcombe over 40 effective clusters, all alike',
        interval: newcombeInterval([term, term]),
        itemInterval: newcombeInterval([
          { weight: 0.5, successes: 40, n: 40 },
          { weight: 0.5, successes: 40, n: 40 },
        ]),
      })
    })

    it('has no interval where too many resamples lack a term', () => {
      const rare = only(Array.from({ length: 40 }, (_, index) => (index === 0 ? 1 : undefined)))
      const sum: RatioSum = {
        terms: [
          { weight: 1, ...hits(alternating(40, 2)) },
          { weight: 1, ...rare },
        ],
        offset: 0,
      }
      const result = score(measure(sum, { isShare: false }), alone(40))
      expect(result).toMatchObject({
        value: 1.5,
        intervalNote: 'too many resamples hold no item that counts',
      })
      expect(result).not.toHaveProperty('interval')
    })

    it('draws otherwise for another seed, and for another label', () => {
      const request = {
        measures: [measure(ratioOf(60), { isShare: false })],
        clusters: alone(60),
        resamples: 200,
      }
      const [one, seeded, labelled] = [
        { ...request, seed: 0, label: 'a' },
        { ...request, seed: 1, label: 'a' },
        { ...request, seed: 0, label: 'b' },
      ].map((asked) => {
        const [first] = scoreSums(asked)
        return first?.kind === 'scored' ? first.interval : undefined
      })
      expect(one).toBeDefined()
      expect(seeded).not.toEqual(one)
      expect(labelled).not.toEqual(one)
    })

    it('tells why one item has no score', () => {
      expect(score(measure(one(only([1, undefined]))), alone(2))).toEqual({
        kind: 'unscored',
        ...about,
        reason: 'one item, and a spread needs 2',
        n: 1,
      })
    })

    it('weighs terms, and adds the offset', () => {
      const sum: RatioSum = {
        terms: [
          { weight: 2, ...hits([1, 0, 1, 1]) },
          { weight: -1, ...only([undefined, 1, 0, undefined]) },
        ],
        offset: 0.25,
      }
      expect(score(measure(sum, { isShare: false }), alone(4))).toMatchObject({ value: 1.5 - 0.5 + 0.25 })
    })
  })

  describe('the floor of a ratio', () => {
    const n = 60
    const ratio = (top: readonly number[]): RatioSum =>
      one({ top, bottom: top.map((_, index) => 1 + (index % 2)) })
    const better = { about: { ...about, better: 'lower' as const } }
    const zeros = Array.from({ length: n }, () => 0)
    const floorOf = (
      values: readonly number[],
      nulls: Measure['nulls'],
      more: Partial<Measure> = {},
      clusters: readonly (string | undefined)[] = alone(n),
    ) => {
      const result = score(measure(ratio(values), { isShare: false, nulls, ...more }), clusters)
      return result.kind === 'scored' ? result.floor : undefined
    }

    it('has no interval of its own, and that of the difference', () => {
      const floor = floorOf(alternating(n, 2), [{ id: 'n', sum: ratio(alternating(n, 6)) }])
      expect(floor).toMatchObject({ null: 'n', verdict: 'above-floor' })
      expect(floor).not.toHaveProperty('interval')
      const [low, high] = floor?.differenceInterval ?? [0, 0]
      expect(low).toBeGreaterThan(0)
      expect(low).toBeLessThan(floor?.difference ?? 0)
      expect(high).toBeGreaterThan(floor?.difference ?? 0)
    })

    it('is above where less is better, and less was scored', () => {
      const nulls = [{ id: 'n', sum: ratio(alternating(n, 2)) }]
      expect(floorOf(zeros, nulls, better)).toMatchObject({ verdict: 'above-floor' })
      expect(floorOf(alternating(n, 2), nulls, better)).toMatchObject({ verdict: 'at-floor', difference: 0 })
    })

    it('is the first of null models that score alike', () => {
      const nulls = ['first', 'second'].map((id) => ({ id, sum: ratio(alternating(n, 6)) }))
      expect(floorOf(zeros, nulls)?.null).toBe('first')
      expect(floorOf(zeros, nulls, better)?.null).toBe('first')
    })

    it('is drawn over clusters where there are any', () => {
      const clusters = zeros.map((_, index) => `c${index % 30}`)
      const nulls = [{ id: 'n', sum: ratio(alternating(n, 6)) }]
      const [own, clustered] = [alone(n), clusters].map((list) => floorOf(alternating(n, 2), nulls, {}, list))
      expect(clustered?.verdict).toBe('above-floor')
      expect(clustered?.differenceInterval).not.toEqual(own?.differenceInterval)
    })

    it('of a share over clusters has the interval of effective clusters', () => {
      const clusters = Array.from({ length: 80 }, (_, index) => `c${index % 40}`)
      const result = score(
        measure(one(hits(alternating(80, 2))), { nulls: [{ id: 'n', sum: one(hits(alternating(80, 4))) }] }),
        clusters,
      )
      expect(result).toMatchObject({ floor: { interval: wilsonInterval({ successes: 10, n: 40 }) } })
    })
  })
})
