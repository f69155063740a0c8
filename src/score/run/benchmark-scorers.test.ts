import { describe, expect, it } from 'vitest'
import type { Item } from '../../benchmark/item.js'
import { catalogOf } from '../../catalog/catalog.js'
import { emptyInputSchema } from '../../catalog/tool.js'
import { benchmarkScorers, needsCatalog } from './benchmark-scorers.js'

const catalog = catalogOf(
  ['go', 'stop'].map((name) => ({
    name,
    inputSchema: emptyInputSchema(),
    source: { format: 'test', at: 'here' },
  })),
)
const call = (id: string, tools: unknown): Item =>
  ({ kind: 'call', id, json: { messages: [], tools, gold: { none: true } } }) as unknown as Item
const mcq = { kind: 'mcq', id: 'm', tool: 'go', question: 'q', answer: 'a', distractors: ['b'] } as Item
const qa = { kind: 'qa', id: 'q', tool: 'go', question: 'q', answer: 'yes' } as Item
const retrieval = (id: string, gold: string): Item =>
  ({ kind: 'retrieval', id, query: 'q', gold: [[gold]] }) as unknown as Item
const described = [{ name: 'go', inputSchema: { type: 'object' } }]

describe('needsCatalog', () => {
  it.each<[string, readonly Item[], boolean]>([
    ['rankings', [mcq, retrieval('r', 'go')], true],
    ['call items that name a tool', [call('c', [...described, 'go'])], true],
    ['call items that describe their tools', [call('c', described)], false],
    ['call items without a list of tools', [call('c', 'go')], false],
    ['questions', [mcq, qa], false],
    ['nothing', [], false],
  ])('knows of %s', (_what, items, needs) => {
    expect(needsCatalog(items)).toBe(needs)
  })
})

describe('benchmarkScorers', () => {
  const scorersOf = (items: readonly Item[], more: object = {}) =>
    benchmarkScorers({ name: 'desk', items, fingerprint: '' }, { ks: [1], ...more }).map(
      ({ scorer, ids }) => ({
        kind: scorer.kind,
        items: scorer.items,
        ids,
      }),
    )

  it('makes one for each kind that there is, with the ids of its items', () => {
    const items = [qa, retrieval('r1', 'go'), mcq, call('c1', described), call('c2', ['go'])]
    expect(scorersOf(items, { catalog })).toEqual([
      { kind: 'call', items: 2, ids: ['c1', 'c2'] },
      { kind: 'mcq', items: 1, ids: ['m'] },
      { kind: 'qa', items: 1, ids: ['q'] },
      { kind: 'retrieval', items: 1, ids: ['r1'] },
    ])
    expect(scorersOf([])).toEqual([])
    expect(scorersOf([mcq])).toHaveLength(1)
  })

  it('leaves out retrieval items whose gold the catalog lacks', () => {
    expect(scorersOf([retrieval('r1', 'fly'), retrieval('r2', 'stop')], { catalog })).toEqual([
      { kind: 'retrieval', items: 1, ids: ['r2'] },
    ])
  })

  it('asks for a catalog where rankings are to be judged', () => {
    expect(() => scorersOf([retrieval('r', 'go')])).toThrow(
      expect.objectContaining({
        code: 'catalog-missing',
        where: 'desk',
        message: expect.stringMatching(/catalog, and none is named[^]*--catalog/),
      }),
    )
  })
})
