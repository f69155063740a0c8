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

  it.each<[string, unknown, string]>([
    ['a score that is none', 5, 'A score is no object.'],
    ['another kind', { ...scored, kind: 'x' }, '"kind" of a score is not "scored" or "unscored".'],
    ['no scorer', { ...scored, scorer: 5 }, '"scorer" of a score is not an object with name and version.'],
    [
      'a scorer without version',
      { ...scored, scorer: { name: 'x' } },
      '"scorer" of a score is not an object with name',
    ],
    [
      'a scorer without name',
      { ...scored, scorer: { version: 1 } },
      '"scorer" of a score is not an object with name',
    ],
    ['no metric', { ...scored, metric: 5 }, '"metric" of a score is not a text.'],
    ['no unit', { ...unscored, unit: undefined }, '"unit" of a score is not a text.'],
    ['no direction', { ...unscored, better: 'up' }, '"better" of a score is not one of higher, lower.'],
    ['another tier', { ...scored, tier: 'x' }, '"tier" of a score is not one of all, easy, medium, hard.'],
    ['a value that is none', { ...scored, value: null }, '"value" of a score is not a number.'],
    ['no n', { ...unscored, n: undefined }, '"n" of a score is not a number.'],
    ['half an interval', { ...scored, interval: [0.1] }, '"interval" of a score is not a pair of numbers.'],
    [
      'an interval of texts',
      { ...scored, itemInterval: [0, '1'] },
      '"itemInterval" of a score is not a pair',
    ],
    ['a floor that is none', { ...scored, floor: 5 }, '"floor" of a score is no object.'],
    ['a floor without name', { ...scored, floor: { value: 0 } }, '"null" of a score is not a text.'],
    [
      'another verdict',
      { ...scored, floor: { null: 'x', value: 0, verdict: 'above' } },
      '"verdict" of a score is not one of above-floor, at-floor, below-floor, not-enough-data.',
    ],
  ])('says what is wrong with %s, where, and what to do', (_what, value, what) => {
    expect(() => readScore(JSON.parse(JSON.stringify(value)), 'p/scores.json')).toThrow(
      expect.objectContaining({
        code: 'scores-invalid',
        what: expect.stringContaining(`These are no scores that can be read. ${what}`),
        where: 'p/scores.json',
        fix: 'Score the run again with `assay score`.',
      }),
    )
  })

  it('takes a floor of a name and a value alone', () => {
    const bare = { ...scored, floor: { null: 'random', value: 0.1 } }
    expect(readScore(stored(bare), 'a')).toEqual(bare)
  })
})
