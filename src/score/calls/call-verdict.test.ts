import { describe, expect, it } from 'vitest'
import { callTaskOf } from '../../benchmark/call-item.js'
import { ExactNumber, type JsonObject, type JsonValue } from '../../text/json.js'
import { judgeCalls, type ReadOutput } from './call-verdict.js'

const tools: JsonValue[] = [
  {
    name: 'go',
    inputSchema: {
      type: 'object',
      properties: { to: { type: 'string' }, km: { type: 'integer', default: 1 } },
      required: ['to'],
    },
  },
  { name: 'stop', inputSchema: { type: 'object', properties: {} } },
]
const task = (gold: JsonObject, more: JsonObject = {}) =>
  callTaskOf({ kind: 'call', id: 'a', json: { messages: [], tools, gold, ...more } })
const toLima = { calls: [{ name: 'go', arguments: { to: 'Lima' } }] }
const none = { none: true }
const said = (outcome: ReadOutput['outcome'], more: Partial<ReadOutput> = {}): ReadOutput => ({
  outcome,
  ok: outcome === 'called',
  level: outcome === 'called' ? 'S6' : 'S0',
  calls: outcome === 'called' ? [{ name: 'go', arguments: { to: 'Lima' } }] : [],
  ...more,
})

describe('judgeCalls', () => {
  it('is exact for the right call in the right form', () => {
    expect(judgeCalls(task(toLima), said('called'))).toMatchObject({
      expects: 'calls',
      match: true,
      exact: true,
      level: 'S7',
      selection: true,
      arguments: true,
      schemaValid: true,
      wellFormed: true,
      perCall: [{ partner: 0, isEqual: true }],
      counts: { gold: 1, emitted: 1, equal: 1, missing: 0, extra: 0, repeated: 0 },
    })
  })

  it('parts values from form', () => {
    const calls = [{ name: 'go', arguments: { to: 'Lima', km: new ExactNumber('1.0') } }]
    expect(judgeCalls(task(toLima), said('called', { calls, ok: false, level: 'S5' }))).toMatchObject({
      match: true,
      exact: false,
      level: 'S5',
      schemaValid: false,
      wellFormed: true,
    })
  })

  it('never takes trying for abstaining', () => {
    for (const outcome of ['attempted', 'truncated', 'called'] as const) {
      expect(judgeCalls(task(none), said(outcome))).toMatchObject({
        expects: 'none',
        match: false,
        exact: false,
      })
    }
    for (const outcome of ['abstained', 'empty'] as const) {
      expect(judgeCalls(task(none), said(outcome))).toMatchObject({ match: true, exact: true, level: 'S0' })
      expect(judgeCalls(task(toLima), said(outcome))).toMatchObject({ match: false, selection: false })
    }
  })

  it('does not credit whole calls before one that was cut', () => {
    const calls = [{ name: 'go', arguments: { to: 'Lima' } }]
    expect(judgeCalls(task(toLima), said('truncated', { calls, level: 'S1' }))).toMatchObject({
      match: false,
      counts: { equal: 1 },
      wellFormed: undefined,
    })
  })

  it('leaves out what does not apply', () => {
    expect(judgeCalls(task(none), said('abstained'))).toMatchObject({
      arguments: undefined,
      schemaValid: undefined,
      wellFormed: undefined,
      lenientSelection: undefined,
      keyword: undefined,
    })
    expect(judgeCalls(task(toLima), said('attempted', { level: 'S2' })).wellFormed).toBe(false)
  })

  it('shows the lenient reading and the keyword rules beside', () => {
    const lenient = [{ name: 'go', arguments: {} }]
    const keyword = { released: 'go', anywhere: ['go', 'stop'] }
    expect(judgeCalls(task(toLima), said('attempted', { lenient, keyword }))).toMatchObject({
      lenientSelection: true,
      keyword: { released: true, anywhere: true },
      match: false,
    })
    expect(judgeCalls(task(none), said('abstained', { keyword })).keyword).toEqual({
      released: false,
      anywhere: false,
    })
    expect(
      judgeCalls(task(none), said('abstained', { keyword: { released: null, anywhere: [] } })).keyword,
    ).toEqual({
      released: true,
      anywhere: true,
    })
  })

  it('names forbidden tools that were called', () => {
    const calls = [{ name: 'stop', arguments: {} }]
    expect(
      judgeCalls(task(toLima, { forbidden: ['stop', 'go'] }), said('called', { calls })).forbidden,
    ).toEqual(['stop'])
  })

  it('knows no defaults of tools that are not offered', () => {
    const gold = { calls: [{ name: 'fly', arguments: { km: 1 } }] }
    expect(judgeCalls(task(gold), said('called', { calls: [{ name: 'fly', arguments: {} }] })).match).toBe(
      false,
    )
  })

  it('says nothing of right and wrong where nobody knows it, but of form and schema', () => {
    const open = callTaskOf(
      { kind: 'call', id: 'a', json: { messages: [], tools, gold: { unknown: true } } },
      { mayLackGold: true },
    )
    expect(judgeCalls(open, said('called'))).toMatchObject({
      expects: 'unknown',
      match: false,
      exact: false,
      arguments: undefined,
      schemaValid: true,
      wellFormed: true,
      level: 'S6',
    })
    // Silence is neither right, as it would be where no call is gold.
    expect(judgeCalls(open, said('abstained'))).toMatchObject({ match: false, exact: false })
  })

  it('takes any arguments where gold leaves them open, and counts none of them', () => {
    const open = task({ calls: [{ name: 'go', arguments: { $any: true } }] })
    expect(judgeCalls(open, said('called'))).toMatchObject({
      exact: true,
      selection: true,
      arguments: undefined,
      counts: { equal: 1, rightArguments: 0, askedArguments: 0, givenArguments: 0 },
    })
    const other = said('called', { calls: [{ name: 'stop', arguments: {} }] })
    expect(judgeCalls(open, other)).toMatchObject({ exact: false, selection: false })
  })

  it('judges arguments where one of several calls leaves them open', () => {
    const gold = {
      calls: [
        { name: 'go', arguments: { to: 'Lima' } },
        { name: 'stop', arguments: { $any: true } },
      ],
    }
    const both = (to: string) =>
      said('called', {
        calls: [
          { name: 'go', arguments: { to } },
          { name: 'stop', arguments: { now: true } },
        ],
      })
    expect(judgeCalls(task(gold), both('Lima'))).toMatchObject({ arguments: true, selection: true })
    expect(judgeCalls(task(gold), both('Puno'))).toMatchObject({ arguments: false, selection: true })
  })

  it('reads names leniently whatever their order, each as often as gold has it', () => {
    const calls = (...names: readonly string[]) => names.map((name) => ({ name, arguments: {} }))
    const lenientOf = (gold: readonly string[], read: readonly string[]) =>
      judgeCalls(task({ calls: calls(...gold) }), said('attempted', { lenient: calls(...read) }))
        .lenientSelection
    expect(lenientOf(['go', 'stop'], ['stop', 'go'])).toBe(true)
    expect(lenientOf(['go', 'stop'], ['go', 'go'])).toBe(false)
    expect(lenientOf(['go', 'stop'], ['go'])).toBe(false)
    expect(lenientOf(['go'], ['stop'])).toBe(false)
    expect(lenientOf(['go'], [])).toBe(false)
  })

  it('wants every tool of gold named anywhere, and the first alone released', () => {
    const gold = {
      calls: [
        { name: 'go', arguments: {} },
        { name: 'stop', arguments: {} },
      ],
    }
    const keywordOf = (released: string | null, anywhere: readonly string[]) =>
      judgeCalls(task(gold), said('attempted', { keyword: { released, anywhere } })).keyword
    expect(keywordOf('go', ['go'])).toEqual({ released: true, anywhere: false })
    expect(keywordOf('stop', ['stop', 'go'])).toEqual({ released: false, anywhere: true })
    expect(keywordOf(null, [])).toEqual({ released: false, anywhere: false })
  })
})
