import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogOf } from '../catalog/catalog.js'
import { emptyInputSchema, type Tool } from '../catalog/tool.js'
import type { Need, RetrievalItem } from './item.js'
import { resolveItems } from './resolve.js'

const tool = (name: string, ...aliases: readonly string[]): Tool => ({
  name,
  ...(aliases.length === 0 ? {} : { aliases }),
  inputSchema: emptyInputSchema(),
  source: { format: 'test', at: 'here' },
})
const catalog = catalogOf([
  tool('a', 'alpha', 'first'),
  tool('b'),
  tool('c', 'both'),
  tool('d', 'both'),
  tool('e'),
])

const item = (gold: readonly (string | Need)[], more: Partial<RetrievalItem> = {}): RetrievalItem => ({
  kind: 'retrieval',
  id: 'i',
  query: 'q',
  gold: gold.map((need): Need => (typeof need === 'string' ? [need] : need)),
  ...more,
})

const resolveOne = (one: RetrievalItem) => resolveItems([one], catalog)

describe('resolveItems', () => {
  it('finds gold by name, then by alias, and calls it as the catalog does', () => {
    const { items, counts, losses } = resolveOne(item(['b', 'alpha']))
    expect(items[0]?.needs).toEqual([['b'], ['a']])
    expect(counts).toMatchObject({ goldNames: 2, viaAlias: 1, missingGold: 0, lostNeeds: 0 })
    expect(losses).toEqual([])
  })

  it('drops gold that the catalog lacks, counts it and shows it', () => {
    const { items, counts, losses } = resolveOne(item(['a', 'gone', ['nowhere', 'lost']]))
    expect(items[0]?.needs).toEqual([['a']])
    expect(counts).toMatchObject({ goldNames: 4, missingGold: 3, lostNeeds: 2, excludedItems: 0 })
    expect(losses).toEqual([{ itemId: 'i', names: ['gone', 'nowhere', 'lost'], isExcluded: false }])
  })

  it('keeps a need of which some equals are found', () => {
    const { items, counts } = resolveOne(item([['gone', 'b']]))
    expect(items[0]?.needs).toEqual([['b']])
    expect(counts).toMatchObject({ missingGold: 1, lostNeeds: 0 })
  })

  it('leaves out an item without any gold, and counts it', () => {
    const { items, counts, losses } = resolveOne(item(['gone']))
    expect(items).toEqual([])
    expect(counts).toMatchObject({ items: 1, excludedItems: 1 })
    expect(losses).toEqual([{ itemId: 'i', names: ['gone'], isExcluded: true }])
  })

  it('takes an alias of two tools for none', () => {
    expect(resolveOne(item(['both', 'b'])).counts.missingGold).toBe(1)
  })

  it('counts a tool once, however often and under whatever names it is gold', () => {
    const { items, counts } = resolveOne(item(['a', 'alpha', ['a', 'first'], 'b']))
    expect(items[0]?.needs).toEqual([['a'], ['b']])
    expect(counts).toMatchObject({ mergedNeeds: 2, goldNames: 4, viaAlias: 2 })
  })

  it('makes one need of needs that share a tool: equals are an equivalence', () => {
    const { items, counts } = resolveOne(item([['a', 'b'], 'e', ['b', 'c'], ['d', 'e']]))
    expect(items[0]?.needs).toEqual([
      ['a', 'b', 'c'],
      ['e', 'd'],
    ])
    expect(counts.mergedNeeds).toBe(2)
    expect(resolveOne(item([['a'], ['b'], ['a', 'b']])).items[0]?.needs).toEqual([['a', 'b']])
  })

  it('sees two needs as one by a name that the catalog lacks', () => {
    const { items, counts } = resolveOne(
      item([
        ['a', 'gone'],
        ['gone', 'b'],
      ]),
    )
    expect(items[0]?.needs).toEqual([['a', 'b']])
    expect(counts).toMatchObject({ mergedNeeds: 1, missingGold: 1 })
  })

  it('keeps the tier that the item had before it lost gold', () => {
    expect(resolveOne(item(['a', 'gone'])).items[0]?.tier).toBe('medium')
    expect(resolveOne(item(['a', 'alpha'])).items[0]?.tier).toBe('easy')
    expect(resolveOne(item(['a'], { tier: 'hard' })).items[0]?.tier).toBe('hard')
  })

  it('finds the pool and the graded tools in the same way', () => {
    const { items, counts } = resolveOne(
      item(['a'], { pool: ['alpha', 'a', 'gone', 'b'], grades: { first: 2, b: 1, nowhere: 1 } }),
    )
    expect(items[0]?.pool).toEqual(['a', 'b'])
    expect(items[0]?.grades).toEqual(
      new Map([
        ['a', 2],
        ['b', 1],
      ]),
    )
    expect(counts).toMatchObject({ poolNames: 4, missingPool: 1, missingGraded: 1 })
  })

  it('passes over items of other kinds, and counts them', () => {
    const { otherKinds, counts } = resolveItems(
      [item(['a']), { kind: 'qa', id: 'q', tool: 'a', question: '?', answer: 'no' }],
      catalog,
    )
    expect(otherKinds).toBe(1)
    expect(counts.items).toBe(1)
  })

  it('never puts a tool into two needs, and loses none that it has', () => {
    const name = fc.constantFrom('a', 'alpha', 'b', 'c', 'd', 'e', 'gone')
    const gold = fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(gold, (needs) => {
        const { items } = resolveOne(item(needs as unknown as readonly Need[]))
        const found = items.flatMap((resolved) => resolved.needs.flat())
        expect(new Set(found).size).toBe(found.length)
        const wanted = new Set(
          needs
            .flat()
            .filter((one) => one !== 'gone')
            .map((one) => (one === 'alpha' ? 'a' : one)),
        )
        expect(new Set(found)).toEqual(wanted)
      }),
    )
  })
})
