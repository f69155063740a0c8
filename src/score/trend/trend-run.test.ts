import { describe, expect, it } from 'vitest'
import type { StoredItem, StoredScores } from '../run/read-scores.js'
import type { Score } from '../score.js'
import { pointOf, seriesIn } from './trend-run.js'

const scorer = { name: 'qa', version: 2 }
const item = (
  id: string,
  values: Readonly<Record<string, number>>,
  more: Partial<StoredItem> = {},
): StoredItem => ({
  id,
  kind: 'qa',
  values,
  ...more,
})
const stored = (items: readonly StoredItem[], more: Partial<StoredScores> = {}): StoredScores => ({
  subject: 's',
  benchmark: 'b',
  metrics: [
    { metric: 'accuracy', scorer, better: 'higher' },
    { metric: 'recall@5', scorer: { name: 'selection-recall', version: 1 }, better: 'higher' },
  ],
  items,
  hidesClusters: false,
  ...more,
})
const scored = (more: Partial<Extract<Score, { kind: 'scored' }>> = {}): Score => ({
  kind: 'scored',
  metric: 'accuracy',
  unit: 'share of items',
  better: 'higher',
  scorer,
  value: 0.5,
  n: 2,
  ...more,
})
const run = { run: 'r', folder: 'runs/r', createdMs: 5, benchmarks: [] }
const key = { subject: 's', benchmark: 'b', kind: 'qa', metric: 'accuracy' }
const two = [item('a', { accuracy: 1 }), item('b', { accuracy: 0 })]
const point = (scores: readonly Score[], items = two, more: Partial<typeof key> = {}) =>
  pointOf(run, { stored: stored(items), scores }, { ...key, ...more })

describe('seriesIn', () => {
  const mixed = stored([
    item('a', { accuracy: 1, consistent: 0 }),
    item('b', { exact: 1, match: 1 }, { kind: 'call' }),
    item('c', { x: 1 }, { kind: 'other' }),
  ])
  const metrics = (wanted: readonly string[]) =>
    seriesIn({ stored: mixed, scores: [] }, wanted).map(({ kind, metric }) => [kind, metric])

  it('takes the primary metric of each kind, or those that are named, where the kind has them', () => {
    expect(metrics([])).toEqual([
      ['qa', 'accuracy'],
      ['call', 'exact'],
    ])
    expect(metrics(['match', 'consistent', 'none'])).toEqual([
      ['qa', 'consistent'],
      ['call', 'match'],
    ])
    expect(seriesIn({ stored: stored([item('a', { x: 1 })]), scores: [] }, [])).toEqual([])
    expect(seriesIn({ stored: mixed, scores: [] }, [])[0]).toEqual(key)
  })
})

describe('pointOf', () => {
  it('shows the score with its interval, chance and floor', () => {
    const shown = scored({
      interval: [0.4, 0.6],
      itemInterval: [0.45, 0.55],
      chance: 0.25,
      floor: { null: 'constant', value: 0.3, verdict: 'above-floor' },
    })
    expect(point([shown])).toEqual({
      run: 'r',
      folder: 'runs/r',
      createdMs: 5,
      n: 2,
      value: 0.5,
      scorer,
      interval: [0.4, 0.6],
      chance: 0.25,
      floor: { null: 'constant', value: 0.3 },
    })
  })

  it('says that an interval speaks of these items only', () => {
    expect(point([scored({ itemInterval: [0.45, 0.55] })])).toMatchObject({
      interval: [0.45, 0.55],
      intervalNote: 'these items only',
    })
    expect(point([scored()])).not.toHaveProperty('interval')
    expect(point([scored()])).not.toHaveProperty('intervalNote')
  })

  it('tells the mean over items where the score is another', () => {
    expect(point([scored({ value: 0.6 })])).toMatchObject({ value: 0.6, itemMean: 0.5 })
    expect(point([scored({ value: 0.5 + 1e-12 })])).not.toHaveProperty('itemMean')
    const unscored: Score = {
      kind: 'unscored',
      metric: 'accuracy',
      unit: '',
      better: 'higher',
      scorer,
      reason: '',
      n: 0,
    }
    expect(point([unscored])).toEqual({ run: 'r', folder: 'runs/r', createdMs: 5, n: 2, value: 0.5, scorer })
    expect(point([], [item('a', {})])).not.toHaveProperty('value')
  })

  it('shows the score of the whole, by the scorer of the kind and at its depth', () => {
    const others = [
      scored({ group: 'no-token', value: 0.1 }),
      scored({ tier: 'easy', value: 0.2 }),
      scored({ scorer: { name: 'mcq', version: 3 }, value: 0.3 }),
      scored({ metric: 'accuracy-lenient', value: 0.4 }),
      scored({ k: 5, value: 0.45 }),
    ]
    expect(point([...others, scored({ tier: 'all', value: 0.9 })])).toMatchObject({ value: 0.9 })
    expect(point(others)).toMatchObject({ value: 0.5 })
    const recall = scored({
      metric: 'recall',
      k: 5,
      scorer: { name: 'selection-recall', version: 1 },
      value: 0.7,
    })
    const items = [item('a', { 'recall@5': 1 }, { kind: 'retrieval' })]
    expect(point([recall], items, { kind: 'retrieval', metric: 'recall@5' })).toMatchObject({
      value: 0.7,
      n: 1,
    })
  })
})
