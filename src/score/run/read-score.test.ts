import { describe, expect, it } from 'vitest'
import { InputError } from '../../errors.js'
import type { JsonObject } from '../../text/json.js'
import type { Score } from '../score.js'
import { readScore } from './read-score.js'

const scored: Score = {
  kind: 'scored',
  metric: 'recall',
  k: 5,
  tier: 'easy',
  group: 'pool',
  unit: 'share of needs',
  better: 'higher',
  scorer: { name: 'recall', version: 1 },
  value: 0.5,
  n: 40,
  clusters: 20,
  effectiveClusters: 18.5,
  interval: [0.4, 0.6],
  method: 'percentile bootstrap',
  itemInterval: [0.42, 0.58],
  intervalNote: 'none',
  chance: 0.1,
  ceiling: 1,
  floor: {
    null: 'random',
    value: 0.1,
    interval: [0, 0.2],
    difference: 0.4,
    differenceInterval: [0.3, 0.5],
    verdict: 'above-floor',
  },
}
const unscored: Score = {
  kind: 'unscored',
  metric: 'accuracy',
  unit: 'share of items',
  better: 'lower',
  scorer: { name: 'qa', version: 2 },
  reason: 'no items',
  n: 0,
}
const stored = (score: object): JsonObject => JSON.parse(JSON.stringify(score)) as JsonObject // of plain data

describe('readScore', () => {
  it('gives back what was written, and leaves out what it does not know', () => {
    expect(readScore(stored(scored), 'a')).toEqual(scored)
    expect(readScore(stored(unscored), 'a')).toEqual(unscored)
    expect(readScore(stored({ ...unscored, later: true }), 'a')).toEqual(unscored)
  })

  it('refuses every member of a wrong kind, naming it and the file', () => {
    const wrong = Object.keys(scored).map((key) => ({ key, value: stored({ ...scored, [key]: [null] }) }))
    for (const { key, value } of wrong) {
      expect(() => readScore(value, 'p/scores.json'), key).toThrow(new RegExp(`"${key}"[^]*p/scores\\.json`))
    }
    for (const value of [null, 'x', [], stored({ ...scored, interval: [1, 2, 3] })]) {
      expect(() => readScore(value, 'a')).toThrow(InputError)
    }
    expect(() => readScore(stored({ ...unscored, reason: undefined }), 'a')).toThrow(/"reason"/)
    expect(() => readScore(stored({ ...scored, floor: { null: 'random', value: 'x' } }), 'a')).toThrow(
      /"value"/,
    )
  })
})
