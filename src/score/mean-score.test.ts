import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilsonInterval } from '../stats/wilson.js'
import { type MeanRequest, scoreMeans } from './mean-score.js'
import type { Score, ScoredValue, ScoreSubject } from './score.js'

const about: ScoreSubject = {
  metric: 'recall',
  k: 5,
  tier: 'all',
  unit: 'share of needs',
  better: 'higher',
  scorer: { name: 'recall', version: 1 },
}

const request = (values: readonly number[], clusters?: readonly (string | undefined)[]): MeanRequest => ({
  columns: [{ about, values }],
  clusters: clusters ?? values.map(() => undefined),
  seed: 0,
  resamples: 400,
  label: 'test',
})

function scored([score]: readonly Score[]): ScoredValue {
  if (score?.kind !== 'scored') throw new Error('expected a value')
  return score
}

/** 0, 1/4, … 1 over and over. */
const mixed = (n: number): readonly number[] => Array.from({ length: n }, (_, item) => (item % 5) / 4)
/** Items fall into so many clusters of equal size. */
const inClusters = (n: number, count: number) => Array.from({ length: n }, (_, item) => `c${item % count}`)

describe('scoreMeans', () => {
  it('gives a reason, not a number, below two items', () => {
    expect(scoreMeans(request([]))).toEqual([{ kind: 'unscored', ...about, reason: 'no items', n: 0 }])
    expect(scoreMeans(request([1]))[0]).toMatchObject({
      kind: 'unscored',
      n: 1,
      reason: expect.stringMatching(/one item/),
    })
  })

  it('takes items of a benchmark without clusters as independent', () => {
    const score = scored(scoreMeans(request(mixed(40))))
    expect(score).toMatchObject({
      value: 0.5,
      n: 40,
      method: 'percentile bootstrap over 40 items, 400 resamples, seed 0',
    })
    expect(score.interval?.[0]).toBeLessThan(0.5)
    expect(score).not.toHaveProperty('itemInterval')
    expect(score).not.toHaveProperty('clusters')
  })

  it('gives independent outcomes of 0 and 1 the interval of Wilson', () => {
    const score = scored(scoreMeans(request([1, 0, 0, 1, 1, 0, 1])))
    expect(score.interval).toEqual(wilsonInterval({ successes: 4, n: 7 }))
    expect(score.method).toBe('Wilson over 7 independent items')
  })

  it('never takes siblings for independent: outcomes of 0 and 1 in clusters are bootstrapped', () => {
    const values = Array.from({ length: 60 }, (_, item) => (item % 30 < 15 ? 1 : 0))
    const score = scored(scoreMeans(request(values, inClusters(60, 30))))
    expect(score.method).toBe('percentile bootstrap over 30 clusters, 400 resamples, seed 0')
    expect(score).toMatchObject({ clusters: 30, effectiveClusters: 30 })
    const width = ([low, high]: readonly [number, number] = [0, 0]): number => high - low
    // Both items of a cluster agree, so that 60 items weigh as much as 30.
    expect(width(score.interval)).toBeGreaterThan(1.2 * width(score.itemInterval))
  })

  it('shows only the item interval, and says so, below 20 effective clusters', () => {
    const score = scored(scoreMeans(request(mixed(60), inClusters(60, 19))))
    expect(score).not.toHaveProperty('interval')
    expect(score.itemInterval).toBeDefined()
    expect(score.method).toBe('percentile bootstrap over 60 items, 400 resamples, seed 0')
    expect(score.intervalNote).toMatch(
      /too few clusters \(18\.8 effective of 19, 20 needed\).*these items only/,
    )
    expect(scored(scoreMeans(request(mixed(60), inClusters(60, 20))))).toHaveProperty('interval')
  })

  it('counts effective clusters, not clusters', () => {
    const clusters = [
      ...Array.from({ length: 170 }, () => 'big'),
      ...Array.from({ length: 85 }, (_, item) => `s${item}`),
    ]
    const score = scored(scoreMeans(request(mixed(255), clusters)))
    expect(score.clusters).toBe(86)
    expect(score.effectiveClusters).toBeCloseTo(255 ** 2 / (170 ** 2 + 85), 9)
    expect(score.intervalNote).toMatch(/too few clusters \(2\.2 effective of 86/)
  })

  it('lets an item without a cluster stand for itself', () => {
    const clusters = [...inClusters(20, 10), ...Array.from({ length: 20 }, () => undefined)]
    expect(scored(scoreMeans(request(mixed(40), clusters))).clusters).toBe(30)
  })

  it('says when there are too few items for a bootstrap', () => {
    const score = scored(scoreMeans(request(mixed(19))))
    expect(score).not.toHaveProperty('interval')
    expect(score.intervalNote).toMatch(/too few items \(19, 20 needed\).*these items only/)
  })

  it('claims no certainty where every item scored alike', () => {
    const ones = Array.from({ length: 50 }, () => 1)
    const clustered = scored(scoreMeans(request(ones, inClusters(50, 25))))
    expect(clustered.interval).toEqual(wilsonInterval({ successes: 25, n: 25 }))
    expect(clustered.itemInterval).toEqual(wilsonInterval({ successes: 50, n: 50 }))
    expect(scored(scoreMeans(request(ones))).interval).toEqual(wilsonInterval({ successes: 50, n: 50 }))
    const rounded = ones.map((one, item) => one - (item % 2) * 2 ** -52)
    expect(scored(scoreMeans(request(rounded, inClusters(50, 25)))).interval?.[0]).toBeLessThan(0.9)
    const halves = scored(scoreMeans(request(ones.map(() => 0.5))))
    expect(halves).not.toHaveProperty('interval')
    expect(halves.intervalNote).toMatch(/no spread/)
  })

  it('averages chance and ceiling over the same items', () => {
    const [score] = scoreMeans({
      ...request([1, 0]),
      columns: [{ about, values: [1, 0], chance: [0.1, 0.3], ceiling: [1, 0.5] }],
    })
    expect(score).toMatchObject({ chance: 0.2, ceiling: 0.75 })
  })

  it('is the same for the same seed, and another for another', () => {
    const run = (seed: number) => scored(scoreMeans({ ...request(mixed(40)), seed })).interval
    expect(run(1)).toEqual(run(1))
    expect(run(1)).not.toEqual(run(2))
  })

  it('does not move when items are put in another order, but by the noise of resampling', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...mixed(60)], { minLength: 60 }), (values) => {
        const score = scored(scoreMeans({ ...request(values), resamples: 2000 }))
        expect(score.value).toBeCloseTo(0.5, 12)
        expect(score.interval?.[0]).toBeCloseTo(0.41, 1)
      }),
      { numRuns: 10 },
    )
  })

  it('draws otherwise for another label', () => {
    const of = (label: string) => scored(scoreMeans({ ...request(mixed(40)), label })).interval
    expect(of('a')).not.toEqual(of('b'))
  })

  it('is nothing but value, interval and method where there is no more to say', () => {
    expect(scoreMeans(request([1, 0]))).toEqual([
      {
        kind: 'scored',
        ...about,
        value: 0.5,
        n: 2,
        interval: wilsonInterval({ successes: 1, n: 2 }),
        method: 'Wilson over 2 independent items',
      },
    ])
    expect(scoreMeans(request([1]))[0]).toMatchObject({ reason: 'one item, and a spread needs 2' })
  })

  it('shows the spread of items beside clusters that are too few, all alike as they may be', () => {
    const ones = scored(scoreMeans(request([1, 1, 1, 1], ['a', 'a', 'b', 'b'])))
    expect(ones).toMatchObject({
      itemInterval: wilsonInterval({ successes: 4, n: 4 }),
      method: 'Wilson over 4 items',
      intervalNote:
        'unscored: too few clusters (2 effective of 2, 20 needed); the item interval speaks of these items only',
    })
    const zeros = scored(scoreMeans(request(Array(50).fill(0), inClusters(50, 25))))
    expect(zeros).toMatchObject({
      interval: wilsonInterval({ successes: 0, n: 25 }),
      itemInterval: wilsonInterval({ successes: 0, n: 50 }),
      method: 'Wilson over 25 effective clusters, all alike',
    })
    const halves = scored(scoreMeans(request(Array(50).fill(0.5), inClusters(50, 25))))
    expect(halves).not.toHaveProperty('method')
    expect(halves).not.toHaveProperty('itemInterval')
  })

  it('gives few independent items their interval over these items alone', () => {
    const score = scored(scoreMeans(request(mixed(10))))
    expect(score).toMatchObject({
      method: 'percentile bootstrap over 10 items, 400 resamples, seed 0',
      itemInterval: [expect.any(Number), expect.any(Number)],
      intervalNote: 'unscored: too few items (10, 20 needed); the item interval speaks of these items only',
    })
  })
})
