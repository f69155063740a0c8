import { describe, expect, it } from 'vitest'
import { jsonOf } from '../../test/contract/described-tools.js'
import { describedCatalog } from '../../test/generators/noisy-selector.js'
import type { Item, RetrievalItem } from '../benchmark/item.js'
import { itemFromJson } from '../benchmark/item-json.js'
import { carryItems } from './carry-items.js'
import { readMapping } from './tool-mapping.js'

const catalog = (...names: readonly string[]) =>
  describedCatalog(names.map((name) => ({ name, description: `does ${name}` })))
const before = catalog('get', 'update', 'ping', 'a', 'b')
const after = catalog('fetch', 'title', 'body', 'ping', 'ab')
const mapping = readMapping({
  text: '{"get":["fetch"],"update":["title","body"],"a":["ab"],"b":["ab"],"ping":[]}',
  path: 'm',
  before,
  after,
})
const item = (json: object): Item => itemFromJson(jsonOf(json), { path: 'items', line: 1 })
const query = (id: string, gold: RetrievalItem['gold'], more: object = {}): Item =>
  item({ id, kind: 'retrieval', query: 'q', gold, ...more })
const carry = (items: readonly Item[], partial = false) =>
  carryItems({ items, before, after, mapping, partial })

describe('carryItems', () => {
  it('carries gold of retrieval items by the mapping: renamed, split, merged', () => {
    const { items, mergedItems, places } = carry([
      query('r', [['get']], { pool: ['get', 'update'], forbidden: ['update'] }),
      query('s', [['update']]),
      query('m', [['a'], ['b']]),
    ])
    const needs = items.map(({ after: side }) => (side.kind === 'retrieval' ? side.resolved.needs : []))
    expect(needs).toEqual([[['fetch']], [['title', 'body']], [['ab']]])
    expect(items[0]?.after.item).toMatchObject({
      pool: ['fetch', 'title', 'body'],
      forbidden: ['title', 'body'],
    })
    expect(items.map(({ tools }) => tools)).toEqual([['get'], ['update'], ['a', 'b']])
    expect(mergedItems).toBe(1)
    expect(places.get('update')).toEqual(['title', 'body'])
  })

  it('asks the same of both sides: a need that one cannot meet is left out on both', () => {
    const { items, lostNeeds } = carry([query('x', [['get'], ['ping']])])
    const side = (which: 'before' | 'after') => {
      const one = items[0]?.[which]
      return one?.kind === 'retrieval' ? one.resolved.needs : []
    }
    expect([side('before'), side('after'), lostNeeds]).toEqual([[['get']], [['fetch']], 1])
  })

  it('excludes and counts what cannot be asked, with the reason', () => {
    const { excluded, otherKinds } = carry([
      query('ok', [['get']]),
      query('gone', [['ping']]),
      query('strange', [['unknown']]),
      item({ id: 'q', kind: 'qa', tool: 'get', question: 'Is it?', answer: 'yes' }),
    ])
    expect(excluded).toEqual([
      { id: 'gone', why: 'gold taken away' },
      { id: 'strange', why: 'gold missing before' },
    ])
    expect(otherKinds).toBe(1)
  })

  it('carries call items: offers, gold and forbidden tools; a split gives several ways to be right', () => {
    const call = item({
      id: 'c',
      kind: 'call',
      messages: [{ role: 'user', content: 'change it' }],
      tools: ['update', 'get', { name: 'own', inputSchema: { type: 'object' } }],
      gold: { calls: [{ name: 'update', arguments: { n: 1 } }], order: 'any' },
      forbidden: ['get'],
    })
    const [one] = carry([call]).items
    const side = one?.after
    if (side?.kind !== 'call') throw new Error('no call')
    expect(side.tasks.map(({ gold }) => gold.calls.map(({ name }) => name))).toEqual([['title'], ['body']])
    expect(side.tasks[0].tools.map(({ name }) => name)).toEqual(['title', 'body', 'fetch', 'own'])
    expect(side.tasks[0].forbidden).toEqual(['fetch'])
    expect(one?.query).toBe('change it')
  })

  it('refuses gold that nothing says where it went, and leaves it out on demand', () => {
    const mute = { ...mapping, tools: new Map() }
    const request = { items: [query('r', [['get']]), query('p', [['ping']])], before, after, mapping: mute }
    expect(() => carryItems({ ...request, partial: false })).toThrow(/"get" \(1 item[^]*--mapping/)
    expect(carryItems({ ...request, partial: true }).excluded).toEqual([{ id: 'r', why: 'gold unmapped' }])
    expect(() => carryItems({ ...request, items: [query('r', [['get']])], partial: true })).toThrow(
      /None of the 1 items/,
    )
  })

  it('refuses more ways to be right than can be looked at', () => {
    const calls = Array.from({ length: 7 }, () => ({ name: 'update', arguments: {} }))
    const call = item({
      id: 'c',
      kind: 'call',
      messages: [],
      tools: ['update'],
      gold: { calls, order: 'any' },
    })
    expect(() => carry([call])).toThrow(/more than 64 ways[^]*"c"/)
  })
})
