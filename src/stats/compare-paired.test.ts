import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../errors.js'
import { comparePaired, type PairedComparison, type PairedMetric } from './compare-paired.js'
import { exactMcNemar } from './mcnemar.js'
import type { PairedItem } from './paired-items.js'

/** Items of right and wrong, as often as said. */
function counted(counts: { both?: number; onlyA?: number; onlyB?: number; neither?: number }): PairedItem[] {
  const items: PairedItem[] = []
  const add = (times: number | undefined, a: number, b: number): void => {
    for (let time = 0; time < (times ?? 0); time++) items.push({ id: `i-${items.length}`, a: [a], b: [b] })
  }
  add(counts.both, 1, 1)
  add(counts.onlyA, 1, 0)
  add(counts.onlyB, 0, 1)
  add(counts.neither, 0, 0)
  return items
}

function compare(
  items: readonly PairedItem[],
  more: { margin?: number; better?: PairedMetric['better'] } = {},
): PairedComparison {
  const { better = 'higher', ...rest } = more
  const [only] = comparePaired({
    metrics: [{ metric: 'match', better, items }],
    seed: 0,
    permutations: 2000,
    ...rest,
  })
  if (only === undefined) throw new Error('one metric gives one comparison')
  return only
}

describe('comparePaired', () => {
  it('takes the published 20 against 5 of 138: better, p 0.00408', () => {
    const result = compare(counted({ both: 54, onlyA: 5, onlyB: 20, neither: 59 }))
    expect(result).toMatchObject({
      n: 138,
      clusters: 138,
      pairs: { both: 54, onlyA: 5, onlyB: 20, neither: 59 },
      test: 'exact McNemar',
      mcnemar: { ignoresClusters: false },
      verdict: 'better',
    })
    expect(result.p).toBeCloseTo(0.00408, 5)
    expect(result.difference).toBeCloseTo(15 / 138, 12)
    expect(result.interval[0]).toBeGreaterThan(0)
    // 2.8016 standard errors: √(138/137 · (25 − 138 · (15/138)²)) / 138
    const error = Math.sqrt((138 / 137) * (25 - 15 ** 2 / 138)) / 138
    expect(result.detectable).toBeCloseTo(2.801585 * error, 6)
    expect(result).not.toHaveProperty('needed')
  })

  it('is worse the other way round, and turns round where lower is better', () => {
    expect(compare(counted({ onlyA: 20, onlyB: 5, both: 113 })).verdict).toBe('worse')
    expect(compare(counted({ onlyA: 20, onlyB: 5, both: 113 }), { better: 'lower' }).verdict).toBe('better')
  })

  it('cannot tell with eight prompts, not even six to one or five to none', () => {
    expect(compare(counted({ onlyB: 5, both: 3 })).verdict).toBe('not-enough-data')
    const result = compare(counted({ onlyB: 6, onlyA: 1, both: 1 }))
    expect(result.verdict).toBe('not-enough-data')
    expect(result.needed).toBeGreaterThan(125)
  })

  it('shows no difference inside the margin, and says when one is there all the same', () => {
    const same = compare(counted({ both: 600, onlyA: 4, onlyB: 5, neither: 391 }))
    expect(same).toMatchObject({ verdict: 'no-difference-shown' })
    expect(same).not.toHaveProperty('note')
    const small = compare(counted({ both: 5000, onlyB: 50, neither: 4950 }))
    expect(small).toMatchObject({
      verdict: 'no-difference-shown',
      note: expect.stringMatching(/smaller than the margin/),
    })
    expect(small.p).toBeLessThan(1e-10)
    expect(compare(counted({ both: 5000, onlyB: 50, neither: 4950 }), { margin: 0.005 }).verdict).toBe(
      'better',
    )
  })

  it('takes a subject and itself for alike only where rare differences would have shown', () => {
    const few = compare(counted({ both: 40, neither: 20 }))
    expect(few).toMatchObject({ verdict: 'not-enough-data', difference: 0, p: 1, needed: 125 })
    expect(few.interval[1]).toBeCloseTo(1.96 ** 2 / (60 + 1.96 ** 2), 4)
    expect(few).not.toHaveProperty('detectable')
    expect(compare(counted({ both: 80, neither: 45 })).verdict).toBe('no-difference-shown')
  })

  it('lets clusters decide where items come in them, and shows McNemar as ignoring them', () => {
    // Four of forty templates go B's way as a whole, one A's: 100 items against 25.
    const items = Array.from({ length: 1000 }, (_, index): PairedItem => {
      const template = Math.floor(index / 25)
      const a = template === 4 || template > 20 ? 1 : 0
      const b = template < 4 || template > 20 ? 1 : 0
      return { id: `i-${index}`, cluster: `t-${template}`, a: [a], b: [b] }
    })
    const result = compare(items)
    expect(result.mcnemar).toMatchObject({ ignoresClusters: true })
    expect(result.mcnemar?.p).toBeLessThan(1e-9)
    expect(result.p).toBeGreaterThan(0.2)
    expect(result).toMatchObject({
      clusters: 40,
      effectiveClusters: 40,
      verdict: 'not-enough-data',
      pairs: { onlyA: 25, onlyB: 100 },
    })
    expect(result.test).toBe('sign flips of 40 clusters, 2,000 permutations, seed 0')
    expect(result.needed).toBeGreaterThan(1000)
  })

  it('averages trials within an item first, and counts parts of items', () => {
    const items = Array.from(
      { length: 30 },
      (_, index): PairedItem => ({
        id: `i-${index}`,
        a: [0, 1, 0, 0],
        b: index < 20 ? [1, 1, 0] : [0, 0, 0],
      }),
    )
    const result = compare(items)
    expect(result.difference).toBeCloseTo((20 * (2 / 3 - 1 / 4) - 10 / 4) / 30, 12)
    expect(result.pairs.onlyB).toBeCloseTo(20 * (2 / 3) * (3 / 4), 9)
    expect((result.pairs.onlyB - result.pairs.onlyA) / 30).toBeCloseTo(result.difference, 12)
    expect(result).not.toHaveProperty('mcnemar')
    expect(result.test).toBe('sign flips of 30 items, 2,000 permutations, seed 0')
  })

  it('adjusts over the metrics of a table, and says when that turns the verdict', () => {
    const close = {
      metric: 'close',
      better: 'higher',
      items: counted({ onlyB: 14, onlyA: 4, both: 82 }),
    } as const
    const even = {
      metric: 'even',
      better: 'higher',
      items: counted({ onlyB: 9, onlyA: 8, both: 83 }),
    } as const
    const alone = comparePaired({ metrics: [close], seed: 0 })[0]
    const [first, second] = comparePaired({ metrics: [close, even], seed: 0 })
    expect(alone).toMatchObject({ verdict: 'better' })
    expect(first).toMatchObject({
      verdict: 'not-enough-data',
      p: alone?.p,
      note: expect.stringMatching(/Holm/),
    })
    expect(first?.adjustedP).toBeCloseTo(2 * exactMcNemar({ onlyA: 4, onlyB: 14 }), 12)
    expect(first?.needed).toBeGreaterThan(100)
    expect(second?.adjustedP).toBe(1)
  })

  it('needs more than one cluster, and says how many items that takes', () => {
    const items = counted({ onlyB: 10, onlyA: 2, both: 8 }).map((item) => ({ ...item, cluster: 'all' }))
    expect(compare(items)).toMatchObject({ verdict: 'not-enough-data', interval: [-1, 1], p: 1, needed: 125 })
  })

  const part = fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4)
  const item = fc.record({
    a: fc.array(part, { minLength: 1, maxLength: 3 }),
    b: fc.array(part, { minLength: 1, maxLength: 3 }),
    cluster: fc.nat(40),
  })
  const tables = fc
    .array(item, { minLength: 1, maxLength: 80 })
    .map((rows) =>
      rows.map((row, index): PairedItem => ({ ...row, id: `i-${index}`, cluster: `c-${row.cluster}` })),
    )

  it('turns round when A and B change places', () => {
    const turned = {
      better: 'worse',
      worse: 'better',
      'no-difference-shown': 'no-difference-shown',
      'not-enough-data': 'not-enough-data',
    } as const
    fc.assert(
      fc.property(tables, (items) => {
        const result = compare(items)
        const other = compare(items.map(({ a, b, ...rest }) => ({ ...rest, a: b, b: a })))
        expect(other.verdict).toBe(turned[result.verdict])
        expect(other.p).toBe(result.p)
        expect(other.difference).toBeCloseTo(-result.difference, 12)
        expect(other.interval[0]).toBeCloseTo(-result.interval[1], 9)
        expect(other.pairs.onlyA).toBeCloseTo(result.pairs.onlyB, 9)
      }),
    )
  })

  it('keeps to the rules: p and interval agree, the interval holds the difference, needed is more than n', () => {
    fc.assert(
      fc.property(tables, (items) => {
        const { p, interval, difference, verdict, n, needed, pairs } = compare(items)
        expect(interval[0]).toBeLessThanOrEqual(difference + 1e-9)
        expect(interval[1]).toBeGreaterThanOrEqual(difference - 1e-9)
        expect(interval[0] >= -1 && interval[1] <= 1).toBe(true)
        if (p > 0.05) expect(interval[0] <= 0 && interval[1] >= 0).toBe(true)
        if (verdict === 'better' || verdict === 'worse')
          expect(interval[0] >= 0 || interval[1] <= 0).toBe(true)
        if (verdict === 'not-enough-data') expect(needed).toBeGreaterThan(n)
        else expect(needed).toBeUndefined()
        expect(pairs.both + pairs.onlyA + pairs.onlyB + pairs.neither).toBeCloseTo(n, 9)
      }),
    )
  })

  it('is the same for the same seed', () => {
    const items = counted({ onlyB: 30, onlyA: 20, both: 50 })
    expect(compare(items)).toEqual(compare(items))
  })

  it.each([
    ['nothing-paired', [], {}],
    ['no-trials', [{ id: 'q-3', a: [], b: [1] }], {}],
    ['score-range', [{ id: 'q-3', a: [0.5], b: [87.8] }], {}],
    ['score-range', [{ id: 'q-3', a: [Number.NaN], b: [1] }], {}],
    ['margin-range', counted({ both: 3 }), { margin: 0 }],
    ['margin-range', counted({ both: 3 }), { margin: 3 }],
  ])('refuses %s', (code, items, more) => {
    expect(() => compare(items, more)).toThrow(expect.objectContaining({ code, fix: expect.any(String) }))
  })
})

describe('what comparePaired refuses', () => {
  const item = { id: 'i', a: [1], b: [0] }
  it.each([
    [
      'two items of one id',
      { items: [item, { ...item, b: [1] }] },
      'item-doubled',
      /"match" has two items.*[^]*item "i"/,
    ],
    ['no items', { items: [] }, 'nothing-paired', /No item/],
    ['a score that is no number', { items: [{ ...item, a: [Number.NaN] }] }, 'score-range', /NaN/],
    [
      'a score above 1',
      { items: [{ ...item, b: [87.8] }] },
      'score-range',
      /one is 87\.8[^]*item "i"[^]*fix: +Divide/,
    ],
    ['no trial', { items: [{ ...item, b: [] }] }, 'no-trials', /no trial[^]*item "i"[^]*unmeasured/],
    ['permutations that are none', { items: [item], permutations: Number.NaN }, 'permutations-range', /NaN/],
    ['no permutation', { items: [item], permutations: 0 }, 'permutations-range', /0 is no number/],
    ['a margin that is none', { items: [item], margin: Number.NaN }, 'margin-range', /NaN/],
  ])('%s', (_what, { items, ...more }, code, message) => {
    const asked = () =>
      comparePaired({ metrics: [{ metric: 'match', better: 'higher', items }], seed: 0, ...more })
    expect(asked).toThrow(InputError)
    expect(asked).toThrow(expect.objectContaining({ code }))
    expect(asked).toThrow(message)
  })
})
