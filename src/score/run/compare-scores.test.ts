import { describe, expect, it } from 'vitest'
import { InputError } from '../../errors.js'
import { exactMcNemar } from '../../stats/mcnemar.js'
import { compareScores, type ScoreComparisonRequest } from './compare-scores.js'
import { readScores, type StoredScores } from './read-scores.js'

interface ItemLine {
  readonly id: string
  readonly kind?: string
  readonly variant?: string
  readonly cluster?: string
  readonly values?: Readonly<Record<string, number>>
  readonly [more: string]: unknown
}

const scores = (items: readonly ItemLine[], more: object = {}): StoredScores => {
  const [read] = readScores(
    JSON.stringify({
      schema: 'assay.scores/1',
      subject: 's',
      benchmark: 'b',
      scores: [
        {
          kind: 'scored',
          metric: 'exact',
          better: 'higher',
          n: items.length,
          scorer: { name: 'calls', version: 1 },
        },
        {
          kind: 'scored',
          metric: 'accuracy',
          better: 'higher',
          n: items.length,
          scorer: { name: 'mcq', version: 2 },
        },
        {
          kind: 'scored',
          metric: 'abstained',
          better: 'lower',
          n: items.length,
          scorer: { name: 'mcq', version: 2 },
        },
        {
          kind: 'scored',
          metric: 'recall',
          k: 5,
          better: 'higher',
          n: 1,
          scorer: { name: 'selection-recall', version: 1 },
        },
      ],
      items,
      details: { benchmark: { fingerprint: 'f' } },
      ...more,
    }),
    's.json',
  )
  if (read === undefined) throw new Error('nothing read')
  return read
}

const items = (values: readonly number[], more: Partial<ItemLine> = {}): readonly ItemLine[] =>
  values.map((exact, index) => ({ id: `i${index}`, kind: 'call', values: { exact }, ...more }))

const compare = (a: StoredScores, b: StoredScores, more: Partial<ScoreComparisonRequest> = {}) =>
  compareScores({ a: [a], b: [b], metrics: [], acrossVersions: false, partial: false, seed: 0, ...more })

const repeat = (value: number, times: number): readonly number[] => Array.from({ length: times }, () => value)

describe('compareScores', () => {
  it('pairs by item, counts discordant pairs and tests them: 5 and 20 of 100 give p = 0.00408', () => {
    const a = [...repeat(1, 40), ...repeat(1, 5), ...repeat(0, 20), ...repeat(0, 35)]
    const b = [...repeat(1, 40), ...repeat(0, 5), ...repeat(1, 20), ...repeat(0, 35)]
    const [one] = compare(scores(items(a)), scores(items(b).toReversed()))
    expect(one).toMatchObject({
      benchmark: 'b',
      kind: 'call',
      metric: 'exact',
      n: 100,
      pairs: { both: 40, onlyA: 5, onlyB: 20, neither: 35 },
      difference: expect.closeTo(0.15, 12),
      p: expect.closeTo(exactMcNemar({ onlyA: 5, onlyB: 20 }), 12),
      verdict: 'better',
      a: { subject: 's', scorer: { name: 'calls', version: 1 }, fingerprint: 'f' },
      unpaired: { onlyA: 0, onlyB: 0 },
    })
    expect(one?.p).toBeCloseTo(0.00408, 5)
    expect(compare(scores(items(b)), scores(items(a)))[0]).toMatchObject({ verdict: 'worse' })
  })

  it('says what it would take where there is too little', () => {
    const [one] = compare(scores(items([1, 0, 1, 0])), scores(items([1, 1, 1, 0])))
    expect(one).toMatchObject({ verdict: 'not-enough-data', needed: expect.any(Number) })
    const same = items(Array.from({ length: 2000 }, (_, index) => index % 2))
    expect(compare(scores(same), scores(same))[0]).toMatchObject({
      verdict: 'no-difference-shown',
      difference: 0,
    })
  })

  it('heeds clusters, and shows McNemar as ignoring them', () => {
    const clustered = (values: readonly number[]) =>
      values.map((exact, index) => ({
        id: `i${index}`,
        kind: 'call',
        cluster: `c${index % 4}`,
        values: { exact },
      }))
    const [one] = compare(
      scores(clustered(repeat(0, 40))),
      scores(clustered([...repeat(1, 20), ...repeat(0, 20)])),
    )
    expect(one).toMatchObject({ clusters: 4, mcnemar: { ignoresClusters: true } })
    expect(one?.p).toBeGreaterThan(0.05)
  })

  it('takes variants of one item for a cluster of their own', () => {
    const varied = (exact: number) =>
      Array.from({ length: 12 }, (_, index) => ({
        id: `i${index % 6}`,
        kind: 'call',
        variant: index < 6 ? 'x' : 'y',
        values: { exact },
      }))
    expect(compare(scores(varied(0)), scores(varied(1)))[0]).toMatchObject({ n: 12, clusters: 6 })
  })

  it('decides the primary metric of each kind together, and others when they are named', () => {
    const mixed = (value: number) => [
      { id: 'c', kind: 'call', values: { exact: value } },
      { id: 'm', kind: 'mcq', values: { accuracy: value, abstained: 1 - value } },
      { id: 'r', kind: 'retrieval', values: { 'recall@5': value } },
      { id: 'd', kind: 'dialogue', values: { other: value } },
    ]
    const compared = compare(scores(mixed(0)), scores(mixed(1)))
    expect(compared.map(({ kind, metric }) => [kind, metric])).toEqual([
      ['call', 'exact'],
      ['mcq', 'accuracy'],
      ['retrieval', 'recall@5'],
    ])
    const lower = Array.from({ length: 30 }, (_, index) => index).map((index) => ({
      id: `m${index}`,
      kind: 'mcq',
    }))
    const of = (abstained: number) => scores(lower.map((item) => ({ ...item, values: { abstained } })))
    // Fewer abstentions are better.
    expect(compare(of(1), of(0), { metrics: ['abstained'] })[0]).toMatchObject({
      difference: -1,
      verdict: 'better',
    })
  })

  it('reads verdicts of `assay score calls`, arguments only where a call is expected', () => {
    const verdicts = (exact: boolean) => [
      { id: 'c', expects: 'calls', exact, match: exact, selection: true, arguments: exact },
      { id: 'n', expects: 'none', exact, match: exact, selection: true },
    ]
    const [one] = compare(scores(verdicts(false)), scores(verdicts(true)), { metrics: ['selection'] })
    expect(one).toMatchObject({ n: 1, kind: 'call', difference: 0 })
  })

  it.each<[string, StoredScores, StoredScores, string]>([
    [
      'other benchmarks',
      scores(items([1])),
      scores(items([1]), { benchmark: 'c', details: {} }),
      'benchmark-differs',
    ],
    [
      'other items under one name',
      scores(items([1])),
      scores(items([1]), { details: { benchmark: { fingerprint: 'g' } } }),
      'benchmark-differs',
    ],
    [
      'another version of the scorer',
      scores(items([1])),
      scores(items([1]), { scores: [{ metric: 'exact', scorer: { name: 'calls', version: 2 } }] }),
      'scorer-differs',
    ],
    [
      'a direction that is turned around',
      scores(items([1])),
      scores(items([1]), {
        scores: [{ metric: 'exact', better: 'lower', scorer: { name: 'calls', version: 1 } }],
      }),
      'scorer-differs',
    ],
    ['items of one side', scores(items([1, 0])), scores(items([1])), 'items-differ'],
    [
      'scores that hide their clusters',
      scores(items([1, 1]), {
        scores: [{ metric: 'exact', n: 2, clusters: 1, scorer: { name: 'calls', version: 1 } }],
      }),
      scores(items([1, 1])),
      'clusters-unknown',
    ],
    ['nothing that was measured', scores([]), scores([]), 'metric-unknown'],
  ])('refuses %s', (_what, a, b, code) => {
    expect(() => compare(a, b)).toThrow(expect.objectContaining({ code }))
  })

  it('goes on where it is told to', () => {
    const other = scores(items([1, 1, 0]), {
      details: { benchmark: { fingerprint: 'g' } },
      scores: [{ metric: 'exact', scorer: { name: 'calls', version: 2 } }],
    })
    const [one] = compare(scores(items([1, 0])), other, { acrossVersions: true })
    expect(one).toMatchObject({
      n: 2,
      unpaired: { onlyA: 0, onlyB: 1 },
      b: { scorer: { version: 2 }, fingerprint: 'g' },
    })
    expect(compare(scores(items([1, 0])), scores(items([1])), { partial: true })[0]).toMatchObject({
      n: 1,
      unpaired: { onlyA: 1, onlyB: 0 },
    })
  })

  it('pairs two benchmarks that hold the same items under other names', () => {
    expect(compare(scores(items([1])), scores(items([1]), { benchmark: 'moved' }))).toHaveLength(1)
  })

  it('names what it knows when a metric is unknown', () => {
    expect(() => compare(scores(items([1])), scores(items([1])), { metrics: ['exactness'] })).toThrow(/exact/)
  })
})

describe('readScores', () => {
  const good = { schema: 'assay.scores/1', subject: 's', benchmark: 'b', scores: [], items: [] }
  it.each<[string, unknown, string]>([
    ['broken JSON', '{"a"', 'json-broken'],
    ['a number', 5, 'scores-invalid'],
    ['an empty list', [], 'scores-invalid'],
    ['another document', { ...good, schema: 'assay.lint/1' }, 'scores-version'],
    ['another version', { ...good, schema: 'assay.scores/2' }, 'scores-version'],
    ['no subject', { ...good, subject: 5 }, 'scores-invalid'],
    ['a table without items', { ...good, items: undefined }, 'scores-without-items'],
    ['a score without scorer', { ...good, scores: [{ metric: 'm' }] }, 'scores-invalid'],
    ['an item without id', { ...good, items: [{}] }, 'scores-invalid'],
    ['a value beyond 1', { ...good, items: [{ id: 'a', values: { m: 1.5 } }] }, 'scores-invalid'],
    ['a value that is none', { ...good, items: [{ id: 'a', values: { m: null } }] }, 'scores-invalid'],
  ])('refuses %s', (_what, value, code) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(() => readScores(text, 's.json')).toThrow(expect.objectContaining({ code }))
    expect(() => readScores(text, 's.json')).toThrow(/s\.json/)
  })

  it('reads a list of documents, and forgives rounding', () => {
    const [first, second] = readScores(
      JSON.stringify([
        good,
        { ...good, items: [{ id: 'a', kind: 'mcq', values: { m: 1.0000000000000002 } }] },
      ]),
      's.json',
    )
    expect(first?.items).toEqual([])
    expect(second?.items[0]?.values.m).toBe(1)
  })
})

describe('an item that stands twice', () => {
  const item = { id: 'x', values: { exact: 1 } }
  it.each([
    ['A', [item, { ...item, values: { exact: 0 } }], [item]],
    ['B', [item], [item, { ...item, values: { exact: 0 } }]],
  ])('is refused on side %s', (side, a, b) => {
    expect(() =>
      compareScores({
        a: [scores(a)],
        b: [scores(b)],
        metrics: [],
        acrossVersions: false,
        partial: false,
        seed: 0,
      }),
    ).toThrow(new RegExp(`scores of ${side} list one item twice[^]*item "x"`))
  })
})

describe('refusals to compare', () => {
  const withScores = (list: readonly object[]) => scores(items([1]), { scores: list })
  const scorer = { name: 'calls', version: 1 }
  const faultOf = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      if (error instanceof InputError) return error
      throw error
    }
    throw new Error('nothing was refused')
  }

  it.each<[string, StoredScores, StoredScores, RegExp, RegExp]>([
    [
      'other benchmarks',
      scores(items([1]), { details: {} }),
      scores(items([1]), { benchmark: 'c', details: {} }),
      /^A was scored on "b", B on "c"\.$/,
      /^Compare runs over the same benchmark\.$/,
    ],
    [
      'items that differ under one name',
      scores(items([1]), { details: { benchmark: { fingerprint: 'f'.repeat(64) } } }),
      scores(items([1]), { details: {} }),
      /"b" are not the same in A and B/,
      /--across-versions/,
    ],
    [
      'a direction that is turned around',
      withScores([{ metric: 'exact', better: 'lower', scorer }]),
      withScores([{ metric: 'exact', better: 'higher', scorer }]),
      /^Of "exact" less is better in A, and more in B\.$/,
      /assay score <run>/,
    ],
    [
      'another version of a scorer',
      withScores([{ metric: 'exact', scorer }]),
      withScores([{ metric: 'exact', scorer: { name: 'calls', version: 2 } }]),
      /^"exact" was scored by calls version 1 in A and by calls version 2 in B\.$/,
      /--across-versions/,
    ],
    [
      'a scorer of another name',
      withScores([{ metric: 'exact', scorer }]),
      withScores([{ metric: 'exact', scorer: { name: 'calls-lean', version: 1 } }]),
      /calls version 1 in A and by calls-lean version 1 in B/,
      /--across-versions/,
    ],
    [
      'a scorer that is not named',
      withScores([]),
      withScores([{ metric: 'exact', scorer }]),
      /no scorer that is named in A and by calls version 1 in B/,
      /--across-versions/,
    ],
    [
      'items of one side alone',
      scores(items([1, 0, 1])),
      scores([...items([1]), { id: 'other', values: { exact: 1 } }]),
      /^Of the items of "b", 2 were measured in A alone and 1 in B alone\.$/,
      /--resume[^]*--retry-errors[^]*--partial/,
    ],
    [
      'clusters that B hides',
      scores(items([1, 1])),
      scores(items([1, 1]), { scores: [{ metric: 'exact', n: 2, clusters: 1, scorer }] }),
      /^The scores of B speak of clusters/,
      /assay score <run>/,
    ],
    [
      'nothing measured',
      scores([{ id: 'a', values: {} }]),
      scores(items([1])),
      /nothing was measured/,
      /measured samples/,
    ],
    [
      'no primary metric',
      scores([{ id: 'a', kind: 'other', values: { x: 1, y: 1 } }]),
      scores([{ id: 'a', kind: 'other', values: { x: 1 } }]),
      /^No item of A has a primary metric\.$/,
      /--metric: x, y\.$/,
    ],
  ])('tell what differs and what to do: %s', (_what, a, b, what, fix) => {
    const fault = faultOf(() => compare(a, b))
    expect(fault.what).toMatch(what)
    expect(fault.fix).toMatch(fix)
  })

  it('show the beginnings of fingerprints', () => {
    const a = scores(items([1]), { details: { benchmark: { fingerprint: 'f'.repeat(64) } } })
    const b = scores(items([1]), { details: {} })
    expect(faultOf(() => compare(a, b)).where).toBe(`A ${'f'.repeat(12)}, B none`)
  })

  it('name the metrics that were asked for, and those that there are', () => {
    const fault = faultOf(() =>
      compare(scores(items([1])), scores(items([1])), { metrics: ['exactness', 'recall'] }),
    )
    expect(fault.what).toBe('No item of A has "exactness" or "recall".')
    expect(fault.fix).toBe('Name one with --metric: exact.')
  })

  it('point to the variant that stands twice', () => {
    const twice = items([1, 1], { id: 'x', variant: 'v' })
    const fault = faultOf(() => compare(scores(items([1], { id: 'x', variant: 'v' })), scores(twice)))
    expect(fault).toMatchObject({ code: 'item-doubled', where: 'item "x", variant "v"' })
    expect(fault.fix).toMatch(/take one of the two out/)
    expect(faultOf(() => compare(scores(items([1, 1], { id: 'x' })), scores(items([1])))).where).toBe(
      'item "x"',
    )
  })

  it('of several benchmarks name all, and point to what they share', () => {
    const named = (benchmark: string) => scores(items([1]), { benchmark, details: {} })
    const ask = (acrossVersions: boolean) =>
      compareScores({
        a: [named('b'), named('c')],
        b: [named('c'), named('d')],
        metrics: [],
        acrossVersions,
        partial: false,
        seed: 0,
      })
    const fault = faultOf(() => ask(false))
    expect(fault.what).toBe('A was scored on "b", "c", B on "c", "d".')
    expect(fault.fix).toMatch(/--across-versions to compare what they share/)
    expect(ask(true).map(({ benchmark }) => benchmark)).toEqual(['c'])
    expect(
      faultOf(() =>
        compareScores({
          a: [named('b'), named('c')],
          b: [named('b')],
          metrics: [],
          acrossVersions: false,
          partial: false,
          seed: 0,
        }),
      ).code,
    ).toBe('benchmark-differs')
  })
})

describe('pairs of items', () => {
  it('belong to the clusters that the items name, or to none', () => {
    const named = items([1, 0, 1], { cluster: 'c' })
    expect(compare(scores(named), scores(named))[0]).toMatchObject({ n: 3, clusters: 1 })
    expect(compare(scores(items([1, 0])), scores(items([1, 0])))[0]?.clusters).toBe(2)
    // Of one variant there is nothing to gather: every item stands for itself.
    const oneVariant = items([1, 0, 1], { variant: 'v' })
    expect(compare(scores(oneVariant), scores(oneVariant))[0]).toMatchObject({ n: 3, clusters: 3 })
  })

  it('keep variants of one item apart, and leave out what lacks the metric', () => {
    const varied = (x: number, y: number) => [
      { id: 'i', variant: 'x', values: { exact: x } },
      { id: 'i', variant: 'y', values: { exact: y } },
      { id: 'j', variant: 'x', values: { other: 1 } },
    ]
    expect(compare(scores(varied(1, 0)), scores(varied(1, 1)))[0]).toMatchObject({
      n: 2,
      pairs: { both: 1, onlyA: 0, onlyB: 1, neither: 0 },
      unpaired: { onlyA: 0, onlyB: 0 },
    })
  })

  it('are tested with the margin and the permutations that were asked for', () => {
    const [a, b] = [scores(items([1, 0])), scores(items([1, 0]))]
    expect(() => compare(a, b, { margin: 2 })).toThrow(expect.objectContaining({ code: 'margin-range' }))
    expect(() => compare(a, b, { permutations: 0 })).toThrow(
      expect.objectContaining({ code: 'permutations-range' }),
    )
  })
})
