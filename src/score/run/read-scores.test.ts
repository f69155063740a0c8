import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../text/json.js'
import { readScores, type StoredScores } from './read-scores.js'

const good = { schema: 'assay.scores/1', subject: 's', benchmark: 'b', scores: [], items: [] }
const read = (more: object): StoredScores => {
  const [scores] = readScores(JSON.stringify({ ...good, ...more }), 's.json')
  if (scores === undefined) throw new Error('nothing read')
  return scores
}
const valuesOf = (items: readonly object[]) => read({ items }).items.map(({ values }) => ({ ...values }))

describe('readScores', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['broken JSON', '{"a":\n  5,,}', 'json-broken', /not valid JSON\.[^]*s\.json, line 2, column 5[^]*again/],
    ['a number', 5, 'scores-invalid', /holds no object[^]*s\.json[^]*assay score/],
    ['an empty list', [], 'scores-invalid', /list is empty/],
    ['no schema', { ...good, schema: undefined }, 'scores-invalid', /names no schema/],
    [
      'another version',
      { ...good, schema: 'assay.scores/2' },
      'scores-version',
      /"assay\.scores\/2", and scores have "assay\.scores\/1"[^]*s\.json[^]*assay score/,
    ],
    ['no subject', { ...good, subject: 5 }, 'scores-invalid', /"subject" or "benchmark" is no text/],
    ['no benchmark', { ...good, benchmark: null }, 'scores-invalid', /"subject" or "benchmark" is no text/],
    ['no scores', { ...good, scores: {} }, 'scores-invalid', /"scores" is no list/],
    ['no items', { ...good, items: {} }, 'scores-without-items', /no items[^]*s\.json[^]*hold sums alone/],
    ['a score that is none', { ...good, scores: [5] }, 'scores-invalid', /A score has no metric/],
    ['a score without scorer', { ...good, scores: [{ metric: 'm' }] }, 'scores-invalid', /no scorer/],
    [
      'a scorer without version',
      { ...good, scores: [{ metric: 'm', scorer: { name: 'n' } }] },
      'scores-invalid',
      /name and version/,
    ],
    [
      'a scorer without name',
      { ...good, scores: [{ metric: 'm', scorer: { version: 1 } }] },
      'scores-invalid',
      /name and version/,
    ],
    ['an item that is none', { ...good, items: ['a'] }, 'scores-invalid', /An item has no id/],
    ['an item without id', { ...good, items: [{ id: 5 }] }, 'scores-invalid', /An item has no id/],
    [
      'a value beyond 1',
      { ...good, items: [{ id: 'a', values: { m: 1.001 } }] },
      'scores-invalid',
      /"m" of item "a" is no proportion/,
    ],
    ['a value below 0', { ...good, items: [{ id: 'a', values: { m: -0.001 } }] }, 'scores-invalid', /"m"/],
    [
      'a value that is a text',
      { ...good, items: [{ id: 'a', values: { m: '1' } }] },
      'scores-invalid',
      /"m"/,
    ],
  ])('refuses %s, and says what to do', (_what, value, code, message) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(() => readScores(text, 's.json')).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })

  it('shows no more than the beginning of a long schema', () => {
    expect(() => readScores(JSON.stringify({ ...good, schema: 'x'.repeat(500) }), 's.json')).toThrow(
      /"x{80}"/,
    )
  })

  it('takes a document that is read already, and doubled keys as the host does', () => {
    expect(readScores(good as unknown as JsonObject, 's.json')[0]).toEqual({
      subject: 's',
      benchmark: 'b',
      metrics: [],
      items: [],
      hidesClusters: false,
    })
    expect(readScores(`${JSON.stringify(good).slice(0, -1)},"subject":"t"}`, 's.json')[0]?.subject).toBe('t')
  })

  it('keeps the fingerprints of items and catalog, where the scores tell them', () => {
    const details = { benchmark: { fingerprint: 'f' }, catalog: { fingerprint: 'c' } }
    expect(read({ details })).toMatchObject({ fingerprint: 'f', catalog: 'c' })
    for (const untold of [undefined, 5, { benchmark: 5, catalog: 5 }, { benchmark: { fingerprint: 5 } }]) {
      expect(read({ details: untold })).not.toHaveProperty('fingerprint')
      expect(read({ details: untold })).not.toHaveProperty('catalog')
    }
  })

  it('names metrics with their depth, and their direction', () => {
    const scorer = { name: 'n', version: 3, more: 1 }
    const scores = [
      { metric: 'recall', k: 5, scorer },
      { metric: 'map', k: null, better: 'lower', scorer },
    ]
    expect(read({ scores }).metrics).toEqual([
      { metric: 'recall@5', scorer: { name: 'n', version: 3 }, better: 'higher' },
      { metric: 'map', scorer: { name: 'n', version: 3 }, better: 'lower' },
    ])
  })

  it('keeps kind, variant and cluster of an item where they are texts', () => {
    const items = [
      { id: 'a', kind: 'mcq', variant: 'v', cluster: 'c', values: {} },
      { id: 'b', kind: 5, variant: null, cluster: 5, values: {} },
    ]
    expect(read({ items }).items).toEqual([
      { id: 'a', kind: 'mcq', variant: 'v', cluster: 'c', values: Object.create(null) },
      { id: 'b', kind: 'call', values: Object.create(null) },
    ])
  })

  it('rounds what rounding took past 0 and 1, and nothing else', () => {
    expect(valuesOf([{ id: 'a', values: { low: -1e-10, high: 1 + 1e-10, half: 0.5 } }])).toEqual([
      { low: 0, high: 1, half: 0.5 },
    ])
  })

  it('takes verdicts for values: of calls alone where no call is right, of nothing where nobody knows', () => {
    const verdict = { exact: true, match: false, selection: true, arguments: false, level: 'S6' }
    expect(
      valuesOf([
        { id: 'a', expects: 'calls', ...verdict },
        { id: 'b', expects: 'none', ...verdict },
        { id: 'c', expects: 'unknown', ...verdict },
        { id: 'd', expects: 'calls', exact: 1 },
      ]),
    ).toEqual([{ exact: 1, match: 0, selection: 1, arguments: 0 }, { exact: 1, match: 0 }, {}, {}])
  })

  it('averages an item over its trials, each metric over those that have it', () => {
    const items = [
      { id: 'a', trial: 0, kind: 'call', cluster: 'c', values: { exact: 1, other: 0.5 } },
      { id: 'b', trial: 0, kind: 'call', values: { exact: 1 } },
      { id: 'a', trial: 1, kind: 'call', cluster: 'c', values: { exact: 0 } },
      { id: 'a', trial: 2, kind: 'call', cluster: 'c', values: { exact: 0 } },
      { id: 'a', trial: 1, kind: 'call', variant: 'v', values: { exact: 1 } },
      { id: 'a', trial: 1, kind: 'mcq', values: { exact: 1 } },
    ]
    expect(read({ items }).items.map((item) => ({ ...item, values: { ...item.values } }))).toEqual([
      { id: 'a', kind: 'call', cluster: 'c', values: { exact: 1 / 3, other: 0.5 } },
      { id: 'b', kind: 'call', values: { exact: 1 } },
      { id: 'a', kind: 'call', variant: 'v', values: { exact: 1 } },
      { id: 'a', kind: 'mcq', values: { exact: 1 } },
    ])
  })

  it('leaves an item that stands twice in one trial as it is, for whoever pairs it to refuse', () => {
    const twice = [
      { id: 'a', trial: 1, values: { exact: 1 } },
      { id: 'a', trial: 1, values: { exact: 0 } },
    ]
    expect(valuesOf(twice)).toEqual([{ exact: 1 }, { exact: 0 }])
    expect(read({ items: twice }).items[0]).not.toHaveProperty('trial')
    expect(read({ items: [{ id: 'a', trial: 0, values: {} }] }).items[0]).not.toHaveProperty('trial')
  })

  it('tells when scores speak of clusters that no item names', () => {
    const score = (clusters: unknown, n: unknown) => [
      { metric: 'm', clusters, n, scorer: { name: 'n', version: 1 } },
    ]
    const hides = (scores: readonly object[], items: readonly object[]) =>
      read({ scores, items }).hidesClusters
    const plain = [{ id: 'a', values: {} }]
    expect(hides(score(1, 2), plain)).toBe(true)
    expect(hides([...score(2, 2), ...score(1, 2)], plain)).toBe(true)
    expect(hides(score(2, 2), plain)).toBe(false)
    expect(hides(score(undefined, 2), plain)).toBe(false)
    expect(hides(score(1, 2), [{ id: 'a', cluster: 'c', values: {} }, ...plain])).toBe(false)
  })
})
