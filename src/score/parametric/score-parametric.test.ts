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
