import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deltaInterval } from './delta-interval.js'
import { type InternalizationValue, internalizationScores, type RecallPair } from './internalization.js'

const about = {
  metric: 'is',
  unit: 'ratio Rf/Rc',
  better: 'higher',
  scorer: { name: 'is', version: 1 },
} as const

function score(pairs: readonly RecallPair[]) {
  const [only] = internalizationScores({
    columns: [{ about, pairs }],
    seed: 0,
    resamples: 2000,
    label: 'test',
  })
  return only
}

function scored(pairs: readonly RecallPair[]): InternalizationValue {
  const found = score(pairs)
  if (found?.kind !== 'scored') throw new Error('unscored')
  return found
}

const pair = (constrained: number, free: number, cluster?: string): RecallPair => ({
  itemId: 'q',
  constrained,
  free,
  cluster,
})
const recall = fc.integer({ min: 0, max: 20 }).map((hits) => hits / 20)

describe('internalizationScores', () => {
  it.each([
    [0.9, 0.8, 0.89],
    [0.1, 0, 0],
    [0.1, 0.1, 1],
    [0, 0, 0],
  ])('gives the published example: Rc %d, Rf %d is %d', (constrained, free, value) => {
    expect(scored([pair(constrained, free)]).value).toBeCloseTo(value, 2)
  })
  it('divides means, not the mean of ratios, and shows both', () => {
    expect(scored([pair(1, 0.5), pair(0.5, 0.5)])).toMatchObject({
      value: 1 / 1.5,
      constrained: 0.75,
      free: 0.5,
    })
  })
  it('warns where Rc is 0 or low, and not where it is .9', () => {
    expect(scored([pair(0, 0)]).caution).toMatch(/nothing to internalize/)
    expect(scored([pair(0.1, 0.1)]).caution).toMatch(/little knowledge/)
    expect(scored([pair(0.9, 0.8)]).caution).toBeUndefined()
  })
  it('gives no interval below 30 queries with Rc above 0, and one from there on', () => {
    const few = Array.from({ length: 100 }, (_, at) => pair(at < 29 ? 1 : 0, at % 2))
    expect(scored(few)).toMatchObject({
      nonZero: 29,
      intervalNote: expect.stringMatching(/29 queries with Rc above 0, 30 needed/),
    })
    const enough = [...few, pair(1, 1)]
    const { interval, zeroShare } = scored(enough)
    expect(interval?.[0]).toBeLessThan(interval?.[1] ?? 0)
    expect(zeroShare).toBe(0)
  })
  it('shows the resamples without Rc: all of it lies in one cluster of 20', () => {
    const pairs = Array.from({ length: 600 }, (_, at) =>
      pair(at < 30 ? 1 : 0, at < 15 ? 1 : 0, `c${Math.floor(at / 30)}`),
    )
    const found = scored(pairs)
    // (19/20)^20
    expect(found.zeroShare).toBeCloseTo(0.358, 1)
    expect(found.interval).toBeUndefined()
    expect(found.intervalNote).toMatch(/Rc is 0 in 3\d\.\d % of the resamples/)
  })
  it('keeps the item interval beside too few clusters', () => {
    const pairs = Array.from({ length: 60 }, (_, at) => pair((at % 4) / 3, (at % 3) / 3, `c${at % 5}`))
    expect(scored(pairs)).toMatchObject({
      itemInterval: expect.anything(),
      intervalNote: expect.stringMatching(/too few clusters/),
    })
    expect(scored(pairs).interval).toBeUndefined()
  })
  it('is paired: where free always equals constrained there is no spread to show, and the delta interval is wide', () => {
    const pairs = Array.from({ length: 80 }, (_, at) => pair((at % 4) / 3, (at % 4) / 3))
    const found = scored(pairs)
    expect(found.value).toBe(1)
    expect(found.intervalNote).toMatch(/no spread/)
    expect(found.deltaInterval?.[0]).toBeLessThan(0.85)
    expect(found.deltaInterval?.[1]).toBe(1)
  })
  const spread = (count: number, clusterOf: (at: number) => string | undefined = () => undefined) =>
    Array.from({ length: count }, (_, at) => pair(0.5 + (at % 3) / 4, (at % 4) / 4, clusterOf(at)))

  it('says all that there is to say of independent queries', () => {
    const found = scored(spread(60))
    expect(found).toEqual({
      kind: 'scored',
      ...about,
      value: expect.closeTo(0.5, 12),
      n: 60,
      interval: [expect.any(Number), expect.any(Number)],
      method: 'paired percentile bootstrap over 60 items, 2,000 resamples, seed 0',
      constrained: expect.closeTo(0.75, 12),
      free: expect.closeTo(0.375, 12),
      nonZero: 60,
      deltaInterval: [expect.any(Number), expect.any(Number)],
      zeroShare: 0,
    })
    for (const interval of [found.interval, found.deltaInterval]) {
      expect(interval?.[0]).toBeLessThan(0.5)
      expect(interval?.[0]).toBeGreaterThan(0.3)
      expect(interval?.[1]).toBeGreaterThan(0.5)
      expect(interval?.[1]).toBeLessThan(0.7)
    }
  })

  it('draws clusters where there are 20, and shows the interval over items beside', () => {
    const found = scored(spread(60, (at) => `c${Math.floor(at / 3)}`))
    expect(found).toMatchObject({
      clusters: 20,
      effectiveClusters: expect.closeTo(20, 12),
      method: 'paired percentile bootstrap over 20 clusters, 2,000 resamples, seed 0',
      interval: [expect.any(Number), expect.any(Number)],
      itemInterval: [expect.any(Number), expect.any(Number)],
    })
    expect(found.interval).not.toEqual(found.itemInterval)
    expect(found).not.toHaveProperty('intervalNote')
  })

  it('says how few clusters there are, and draws queries', () => {
    const found = scored(spread(60, (at) => (at < 30 ? 'a' : `c${at % 10}`)))
    // 60² / (30² + 10 · 3²)
    expect(found).toMatchObject({
      method: 'paired percentile bootstrap over 60 items, 2,000 resamples, seed 0',
      intervalNote:
        'unscored: too few clusters (3.6 effective of 11, 20 needed); the item interval speaks of these items only',
      deltaInterval: [expect.any(Number), expect.any(Number)],
    })
    expect(found.itemInterval).not.toBeUndefined()
  })

  it('keeps the delta interval to 30 queries with Rc above 0, too', () => {
    expect(scored(spread(29))).not.toHaveProperty('deltaInterval')
    expect(scored(spread(30))).toHaveProperty('deltaInterval')
    // Rc is the same everywhere: no error of it, which says nothing.
    const flat = Array.from({ length: 60 }, (_, at) => pair(1, at % 2))
    expect(scored(flat)).not.toHaveProperty('deltaInterval')
    expect(scored(flat)).toHaveProperty('interval')
  })

  it('gives columns their own values and intervals, drawn together', () => {
    const pairs = spread(60)
    const half = pairs.map((one) => ({ ...one, free: one.free / 2 }))
    const [first, second] = internalizationScores({
      columns: [
        { about, pairs },
        { about: { ...about, k: 2 }, pairs: half },
      ],
      seed: 0,
      resamples: 500,
      label: 'test',
    })
    if (first?.kind !== 'scored' || second?.kind !== 'scored') throw new Error('unscored')
    expect(second).toMatchObject({ k: 2, value: first.value / 2 })
    expect(second.interval?.[0]).toBeCloseTo((first.interval?.[0] ?? 0) / 2, 12)
    expect(second.interval?.[1]).toBeCloseTo((first.interval?.[1] ?? 0) / 2, 12)
  })

  it('draws otherwise for another seed, and for another label', () => {
    const of = (seed: number, label: string) => {
      const [only] = internalizationScores({
        columns: [{ about, pairs: spread(60) }],
        seed,
        resamples: 500,
        label,
      })
      return only?.kind === 'scored' ? only.interval : undefined
    }
    expect(of(1, 'a')).not.toEqual(of(0, 'a'))
    expect(of(0, 'b')).not.toEqual(of(0, 'a'))
  })

  it('warns up to an Rc of a tenth, and says how little it is', () => {
    expect(scored([pair(0.1, 0.1)]).caution).toMatch(/^Rc is 0\.100/)
    expect(scored([pair(0.11, 0.1)])).not.toHaveProperty('caution')
    expect(scored([pair(0, 0)]).caution).toMatch(/^Rc is 0:/)
    expect(() => scored([pair(-0.1, 0)])).toThrow(/-0\.1/)
    expect(() => scored([pair(0, 1.01)])).toThrow(/1\.01/)
    expect(scored([pair(1, 0), pair(0, 1)]).value).toBe(1)
  })

  it('gives a reason, not a number, when there is nothing to score', () => {
    expect(score([])).toMatchObject({ kind: 'unscored', reason: 'no queries' })
  })
  it('names the query and the remedy when a recall is out of range', () => {
    expect(() => score([{ ...pair(87.8, 0), itemId: 'rrb-17' }])).toThrow(/87\.8[^]*rrb-17[^]*fix:/)
    expect(() => score([pair(Number.NaN, 0)])).toThrow(/NaN/)
  })
  it('does not change when every query is seen twice', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(recall, recall), { minLength: 1, maxLength: 8 }), (raw) => {
        const pairs = raw.map(([constrained, free]) => pair(constrained, free))
        expect(scored([...pairs, ...pairs]).value).toBeCloseTo(scored(pairs).value, 9)
      }),
      { numRuns: 20 },
    )
  })
})

describe('deltaInterval', () => {
  it('follows the formula, by hand', () => {
    // SE_f = .0392/3.92 = .01, SE_c = .02; IS .5; SE = .5 √((.01/.4)² + (.02/.8)²) = .5 · .025 · √2
    const found = deltaInterval({
      free: 0.4,
      constrained: 0.8,
      freeInterval: [0.38, 0.4192],
      constrainedInterval: [0.76, 0.8384],
    })
    const reach = 1.96 * 0.5 * 0.025 * Math.SQRT2
    expect(found?.[0]).toBeCloseTo(0.5 - reach, 12)
    expect(found?.[1]).toBeCloseTo(0.5 + reach, 12)
  })
  it('has a rule for Rf = 0 and none for Rc = 0, and stays within [0, 1]', () => {
    const intervals = { freeInterval: [0, 0.0392], constrainedInterval: [0.4, 0.6] } as const
    expect(deltaInterval({ free: 0, constrained: 0.5, ...intervals })?.[1]).toBeCloseTo(1.96 * 0.02, 12)
    expect(deltaInterval({ free: 0, constrained: 0, ...intervals })).toBeUndefined()
    expect(deltaInterval({ free: 0.9, constrained: 0.8, ...intervals })).toEqual([expect.any(Number), 1])
  })
})
