import { describe, expect, it } from 'vitest'
import type { RetrievalItem } from '../benchmark/item.js'
import { resolveItems } from '../benchmark/resolve.js'
import { catalogOf } from '../catalog/catalog.js'
import { emptyInputSchema, type Tool } from '../catalog/tool.js'
import { defineRetriever, type Ranking, type RankRequest, type Retriever } from '../retrieval/retriever.js'
import type { Score } from './score.js'
import { type RetrievalRequest, scoreRetrieval } from './score-retrieval.js'

const tool = (name: string): Tool => ({
  name,
  inputSchema: emptyInputSchema(),
  source: { format: 'test', at: 'here' },
})
const names = Array.from({ length: 30 }, (_, at) => `t${at}`)
const catalog = catalogOf(names.map(tool))

/** Items whose query is the ranking: `"t1 t2|t3"` ranks t1 and t2 alike, then t3. */
const byQuery = (query: string): Ranking =>
  query
    .split('|')
    .flatMap((block, at) => (block === '' ? [] : block.split(' ').map((name) => ({ name, score: -at }))))

const scripted = (extra: { readonly covers?: (request: RankRequest) => boolean } = {}): Retriever =>
  defineRetriever({
    id: 'scripted',
    identity: {},
    index: () => ({
      ...extra,
      rank: (requests) =>
        requests.map(({ query, pool }) => byQuery(query).filter(({ name }) => pool?.includes(name) ?? true)),
    }),
  })

const item = (
  id: string,
  query: string,
  gold: RetrievalItem['gold'],
  more: Partial<RetrievalItem> = {},
): RetrievalItem => ({
  kind: 'retrieval',
  id,
  query,
  gold,
  ...more,
})

const run = (items: readonly RetrievalItem[], more: Partial<RetrievalRequest> = {}) =>
  scoreRetrieval({
    retriever: scripted(),
    catalog,
    items: resolveItems(items, catalog).items,
    ks: [1, 5],
    pool: false,
    partial: false,
    seed: 0,
    resamples: 200,
    notify: () => {},
    ...more,
  })

const find = (scores: readonly Score[], wanted: Partial<Score>): Score => {
  const found = scores.filter((score) =>
    Object.entries(wanted).every(([key, value]) => score[key as keyof Score] === value),
  )
  expect(found, JSON.stringify(wanted)).toHaveLength(1)
  return found[0] as Score // checked on the line above
}

const two = [
  item('a', 't1 t2|t3', [['t1']]),
  item('b', 't9|t4|t5', [['t4'], ['t5']]),
  item('c', '', [['t1'], ['t2'], ['t3'], ['t4']]),
]

describe('scoreRetrieval', () => {
  it('scores by expectation over ties, per tier and over all', async () => {
    const { scores } = await run(two)
    expect(find(scores, { metric: 'recall', k: 1, tier: 'all' })).toMatchObject({ value: 0.5 / 3, n: 3 })
    expect(find(scores, { metric: 'recall', k: 5, tier: 'all' })).toMatchObject({ value: 2 / 3, n: 3 })
    expect(find(scores, { metric: 'mrr', tier: 'all' })).toMatchObject({
      value: (0.75 + 0.5 + 0) / 3,
      k: 1000,
    })
    expect(find(scores, { metric: 'recall', k: 1, tier: 'hard' })).toMatchObject({ kind: 'unscored', n: 1 })
  })

  it('gives every metric at every k and tier, none twice', async () => {
    const { scores } = await run(two)
    const keys = scores.map(({ metric, k, tier }) => `${metric} ${k} ${tier}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toHaveLength(4 * (5 * 2 + 2))
  })

  it('prints ceiling and chance beside each recall', async () => {
    const { scores } = await run(two)
    const score = find(scores, { metric: 'recall', k: 1, tier: 'all' })
    if (score.kind !== 'scored') throw new Error('expected a value')
    expect(score.ceiling).toBeCloseTo((1 + 1 / 2 + 1 / 4) / 3, 12)
    expect(score.chance).toBeCloseTo(1 / 30, 12)
  })

  it('names an empty tier instead of leaving it out', async () => {
    const { scores } = await run(
      [two[0], two[0]].map((one, at) => item(`x${at}`, one?.query ?? '', [['t1']])),
    )
    expect(find(scores, { metric: 'hit', k: 5, tier: 'medium' })).toMatchObject({
      kind: 'unscored',
      reason: 'no items',
    })
  })

  it('re-ranks pools: tools without evidence share the places behind the others', async () => {
    const pool = ['t1', 't2', 't3', 't4']
    const { scores } = await run(
      [item('a', 't8|t2', [['t1']], { pool }), item('b', 't1', [['t1'], ['t2']], { pool })],
      { pool: true },
    )
    // a: t2 first, then t1, t3 and t4 alike. b: t1 first, then three alike for place 2.
    expect(find(scores, { metric: 'hit', tier: 'all', group: 'pool' })).toMatchObject({
      k: 1,
      value: 0.5,
      chance: (1 / 4 + 1 / 2) / 2,
    })
    expect(find(scores, { metric: 'r-precision', tier: 'all', group: 'pool' })).toMatchObject({
      value: expect.closeTo((0 + (1 + 1 / 3) / 2) / 2, 12),
    })
  })

  it('gives a reason where no item has a pool', async () => {
    const { scores } = await run(two, { pool: true })
    expect(find(scores, { metric: 'hit', tier: 'all', group: 'pool' })).toMatchObject({
      kind: 'unscored',
      n: 0,
    })
  })

  it('refuses to go on without an answer, and with --partial counts the items as unmeasured', async () => {
    const retriever = scripted({ covers: ({ id }) => id !== 'b' })
    await expect(run(two, { retriever })).rejects.toMatchObject({
      code: 'answers-missing',
      message: /1 of the items: b/,
    })
    const { scores, uncovered } = await run(two, { retriever, partial: true })
    expect(uncovered).toEqual(['b'])
    expect(find(scores, { metric: 'recall', k: 5, tier: 'all' })).toMatchObject({ value: 0.5, n: 2 })
  })

  it('keeps what was ranked first', async () => {
    const { tops } = await run(two)
    expect(tops.map(({ item: { item: of }, names: first }) => [of.id, first])).toEqual([
      ['a', ['t1', 't2', 't3']],
      ['b', ['t9', 't4', 't5']],
      ['c', []],
    ])
  })

  it('asks in batches and keeps the answers in order', async () => {
    const many = Array.from({ length: 250 }, (_, at) => item(`i${at}`, `t${at % 30}`, [[`t${at % 30}`]]))
    const sizes: number[] = []
    const inner = await scripted().index(catalog)
    const retriever = defineRetriever({
      id: 'batches',
      identity: {},
      index: () => ({
        rank(requests) {
          sizes.push(requests.length)
          return inner.rank(requests)
        },
      }),
    })
    const { scores } = await run(many, { retriever })
    expect(sizes).toEqual([100, 100, 50])
    expect(find(scores, { metric: 'recall', k: 1, tier: 'all' })).toMatchObject({ value: 1 })
  })

  it('takes a missing ranking for a fault, never for a miss', async () => {
    const retriever = defineRetriever({ id: 'short', identity: {}, index: () => ({ rank: () => [[]] }) })
    await expect(run(two, { retriever })).rejects.toMatchObject({
      code: 'ranking-invalid',
      what: /1 rankings for 3/,
    })
  })

  it('can be interrupted between batches', async () => {
    const pause = () => Promise.reject(new Error('interrupted'))
    await expect(run(two, { pause })).rejects.toThrow('interrupted')
  })

  it('passes on a ranking that is none', async () => {
    const retriever = defineRetriever({
      id: 'broken',
      identity: {},
      index: () => ({ rank: (requests) => requests.map(() => [{ name: 't1', score: Number.NaN }]) }),
    })
    await expect(run(two, { retriever })).rejects.toMatchObject({ code: 'ranking-invalid' })
  })

  it('tells what it does, and how far it is', async () => {
    const told: string[] = []
    const many = Array.from({ length: 250 }, (_, at) => item(`i${at}`, 't1', [['t1']]))
    await run(many, { notify: (text) => told.push(text) })
    expect(told).toEqual([
      'scripted: indexing 30 tools',
      'scripted: 100 of 250 queries',
      'scripted: 200 of 250 queries',
    ])
  })

  it('asks for a depth of 1,000, or of what is to be shown', async () => {
    const depths: number[] = []
    const retriever = defineRetriever({
      id: 'deep',
      identity: {},
      index: () => ({
        rank: (requests) => {
          depths.push(...requests.map(({ k }) => k))
          return requests.map(() => [])
        },
      }),
    })
    await run(two.slice(0, 1), { retriever })
    await run(two.slice(0, 1), { retriever, ks: [1, 2000] })
    expect(depths).toEqual([1000, 2000])
  })

  it('names the first five items without an answer', async () => {
    const many = Array.from({ length: 7 }, (_, at) => item(`i${at}`, 't1', [['t1']]))
    const none = scripted({ covers: () => false })
    await expect(run(many, { retriever: none })).rejects.toMatchObject({
      what: 'scripted has no answer to 7 of the items: i0, i1, i2, i3, i4, ….',
      fix: expect.stringContaining('--partial'),
    })
    await expect(run(many.slice(0, 5), { retriever: none })).rejects.toMatchObject({
      what: 'scripted has no answer to 5 of the items: i0, i1, i2, i3, i4.',
    })
  })

  it('keeps ten names of what was ranked first', async () => {
    const long = item('a', Array.from({ length: 12 }, (_, at) => `t${at}`).join('|'), [['t1']])
    const { tops } = await run([long])
    expect(tops[0]?.names).toEqual(names.slice(0, 10))
  })

  it('puts what a retriever leaves out of a pool behind what it ranks, all alike', async () => {
    // t3 stands first; t1 and t2 are behind it, in either order.
    const pooled = [
      item('a', 't3|t9', [['t1']], { pool: ['t1', 't2', 't3'] }),
      item('b', '', [['t1']], { pool: ['t1', 't2'] }),
    ]
    const { scores } = await run(pooled, { pool: true })
    expect(find(scores, { metric: 'hit', k: 1, tier: 'all', group: 'pool' })).toMatchObject({
      value: 0.25,
      chance: expect.closeTo((1 / 3 + 1 / 2) / 2, 12),
      ceiling: 1,
      n: 2,
    })
    expect(scores.filter(({ group }) => group === 'pool').every(({ better }) => better === 'higher')).toBe(
      true,
    )
  })

  it('can be interrupted between pools', async () => {
    let pauses = 0
    const pause = () => (++pauses > 1 ? Promise.reject(new Error('interrupted')) : Promise.resolve())
    const pooled = [item('a', 't1', [['t1']], { pool: ['t1', 't2'] })]
    await expect(run(pooled, { pool: true, pause })).rejects.toThrow('interrupted')
    await run(pooled, { pause: () => Promise.resolve() })
  })

  it('holds null models against the retriever, in the catalog and in pools', async () => {
    const first = { offset: 0, size: 1, score: 1 }
    const nulls = [
      {
        id: 'always-t1',
        prepare: () => ({
          inCatalog: () => ({ of: (name: string) => (name === 't1' ? first : undefined), listed: 1 }),
        }),
      },
      {
        id: 'in-pools',
        prepare: () => ({
          inPool: () => ({ of: (name: string) => (name === 't2' ? first : undefined), listed: 1 }),
        }),
      },
    ]
    const pooled = ['a', 'b', 'c'].map((id, at) => item(id, 't2', [[`t${at}`]], { pool: ['t0', 't1', 't2'] }))
    const { scores } = await run(pooled, { pool: true, nulls: nulls as never })
    const floorOf = (wanted: Partial<Score>) => {
      const score = find(scores, { metric: 'hit', k: 1, tier: 'all', ...wanted })
      return score.kind === 'scored' ? [score.group, score.floor?.null, score.floor?.value] : []
    }
    expect(floorOf({ group: 'pool' })).toEqual(['pool', 'in-pools', expect.closeTo(1 / 3, 12)])
    expect(
      scores.filter(
        ({ metric, k, tier, group }) => metric === 'hit' && k === 1 && tier === 'all' && group === undefined,
      ),
    ).toMatchObject([{ floor: { null: 'always-t1', value: expect.closeTo(1 / 3, 12) } }])
  })
})
