import { describe, expect, it } from 'vitest'
import type { ResolvedItem } from '../../benchmark/resolve.js'
import { catalogOf } from '../../catalog/catalog.js'
import type { QueryAnswer } from '../../parametric/query-answer.js'
import { findScore } from '../../report/score-text.js'
import { readScores } from '../run/read-scores.js'
import { checkpointCurve, knownFound, stageTable, subjectTable } from './dissociation.js'
import { scoreParametric } from './score-parametric.js'
import { serviceItem, servicesOf } from './service-level.js'

const catalog = catalogOf(
  ['a&&1', 'a&&2', 'b&&1', 'c&&1', 'c&&2', 'd&&1'].map((name) => ({
    name,
    service: name.slice(0, 1),
    endpoint: name.slice(3),
    inputSchema: {},
    source: { format: 'test', at: name },
  })),
)

const item = (
  id: string,
  needs: readonly (readonly string[])[],
  tier: ResolvedItem['tier'],
): ResolvedItem => ({
  item: { kind: 'retrieval', id, query: id, gold: [['x']] },
  needs,
  tier,
})

const answer = (
  id: string,
  constrained: readonly number[],
  free: readonly number[],
  more = {},
): QueryAnswer => ({
  id,
  constrained,
  free: { tools: free, returned: 4, nonTools: 4 - free.length, duplicates: 0, examples: [], ...more },
  toolMass: 0.5,
})

const items = [
  item('one', [['a&&1']], 'easy'),
  item('two', [['a&&2'], ['b&&1']], 'medium'),
  item('equals', [['c&&1', 'c&&2'], ['d&&1']], 'medium'),
]
const answers = new Map(
  [
    answer('one', [1, 0], [0]),
    // Both needs within the first two; free finds one of them behind a stranger.
    answer('two', [1, 2, 3], [3, 2]),
    answer('equals', [4, 3, 5], []),
  ].map((one) => [one.id, one]),
)
const request = {
  catalog,
  items,
  answers,
  ks: [1, 2, 3],
  candidates: 6,
  services: true,
  seed: 0,
  resamples: 200,
}

describe('scoreParametric', () => {
  const { scores, rows } = scoreParametric(request)
  const value = (
    metric: string,
    k: number | undefined,
    tier: 'all' | 'easy' | 'medium' = 'all',
    group?: string,
  ) => {
    const about = {
      metric,
      tier,
      ...(k === undefined ? {} : { k }),
      ...(group === undefined ? {} : { group }),
    }
    const score = findScore(scores, about)
    return score?.kind === 'scored' ? score.value : score?.reason
  }
  it('counts needs, by hand', () => {
    // k=1: one 0, two ½, equals ½; k=2: 1, 1, ½; k=3: 1, 1, 1
    expect([1, 2, 3].map((k) => value('rc', k))).toEqual([1 / 3, 2.5 / 3, 1])
    // k=1: 1, 0, 0; k=2: 1, ½, 0
    expect([1, 2, 3].map((k) => value('rf', k))).toEqual([1 / 3, 0.5, 0.5])
    expect([1, 2, 3].map((k) => value('is', k))).toEqual(
      [1, 0.6, 0.5].map((share) => expect.closeTo(share, 12)),
    )
    expect(value('rc', 2, 'medium')).toBe(0.75)
    expect(value('rc', 1, 'easy')).toMatch(/one item/)
  })
  it('scores services: the first place of any of their tools', () => {
    // one: a at 1; two: needs a and b, list a, b, c; equals: needs c and d, list c, d.
    expect([1, 2].map((k) => value('rc', k, 'all', 'service'))).toEqual([(1 + 0.5 + 0.5) / 3, 1])
    expect(value('rf', 2, 'all', 'service')).toBe((1 + 0.5 + 0) / 3)
  })
  it('gives the share of free outputs that are tools, and the mass on tools', () => {
    expect(value('free-validity', undefined)).toBeCloseTo((1 / 4 + 2 / 4 + 0) / 3, 12)
    expect(findScore(scores, { metric: 'tool-mass', tier: 'all' })).toMatchObject({
      kind: 'scored',
      value: 0.5,
      intervalNote: expect.stringMatching(/no spread/),
    })
  })
  it('has chance and ceiling of as many tools as can be reached', () => {
    expect(findScore(scores, { metric: 'rc', k: 1, tier: 'all' })).toMatchObject({
      ceiling: expect.closeTo((1 + 0.5 + 0.5) / 3, 12),
      chance: expect.closeTo((1 / 6 + 1 / 6 + (2 / 6 + 1 / 6) / 2) / 3, 12),
    })
  })
  it('leaves out what was not decoded: no row of zeros', () => {
    const only = new Map([['one', { id: 'one', constrained: [0] }]])
    const found = scoreParametric({ ...request, answers: only })
    expect([...new Set(found.scores.map(({ metric }) => metric))]).toEqual(['rc'])
    expect(found.rows).toEqual([
      {
        id: 'one',
        kind: 'parametric',
        tier: 'easy',
        values: { 'rc@1': 1, 'rc@2': 1, 'rc@3': 1 },
        gold: [['a&&1']],
        found: { constrained: ['a&&1'] },
      },
    ])
  })
  it('says what each score is of, and by whom', () => {
    const about = (metric: string, more: object = {}) =>
      findScore(scores, { metric, tier: 'medium', ...more } as Parameters<typeof findScore>[1])
    expect(about('rc', { k: 2 })).toMatchObject({
      unit: 'share of needs',
      better: 'higher',
      scorer: { name: 'rc', version: 1 },
      n: 2,
    })
    expect(about('rf', { k: 2 })).toMatchObject({
      unit: 'share of needs',
      scorer: { name: 'rf', version: 1 },
    })
    expect(about('is', { k: 2 })).toMatchObject({ unit: 'ratio Rf/Rc', scorer: { name: 'is', version: 1 } })
    expect(about('free-validity')).toMatchObject({
      unit: 'share of free outputs that are tools',
      scorer: { name: 'free-validity', version: 1 },
      value: 0.25,
    })
    expect(about('tool-mass')).toMatchObject({
      unit: 'probability of first tokens of tools',
      scorer: { name: 'tool-mass', version: 1 },
    })
    expect(about('rc', { k: 2 })).not.toHaveProperty('group')
    expect(findScore(scores, { metric: 'tool-mass', tier: 'all', group: 'service' })).toBeUndefined()
  })

  it('puts the group of the request before the level', () => {
    const named = scoreParametric({ ...request, group: 'beam' }).scores.map(({ group }) => group)
    expect([...new Set(named)]).toEqual(['beam', 'beam, service'])
    const plain = scoreParametric({ ...request, services: false }).scores
    expect([...new Set(plain.map(({ group }) => group))]).toEqual([undefined])
    expect(plain.map(({ tier }) => tier).filter((tier, at, all) => all.indexOf(tier) === at)).toEqual([
      'all',
      'easy',
      'medium',
      'hard',
    ])
  })

  it('lists each query with what it recalled and found', () => {
    expect(rows.find(({ id }) => id === 'two')).toEqual({
      id: 'two',
      kind: 'parametric',
      tier: 'medium',
      values: {
        'rc@1': 0.5,
        'rc@2': 1,
        'rc@3': 1,
        'rf@1': 0,
        'rf@2': 0.5,
        'rf@3': 0.5,
        'free-validity': 0.5,
        'tool-mass': 0.5,
      },
      gold: [['a&&2'], ['b&&1']],
      found: { constrained: ['a&&2', 'b&&1'], free: ['b&&1'] },
    })
    const shallow = scoreParametric({ ...request, ks: [1] }).rows
    expect(shallow.find(({ id }) => id === 'two')?.found).toEqual({ constrained: ['a&&2'], free: [] })
  })

  it('names clusters of queries, and counts them', () => {
    const clustered = items.map((one, at) => ({ ...one, item: { ...one.item, cluster: `c${at % 2}` } }))
    const found = scoreParametric({ ...request, items: clustered })
    expect(found.rows.map(({ cluster }) => cluster)).toEqual(['c0', 'c1', 'c0'])
    expect(findScore(found.scores, { metric: 'rc', k: 1, tier: 'all' })).toMatchObject({ clusters: 2 })
    expect(findScore(found.scores, { metric: 'is', k: 1, tier: 'all' })).toMatchObject({ clusters: 2 })
    expect(rows[0]).not.toHaveProperty('cluster')
  })

  it('takes free decoding alone, without a ratio, and no share of nothing', () => {
    const free = { tools: [0], returned: 0, nonTools: 0, duplicates: 0, examples: [] }
    const only = new Map([
      ['one', { id: 'one', free }],
      ['two', { id: 'two', free: { ...free, tools: [1, 99] } }],
    ])
    const found = scoreParametric({ ...request, services: false, answers: only })
    expect([...new Set(found.scores.map(({ metric }) => metric))]).toEqual(['rf'])
    expect(findScore(found.scores, { metric: 'rf', k: 2, tier: 'all' })).toMatchObject({ value: 0.75, n: 2 })
    expect(found.rows[1]?.values).toEqual({ 'rf@1': 0.5, 'rf@2': 0.5, 'rf@3': 0.5 })
    expect(found.rows[1]).not.toHaveProperty('found.constrained')
  })

  it('takes what the catalog lacks for a place that is lost', () => {
    const strange = new Map([
      ['one', { id: 'one', constrained: [99, 0] }],
      ['two', { id: 'two', constrained: [99, 98, 1] }],
    ])
    const found = scoreParametric({ ...request, answers: strange, services: false }).rows
    expect(found.map(({ values }) => values)).toEqual([
      { 'rc@1': 0, 'rc@2': 1, 'rc@3': 1 },
      { 'rc@1': 0, 'rc@2': 0, 'rc@3': 0.5 },
    ])
  })

  it('has a ratio over the queries that have both lists alone', () => {
    const some = new Map([...answers, ['one', { id: 'one', constrained: [1, 0] }]])
    const found = scoreParametric({ ...request, answers: some })
    expect(findScore(found.scores, { metric: 'is', k: 2, tier: 'all' })).toMatchObject({
      n: 2,
      constrained: 0.75,
      free: 0.25,
    })
    expect(findScore(found.scores, { metric: 'rc', k: 2, tier: 'all' })).toMatchObject({ n: 3 })
  })

  it('joins known with found, tool by tool', () => {
    const table = knownFound(
      [
        { tool: 'a&&1', value: 1 },
        { tool: 'a&&2', value: 0.25 },
        { tool: 'b&&1', value: 0.75 },
        { tool: 'never', value: 1 },
      ],
      rows,
    )
    expect(table.n).toBe(3)
    expect(table.cells.filter(({ tools }) => tools > 0)).toEqual([
      { known: true, constrained: true, free: true, tools: 2 },
      { known: false, constrained: true, free: false, tools: 1 },
    ])
    expect(table.rows.find(({ tool }) => tool === 'never')).toEqual({
      tool: 'never',
      probes: 1,
      known: 1,
      queries: 0,
    })
  })
  it('counts all eight cells, a tool known or found from a half on', () => {
    const probes = [
      { tool: 'a&&1', value: 0.5 },
      { tool: 'a&&2', value: 0.4 },
      { tool: 'b&&1', value: 0.4 },
      { tool: 'b&&1', value: 0.8 },
    ]
    const table = knownFound(probes, rows)
    expect(
      table.cells.map(({ known, constrained, free, tools }) => [known, constrained, free, tools]),
    ).toEqual([
      [true, true, true, 2],
      [true, true, false, 0],
      [true, false, true, 0],
      [true, false, false, 0],
      [false, true, true, 0],
      [false, true, false, 1],
      [false, false, true, 0],
      [false, false, false, 0],
    ])
    expect(table.rows.find(({ tool }) => tool === 'b&&1')).toEqual({
      tool: 'b&&1',
      probes: 2,
      known: expect.closeTo(0.6, 12),
      queries: 1,
      foundConstrained: 1,
      foundFree: 1,
    })
    expect(table.rows.find(({ tool }) => tool === 'd&&1')).toEqual({
      tool: 'd&&1',
      probes: 0,
      queries: 1,
      foundConstrained: 1,
      foundFree: 0,
    })
  })

  it('makes one row a subject and one curve a score', () => {
    const about = {
      metric: 'accuracy',
      unit: 'share',
      better: 'higher',
      scorer: { name: 'mcq', version: 1 },
    } as const
    const probes = [{ kind: 'scored', ...about, value: 0.4, n: 10 }] as const
    const rowsOf = subjectTable(
      [
        { subject: 's', scores },
        { subject: 's', scores: probes },
        { subject: 't', scores: [] },
      ],
      2,
    )
    expect(rowsOf[0]).toMatchObject({ subject: 's', mcq: { value: 0.4 }, rc: { k: 2 }, is: { metric: 'is' } })
    expect(rowsOf[1]).toEqual({ subject: 't' })
    const curve = checkpointCurve([
      { subject: 'step 1', scores: probes },
      { subject: 'step 2', scores: [] },
    ])
    expect(curve).toEqual({
      checkpoints: ['step 1', 'step 2'],
      rows: [{ metric: 'accuracy', values: [0.4, null], intervals: [null, null], n: [10, 0] }],
    })
  })
  it('takes scores of all tiers and no group into a row, and each depth into a curve of its own', () => {
    const of = (metric: string, more: object = {}) =>
      ({
        kind: 'scored',
        metric,
        unit: 'share',
        better: 'higher',
        scorer: { name: 's', version: 1 },
        value: 0.4,
        n: 10,
        ...more,
      }) as const
    const listed = [
      of('rc', { k: 1, value: 0.1 }),
      of('rc', { k: 2, tier: 'easy', value: 0.2 }),
      of('rc', { k: 2, group: 'service', value: 0.3 }),
      of('rc', { k: 2, tier: 'all', value: 0.4 }),
      of('rf', { k: 2 }),
      of('balanced-accuracy'),
    ]
    const [row] = subjectTable([{ subject: 's', scores: listed }], 2)
    expect(Object.keys(row ?? {})).toEqual(['subject', 'qa', 'rc', 'rf'])
    expect(row?.rc).toMatchObject({ value: 0.4 })
    const curve = checkpointCurve([
      { subject: 'x', scores: listed },
      { subject: 'y', scores: [of('rc', { k: 2, tier: 'easy', interval: [0.1, 0.3] })] },
    ])
    expect(curve.rows).toHaveLength(6)
    expect(curve.rows[1]).toEqual({
      metric: 'rc',
      k: 2,
      tier: 'easy',
      values: [0.2, 0.4],
      intervals: [null, [0.1, 0.3]],
      n: [10, 10],
    })
    expect(curve.rows[2]).toMatchObject({ group: 'service', values: [0.3, null] })
  })

  it('pairs two stages query by query', () => {
    const document = (subject: string, value: number) =>
      readScores(
        JSON.stringify({
          schema: 'assay.scores/1',
          subject,
          benchmark: 'b',
          scores: [],
          items: Array.from({ length: 40 }, (_, at) => ({
            id: `${at}`,
            kind: 'parametric',
            values: { 'rc@50': at % 2 ? value : 1 },
          })),
        }),
        'test',
      )
    const [row] = stageTable({
      before: document('s1', 1),
      after: document('s2', 0),
      metrics: ['rc@50'],
      seed: 0,
    })
    expect(row).toMatchObject({ before: 's1', after: 's2', difference: -0.5, verdict: 'worse' })
  })
})

describe('serviceItem', () => {
  it('joins needs whose services overlap', () => {
    const joined = serviceItem(
      item('x', [['a&&1'], ['b&&1', 'a&&2'], ['c&&1'], ['c&&2']], 'hard'),
      servicesOf(catalog),
    )
    expect(joined.needs.map((need) => [...need].sort())).toEqual([['a', 'b'], ['c']])
    expect(joined.tier).toBe('hard')
  })
})
