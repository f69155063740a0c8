import { describe, expect, it } from 'vitest'
import type { RetrievalItem } from '../../benchmark/item.js'
import { resolveItems } from '../../benchmark/resolve.js'
import { catalogOf } from '../../catalog/catalog.js'
import { emptyInputSchema } from '../../catalog/tool.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { SelectionScorer } from './selection-samples.js'

const catalog = catalogOf(
  ['go', 'stop', 'wait', 'look'].map((name) => ({
    name,
    inputSchema: emptyInputSchema(),
    source: { format: 'test', at: 'here' },
  })),
)
const item = (id: string, gold: RetrievalItem['gold'], more: Partial<RetrievalItem> = {}): RetrievalItem => ({
  kind: 'retrieval',
  id,
  query: 'q',
  gold,
  ...more,
})
const items = [
  item('r1', [['go']], { cluster: 'c1' }),
  item('r2', [['stop'], ['wait']]),
  item('r3', [['look']], { pool: ['look', 'wait'] }),
]
const said = (id: string, text: string | undefined, more: Partial<StoredSample> = {}): StoredSample => ({
  benchmark: 'b',
  item: id,
  trial: 0,
  where: 's.jsonl',
  ...(text === undefined ? {} : { output: { text, stopReason: 'stop' } }),
  ...more,
})
function score(samples: readonly StoredSample[], trials = 1) {
  const scorer = new SelectionScorer(resolveItems(items, catalog).items, { catalog, ks: [1, 2] })
  for (const one of samples)
    scorer.take(
      items.findIndex(({ id }) => id === one.item),
      one,
    )
  const found = scorer.finish({ trials, seed: 0, resamples: 50 })
  return { ...found, items: [...found.items] }
}

describe('SelectionScorer', () => {
  it('measures rankings at each depth, or as a whole, and recall leniently too', () => {
    const found = score([said('r1', 'go'), said('r2', 'wait\nstop'), said('r3', '- look')])
    const names = found.scores
      .filter(({ tier }) => tier === 'all')
      .map(({ metric, k, unit, better, scorer }) =>
        [`${metric}@${k}`, unit, better, `${scorer.name} ${scorer.version}`].join(' | '),
      )
    expect(names).toEqual([
      'recall@1 | share of needs | higher | selection-recall 1',
      'recall@2 | share of needs | higher | selection-recall 1',
      'hit@1 | share of items | higher | selection-hit 1',
      'hit@2 | share of items | higher | selection-hit 1',
      'all@1 | share of items | higher | selection-all 1',
      'all@2 | share of items | higher | selection-all 1',
      expect.stringMatching(/^ndcg@1 .* selection-ndcg 1$/),
      expect.stringMatching(/^ndcg@2 .* selection-ndcg 1$/),
      expect.stringMatching(/^ndcg-toolgen@1 .* selection-ndcg-toolgen 1$/),
      expect.stringMatching(/^ndcg-toolgen@2 .* selection-ndcg-toolgen 1$/),
      expect.stringMatching(/^mrr@1000 .* selection-mrr 1$/),
      expect.stringMatching(/^map@1000 .* selection-map 1$/),
      'recall-lenient@1 | share of needs | higher | selection-recall 1',
      'recall-lenient@2 | share of needs | higher | selection-recall 1',
    ])
    expect([...new Set(found.scores.map(({ tier }) => tier))]).toEqual(['all', 'easy', 'medium', 'hard'])
    expect(found.scores.every((one) => !('group' in one))).toBe(true)
  })

  it('lists each item with its values, means over its trials', () => {
    const found = score(
      [
        said('r1', 'go'),
        said('r1', 'stop\ngo', { trial: 1 }),
        said('r2', 'wait\nstop'),
        said('r2', 'stop', { trial: 1 }),
      ],
      2,
    )
    expect(found.items).toMatchObject([
      {
        id: 'r1',
        kind: 'retrieval',
        cluster: 'c1',
        tier: 'easy',
        samples: 2,
        values: { 'recall@1': 0.5, 'recall@2': 1, mrr: 0.75, map: 0.75, 'recall-lenient@1': 0.5 },
        repeats: { trials: 2, unsteady: expect.arrayContaining(['recall@1', 'mrr']) },
      },
      { id: 'r2', tier: 'medium', samples: 2, values: { 'recall@1': 0.5, 'recall@2': 0.75, 'all@2': 0.5 } },
    ])
    expect(found.items[0]?.repeats?.unsteady).not.toContain('recall@2')
    expect(found.items[1]).not.toHaveProperty('cluster')
    expect(found.items[0]).not.toHaveProperty('variant')
    expect(found).toMatchObject({ total: 3, measured: 2, gaps: { missing: { count: 2 } } })
    expect(score([said('r1', 'go')]).items[0]).not.toHaveProperty('repeats')
  })

  it('has chance and ceiling of the items that were measured, in the pool where it was shown', () => {
    const of = (variant: string | undefined) =>
      score(
        [said('r3', 'look'), said('r1', 'go')].map((one) => ({
          ...one,
          ...(variant === undefined ? {} : { variant }),
        })),
      ).scores.find(({ metric, k, tier }) => metric === 'recall' && k === 1 && tier === 'all')
    expect(of(undefined)).toMatchObject({ value: 1, chance: 0.25, ceiling: 1, n: 2 })
    // One has a pool of two, the other none, and is taken for shown the whole catalog.
    expect(of('pool')).toMatchObject({ group: 'pool', chance: (0.5 + 0.25) / 2 })
    expect(of('catalog')).toMatchObject({ group: 'catalog', chance: 0.25 })
  })

  it('misses a pool only of items that have one', () => {
    expect(score([said('r3', 'look', { variant: 'pool' })]).gaps.missing.count).toBe(0)
    expect(score([said('r1', 'go', { variant: 'catalog' })]).gaps.missing.count).toBe(2)
  })

  it.each<[string, string]>([
    ['go', 'named'],
    ['', 'abstained'],
    ['None', 'abstained'],
    ['none.', 'abstained'],
    ['No suitable tool', 'abstained'],
    ['no matching tools for this.', 'abstained'],
    ['No tools', 'abstained'],
    ['[ ]', 'abstained'],
    ['N/A', 'abstained'],
    ['No tooling', 'unreadable'],
    ['None of them is right', 'unreadable'],
    ['fly', 'unreadable'],
    ['- go', 'unreadable'],
    [`no tool ${'x'.repeat(90)}`, 'unreadable'],
  ])('takes %j for %s', (text, kind) => {
    const { details } = score([said('r1', text)])
    expect(details.answers).toEqual({ named: 0, abstained: 0, unreadable: 0, [kind]: 1 })
  })

  it('takes a refusal for an abstention, and counts names of no tool', () => {
    const refused = said('r1', undefined, { output: { text: 'go', stopReason: 'refused' } })
    const open = said('r2', '<think>stop')
    const { details } = score([refused, open, said('r3', 'fly\nlook\nswim')])
    expect(details).toEqual({ answers: { named: 1, abstained: 1, unreadable: 1 }, namesOfNoTool: 2 })
  })

  it('takes an error for nothing, and a sample of no item for none', () => {
    const found = score([
      said('r1', undefined, { error: { kind: 'overflow', code: 'x', message: '' } }),
      said('zz', 'go'),
    ])
    expect(found).toMatchObject({ measured: 0, gaps: { errors: { count: 1 } }, items: [], scores: [] })
  })
})
