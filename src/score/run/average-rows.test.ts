import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Measure } from '../sum-score.js'
import { averageRows } from './average-rows.js'

const measure = (top: readonly number[], bottom: readonly number[], isShare = true): Measure => ({
  about: { metric: 'm', unit: 'u', better: 'higher', scorer: { name: 's', version: 1 } },
  isShare,
  subject: { terms: [{ weight: 1, top, bottom }], offset: 0 },
  nulls: [{ id: 'n', sum: { terms: [{ weight: 1, top, bottom }], offset: 0 } }],
  whenNothing: 'none',
})

describe('averageRows', () => {
  it('averages the samples of an item, so that each item counts once', () => {
    const [averaged] = averageRows([measure([1, 0, 0, 1], [1, 1, 1, 1])], { itemOf: [0, 0, 0, 1], items: 2 })
    expect(Array.from(averaged?.subject.terms[0]?.top ?? [])).toEqual([1 / 3, 1])
    expect(Array.from(averaged?.subject.terms[0]?.bottom ?? [])).toEqual([1, 1])
    expect(Array.from(averaged?.nulls[0]?.sum.terms[0]?.top ?? [])).toEqual([1 / 3, 1])
    expect(averaged?.isShare).toBe(false)
  })

  it('stays a share where all samples of each item agree', () => {
    const rows = { itemOf: [0, 0, 1], items: 2 }
    expect(averageRows([measure([1, 1, 0], [1, 1, 1])], rows)[0]?.isShare).toBe(true)
    expect(averageRows([measure([1, 1, 0], [1, 0, 1])], rows)[0]?.isShare).toBe(false)
    expect(averageRows([measure([1, 1, 0], [1, 1, 1], false)], rows)[0]?.isShare).toBe(false)
  })

  it('leaves measures alone where every item has one sample', () => {
    const measures = [measure([1, 0], [1, 1])]
    expect(averageRows(measures, { itemOf: [0, 1], items: 2 })).toBe(measures)
  })

  it('gives the mean over items of their own means', () => {
    const items = fc.array(fc.array(fc.nat(1), { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(items, (outcomes) => {
        const itemOf = outcomes.flatMap((own, item) => own.map(() => item))
        const [averaged] = averageRows(
          [
            measure(
              outcomes.flat(),
              itemOf.map(() => 1),
            ),
          ],
          {
            itemOf,
            items: outcomes.length,
          },
        )
        const tops = Array.from(averaged?.subject.terms[0]?.top ?? [])
        const own = outcomes.map((list) => list.reduce((sum, value) => sum + value, 0) / list.length)
        for (const [item, value] of own.entries()) expect(tops[item]).toBeCloseTo(value, 12)
      }),
    )
  })
})
