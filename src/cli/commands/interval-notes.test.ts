import { describe, expect, it } from 'vitest'
import type { ScoredValue } from '../../score/score.js'
import { intervalNotes } from './interval-notes.js'

const score = (more: Partial<ScoredValue>): ScoredValue => ({
  kind: 'scored',
  metric: 'f1',
  unit: 'ratio',
  better: 'higher',
  scorer: { name: 'calls', version: 1 },
  value: 0.5,
  n: 12,
  ...more,
})

describe('intervalNotes', () => {
  it('says how many items there are, and how many it takes', () => {
    const few = score({ itemInterval: [0.2, 0.8], intervalNote: 'unscored: too few items' })
    expect(intervalNotes([few, score({ interval: [0, 1] })])).toEqual([
      '* An interval that reaches beyond these items takes 20 items, and n is 12; the one that is shown speaks of these items only.',
    ])
  })
  it('names the measures where their notes differ', () => {
    const notes = intervalNotes([
      score({ intervalNote: 'unscored: too few items' }),
      score({ metric: 'recall', k: 5, n: 7, intervalNote: 'unscored: too few items' }),
      score({ metric: 'a', n: 90, clusters: 30, effectiveClusters: 12.34, intervalNote: 'unscored: x' }),
      score({ metric: 'b', n: 90, clusters: 30, effectiveClusters: 25, intervalNote: 'no spread' }),
    ])
    expect(notes).toEqual([
      '* f1: an interval that reaches beyond these items takes 20 items, and n is 12; none is shown.',
      '* recall@5: an interval that reaches beyond these items takes 20 items, and n is 7; none is shown.',
      '* a: an interval that reaches beyond these items takes 20 effective clusters, and the 30 here count as 12.3; none is shown.',
      '* b: no spread.',
    ])
  })
  it('says nothing where every interval is whole', () => {
    expect(intervalNotes([score({ interval: [0, 1] })])).toEqual([])
  })
})
