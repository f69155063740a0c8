import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRows, levelled, sharesOf } from './quotas.js'
import { repairParts } from './repair-row.js'

describe('levelled', () => {
  it('raises the least first: 158, 28, 25 and 13 rows with 60 more', () => {
    const has = new Map([
      ['bash', 158],
      ['detail', 28],
      ['check', 25],
      ['kev', 13],
    ])
    // 13 + x = 25 + y = 28 + z with x + y + z = 60 is 42.
    expect(Object.fromEntries(levelled(has, 60))).toEqual({ bash: 0, detail: 14, check: 17, kev: 29 })
  })
  it('gives out all, and never leaves one tool below another that got some', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(counts, fc.integer({ min: 0, max: 300 }), (list, more) => {
        const has = new Map(list.map((count, at) => [`tool ${at}`, count]))
        const given = levelled(has, more)
        expect([...given.values()].reduce((sum, count) => sum + count, 0)).toBe(more)
        const after = [...has].map(([tool, count]) => ({
          got: given.get(tool) ?? 0,
          now: count + (given.get(tool) ?? 0),
        }))
        const least = Math.min(...after.map(({ now }) => now))
        for (const { got, now } of after) if (got > 0) expect(now - least).toBeLessThanOrEqual(1)
      }),
    )
  })
  it('has nothing to give to nobody', () => {
    expect(levelled(new Map(), 10).size).toBe(0)
  })
})

describe('shares and rows', () => {
  it('add up to 1, whatever parts there are', () => {
    for (const parts of [new Set(repairParts), new Set(['call', 'chat'] as const)]) {
      expect([...sharesOf(parts).values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
    }
    expect(sharesOf(new Set(['call', 'chat'] as const)).get('call')).toBeCloseTo(0.75, 12)
  })
  it('are a thousand rows, or as many as hold the corpus', () => {
    const shares = sharesOf(new Set(repairParts))
    const own = (call: number) => ({
      byPart: new Map([['call', call] as const]),
      byTool: new Map([
        ['a', call / 2],
        ['b', call / 2],
      ]),
    })
    expect(defaultRows(own(100), shares)).toBe(1000)
    expect(defaultRows(own(900), shares)).toBe(2000)
    expect(defaultRows(own(90_000), shares)).toBe(20_000)
  })
})
