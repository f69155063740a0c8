import { describe, expect, it } from 'vitest'
import type { Measure } from '../sum-score.js'
import { affordableResamples, itemValues, itemwise } from './kind-scorer.js'

describe('affordableResamples', () => {
  it('draws fewer over many items: 30 million draws in all, and 1,000 resamples at least', () => {
    expect(affordableResamples(10_000, 0)).toBe(10_000)
    expect(affordableResamples(10_000, 3000)).toBe(10_000)
    expect(affordableResamples(10_000, 6000)).toBe(5000)
    expect(affordableResamples(10_000, 7000)).toBe(4285)
    expect(affordableResamples(10_000, 1_000_000)).toBe(1000)
    expect(affordableResamples(10, 1_000_000)).toBe(10)
  })
})

describe('values of one item', () => {
  const measure = (metric: string, more: Partial<Measure> = {}): Measure => ({
    about: { metric, unit: 'share', better: 'higher', scorer: { name: 's', version: 1 } },
    isShare: true,
    subject: { terms: [{ weight: 1, top: [1, 2, 0], bottom: [1, 4, 0] }], offset: 0 },
    nulls: [],
    whenNothing: '',
    ...more,
  })
  const term = { weight: 1, top: [1], bottom: [1] }

  it('are those of plain shares', () => {
    const measures = [
      measure('plain'),
      measure('ratio', { isShare: false }),
      measure('two', { subject: { terms: [term, term], offset: 0 } }),
      measure('moved', { subject: { terms: [term], offset: -1 } }),
    ]
    expect(itemwise(measures)).toEqual([true, false, false, false])
    expect(itemValues(measures, itemwise(measures), 0)).toEqual({ plain: 1 })
  })

  it('leave out what does not count for the item', () => {
    const own = (item: number) => itemValues([measure('plain')], [true], item)
    expect([0, 1, 2, 3].map(own)).toEqual([{ plain: 1 }, { plain: 0.5 }, {}, {}])
    expect(itemValues([measure('none', { subject: { terms: [], offset: 0 } })], [true], 0)).toEqual({})
  })
})
