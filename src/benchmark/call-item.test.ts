import { describe, expect, it } from 'vitest'
import { catalogOf } from '../catalog/catalog.js'
import type { JsonObject } from '../text/json.js'
import { callTaskOf, OfferShelf } from './call-item.js'

const task = (json: JsonObject) =>
  callTaskOf({ kind: 'call', id: 'a', json: { messages: [], tools: [], ...json } })
const call = (name: string, given: JsonObject = {}) => ({ name, arguments: given })

describe('callTaskOf', () => {
  it('takes no calls and none for the same', () => {
    expect(task({ gold: { none: true } }).gold).toEqual({ calls: [], order: 'any' })
    expect(task({ gold: { calls: [] } }).gold).toEqual({ calls: [], order: 'any' })
  })

  it('reads messages, texts in parts included', () => {
    const { messages } = task({
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }],
        },
        { role: 'assistant' },
      ],
      gold: { none: true },
    })
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ['system', 'Be brief.'],
      ['user', 'a\nb'],
      ['assistant', ''],
    ])
  })

  it('reads tools by name or in full, names from the catalog where it has them', () => {
    const schema = { type: 'object', properties: { x: { type: 'string' } } }
    const catalog = catalogOf([{ name: 'known', inputSchema: schema, source: { format: 'test', at: '' } }])
    const json = {
      messages: [],
      tools: ['known', 'unknown', { name: 'own', inputSchema: schema }, { name: 'bare' }],
    }
    const read = callTaskOf({ kind: 'call', id: 'a', json: { ...json, gold: { none: true } } }, { catalog })
    expect(read.tools.map(({ name, inputSchema }) => [name, inputSchema])).toEqual([
      ['known', schema],
      ['unknown', { type: 'object' }],
      ['own', schema],
      ['bare', { type: 'object', properties: {} }],
    ])
    expect([...read.undescribed]).toEqual(['unknown'])
  })

  it('shares the tools of items that offer the same', () => {
    const shelf = new OfferShelf()
    const read = (tools: readonly string[]) =>
      callTaskOf({ kind: 'call', id: 'a', json: { messages: [], tools, gold: { none: true } } }, { shelf })
    expect(read(['t', 'u']).tools).toBe(read(['t', 'u']).tools)
    expect(read(['t', 'u']).tools).not.toBe(read(['u', 't']).tools)
  })

  it('carries order, forbidden tools, cluster and category', () => {
    const json = {
      messages: [],
      tools: ['t'],
      gold: { calls: [call('t')], order: 'sequential' },
      forbidden: ['u'],
      category: 'c',
    }
    expect(callTaskOf({ kind: 'call', id: 'a', cluster: 'k', json })).toMatchObject({
      gold: { order: 'sequential', calls: [{ name: 't' }] },
      forbidden: ['u'],
      cluster: 'k',
      category: 'c',
    })
  })

  it.each<[string, JsonObject, RegExp]>([
    ['no gold', {}, /no "gold"/],
    ['none that is not true', { gold: { none: false } }, /must be true/],
    ['none beside calls', { gold: { none: true, calls: [] } }, /stand alone/],
    ['an order of its own', { gold: { calls: [], order: 'some' } }, /"any" or "sequential"/],
    ['a call without a name', { gold: { calls: [{ arguments: {} }] } }, /gold call 1[^]*name/],
    ['a call without arguments', { gold: { calls: [{ name: 't' }] } }, /no object "arguments"/],
    ['arguments as text', { gold: { calls: [{ name: 't', arguments: '{}' }] } }, /no object "arguments"/],
    ['too many calls', { gold: { calls: Array.from({ length: 1001 }, () => call('t')) } }, /more than 1000/],
    ['a tool without a name', { tools: [{}], gold: { none: true } }, /no name/],
    [
      'a tool of another shape',
      { tools: [{ name: 't', parameters: {} }], gold: { none: true } },
      /"parameters"[^]*inputSchema/,
    ],
    [
      'a schema that is none',
      { tools: [{ name: 't', inputSchema: true }], gold: { none: true } },
      /no object/,
    ],
    ['one name twice', { tools: ['t', 't'], gold: { none: true } }, /Two tools/],
    ['tools that are no list', { tools: 'all', gold: { none: true } }, /"tools" must be a list/],
    ['a message without a role', { messages: [{ content: '' }], gold: { none: true } }, /no role/],
    ['forbidden of the wrong kind', { forbidden: 'x', gold: { none: true } }, /"forbidden"/],
  ])('refuses %s, naming the item', (_what, json, message) => {
    expect(() => task(json)).toThrow(message)
    expect(() => task(json)).toThrow(/item "a"[^]*fix:/)
  })

  it('knows gold that nobody knows, and gives it to those alone who can do without', () => {
    const item = {
      kind: 'call',
      id: 'a',
      json: { messages: [], tools: [], gold: { unknown: true } },
    } as const
    expect(() => callTaskOf(item)).toThrow(expect.objectContaining({ code: 'gold-unknown' }))
    expect(callTaskOf(item, { mayLackGold: true }).gold).toEqual({ calls: [], order: 'any', isUnknown: true })
    for (const gold of [{ unknown: false }, { unknown: true, calls: [] }, { unknown: true, none: true }])
      expect(() => task({ gold })).toThrow(/"unknown" of the gold/)
  })

  it('takes a call whose arguments are left open, and an argument that is called $any', () => {
    const [open, named] = task({
      gold: { calls: [call('a', { $any: true }), call('a', { $any: { $literal: true } })] },
    }).gold.calls
    expect(open).toMatchObject({ anyArguments: true })
    expect(open?.arguments.size).toBe(0)
    expect(named?.anyArguments).toBeUndefined()
    expect(named?.arguments.has('$any')).toBe(true)
  })
})
