import { describe, expect, it } from 'vitest'
import { aboutMetric, itemsOfKind, primaryMetric, scorerPrefix } from './item-metrics.js'
import type { StoredItem, StoredScores } from './read-scores.js'

describe('primaryMetric', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['call', [], 'exact'],
    ['mcq', [], 'accuracy'],
    ['qa', [], 'accuracy'],
    ['dialogue', [], 'turn-correct'],
    ['retrieval', ['map', 'rc@5', 'recall@1', 'recall@5'], 'recall@1'],
    ['retrieval', ['rc@1', 'rc@5'], 'rc@5'],
    ['retrieval', ['rf@1', 'rc@10', 'rc@1'], 'rc@10'],
    ['retrieval', ['map', 'recall-lenient@1'], undefined],
    ['other', ['exact'], undefined],
  ])('decides %s items, of %j, by %s', (kind, known, metric) => {
    expect(primaryMetric(kind, known)).toBe(metric)
  })
})

describe('itemsOfKind', () => {
  const item = (id: string, kind: string, variant?: string): StoredItem => ({
    id,
    kind,
    values: {},
    ...(variant === undefined ? {} : { variant }),
  })

  it('leaves variants out as controls where some items of the kind have none', () => {
    const items = [item('a', 'qa'), item('b', 'qa', 'v'), item('c', 'mcq', 'w'), item('d', 'mcq', 'w')]
    const ids = (kind: string) => itemsOfKind(items, kind).map(({ id }) => id)
    expect(ids('qa')).toEqual(['a'])
    expect(ids('mcq')).toEqual(['c', 'd'])
    expect(ids('call')).toEqual([])
  })
})

describe('aboutMetric', () => {
  const scores = {
    metrics: [
      { metric: 'accuracy', better: 'higher', scorer: { name: 'mcq', version: 2 } },
      { metric: 'accuracy', better: 'lower', scorer: { name: 'qa', version: 3 } },
      { metric: 'recall@5', better: 'higher', scorer: { name: 'selection-recall', version: 1 } },
    ],
  } as unknown as StoredScores

  it('finds the scorer of the kind, for two kinds may name a metric alike', () => {
    const about = (kind: string, metric: string) => aboutMetric(scores, { kind, metric })
    expect(about('mcq', 'accuracy')).toEqual({ scorer: { name: 'mcq', version: 2 }, better: 'higher' })
    expect(about('qa', 'accuracy')).toEqual({ scorer: { name: 'qa', version: 3 }, better: 'lower' })
    expect(about('retrieval', 'recall@5').scorer?.name).toBe('selection-recall')
    expect(about('call', 'accuracy')).toEqual({ scorer: undefined, better: 'higher' })
    // A kind without a scorer of its own takes the first that has the metric.
    expect(about('other', 'accuracy').scorer?.name).toBe('mcq')
  })

  it('knows how the scorers of a kind are called', () => {
    expect(['call', 'mcq', 'qa', 'retrieval', 'dialogue', 'other'].map(scorerPrefix)).toEqual([
      'calls',
      'mcq',
      'qa',
      'selection-',
      'dialogues',
      '',
    ])
  })
})
