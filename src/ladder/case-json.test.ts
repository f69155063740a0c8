import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../test/generators/parsed-json.js'
import { goldArguments } from '../benchmark/gold-value.js'
import { buildTool } from '../catalog/build-tool.js'
import { type JsonObject, writeJson } from '../text/json.js'
import type { Message } from '../toolcall/dialect.js'
import { CaseReader, caseToJson } from './case-json.js'
import type { LadderCase } from './ladder-case.js'

/** As a ladder's folder does it: through text. */
function roundTrip(one: LadderCase, reader = new CaseReader()): LadderCase {
  return reader.read(parsedJson(writeJson(caseToJson(one))), 'cases.jsonl, line 1')
}

/** Of a tool, what the judging of calls looks at; where it was read from is another thing. */
const shown = ({ tools, ...rest }: LadderCase) => ({
  ...rest,
  tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
})

const toolNamed = (name: string, description?: string) =>
  buildTool({
    name,
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    description,
    source: { format: 'test', at: '1' },
  })

const goldCall = (name: string, json: JsonObject) => ({ name, json, arguments: goldArguments(json, 'test') })

const base: LadderCase = {
  id: 'verbatim/1',
  battery: 'verbatim',
  messages: [
    { role: 'system', content: 'Tools: look_up(id).' },
    { role: 'user', content: 'Look x up.' },
  ],
  tools: [toolNamed('look_up', 'Looks up.')],
  offersTools: false,
  gold: { calls: [goldCall('look_up', { id: 'x' })], order: 'any' },
  cluster: 'template 1',
  entities: [],
  asking: { generates: true, probesOpening: true },
}

describe('caseToJson', () => {
  it('is a call item for whoever reads those, with the rest under `ladder`', () => {
    const json = caseToJson({
      ...base,
      group: 'look_up',
      example: '7',
      entities: [{ tool: 'look_up', argument: 'id', type: 'free', value: 'x' }],
      asking: { generates: true, probesOpening: false, trials: 3, settings: { maxTokens: 9 } },
    })
    expect(json).toMatchObject({
      id: 'verbatim/1',
      kind: 'call',
      gold: { calls: [{ name: 'look_up', arguments: { id: 'x' } }], order: 'any' },
      cluster: 'template 1',
      category: 'look_up',
      ladder: {
        battery: 'verbatim',
        offersTools: false,
        example: '7',
        trials: 3,
        settings: { maxTokens: 9 },
      },
    })
  })

  it('tells a case without gold from one where no call is right', () => {
    const { gold: _, ...open } = base
    expect(caseToJson(open).gold).toEqual({ none: true })
    expect(roundTrip(open)).not.toHaveProperty('gold')
    expect(roundTrip({ ...base, gold: { calls: [], order: 'any' } }).gold).toEqual({
      calls: [],
      order: 'any',
    })
  })
})

describe('CaseReader', () => {
  const text = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.constantFrom('__proto__', 'constructor', 'a/b\\c', '\u0000', '</tool_call>', '"', '$oneOf'),
  )
  // As it was read from text: no text of JSON.stringify holds the zero with a sign that fast-check draws.
  const value = fc.jsonValue({ maxDepth: 2 }).map((json) => parsedJson(JSON.stringify(json)))
  const plain = fc.dictionary(text, value, { maxKeys: 3 })
  const matched = fc.constantFrom<JsonObject>(
    { id: { $oneOf: ['x', { $absent: true }] } },
    { tags: { $set: ['a', 'b'] } },
    { day: { $date: '2031-05-01' } },
    { raw: { $literal: { $oneOf: 1 } } },
    { deep: [{ id: { $oneOf: [1, 2] } }] },
  )
  const json = fc.oneof(
    matched,
    plain.map((given): JsonObject => {
      const own: JsonObject = {}
      for (const [key, member] of Object.entries(given)) {
        Object.defineProperty(own, key, { value: { $literal: member }, enumerable: true })
      }
      return own
    }),
  )
  const optional = <K extends string, T>(key: K, arbitrary: fc.Arbitrary<T>) =>
    fc.option(arbitrary).map((one) => (one === null ? {} : { [key]: one })) as fc.Arbitrary<
      Partial<Record<K, T>> // the key with its value, or none
    >
  const both = <A, B>(left: fc.Arbitrary<A>, right: fc.Arbitrary<B>): fc.Arbitrary<A & B> =>
    fc.tuple(left, right).map(([a, b]) => ({ ...a, ...b }))
  const written = both(
    fc.record({ name: text, arguments: plain.map((given) => given as JsonObject) }), // JSON by its generator
    optional('id', text),
  )
  const message: fc.Arbitrary<Message> = fc.oneof(
    fc.record({ role: fc.constantFrom('system' as const, 'user' as const), content: text }),
    both(
      both(fc.record({ role: fc.constant('assistant' as const) }), optional('content', text)),
      both(optional('reasoning', text), optional('calls', fc.array(written, { minLength: 1, maxLength: 2 }))),
    ),
    both(
      fc.record({ role: fc.constant('tool' as const), content: text }),
      both(optional('id', text), optional('name', text)),
    ),
  )
  const settings = both(
    both(
      optional('maxTokens', fc.integer({ min: 1 })),
      optional('temperature', fc.double({ min: 0.1, max: 2, noNaN: true })),
    ),
    both(
      both(optional('topP', fc.constantFrom(0.5, 1)), optional('topK', fc.integer({ min: 1 }))),
      optional('stop', fc.array(text, { maxLength: 2 })),
    ),
  )
  const asking = both(
    fc.record({ generates: fc.boolean(), probesOpening: fc.boolean() }),
    both(optional('trials', fc.integer({ min: 1, max: 9 })), optional('settings', settings)),
  )
  const gold = fc.record({
    calls: fc.array(
      fc.tuple(text, json).map(([name, given]) => goldCall(name, given)),
      { minLength: 1, maxLength: 3 },
    ),
    order: fc.constantFrom('any' as const, 'sequential' as const),
  })
  const anyCase: fc.Arbitrary<LadderCase> = both(
    fc.record({
      id: text,
      battery: fc.constantFrom('eval' as const, 'novel' as const, 'no-preamble' as const),
      messages: fc.array(message, { minLength: 1, maxLength: 4 }),
      tools: fc
        .uniqueArray(text, { maxLength: 3 })
        .map((names) => names.map((name) => toolNamed(name, name.length % 2 === 0 ? undefined : name))),
      offersTools: fc.boolean(),
      cluster: text,
      entities: fc.array(fc.record({ tool: text, argument: text, type: text, value: fc.string() }), {
        maxLength: 2,
      }),
      asking,
    }),
    both(
      both(optional('gold', gold), optional('group', text)),
      both(optional('example', text), optional('note', text)),
    ),
  )

  it('reads every case back as it was written', () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        expect(shown(roundTrip(one))).toEqual(shown(one))
      }),
    )
  })

  it('lets cases that offer the same tools share one list', () => {
    const reader = new CaseReader()
    const [first, second] = ['a', 'b'].map((id) => roundTrip({ ...base, id }, reader))
    expect(first?.tools).toBe(second?.tools)
  })

  it.each([
    ['no object', []],
    ['no id', { ...caseToJson(base), id: 7 }],
    ['no cluster', { ...caseToJson(base), cluster: null }],
    ['no ladder', { ...caseToJson(base), ladder: [] }],
    ['trials beyond reason', { ...caseToJson(base), ladder: { battery: 'eval', trials: 1e12 } }],
    ['another battery', { ...caseToJson(base), ladder: { battery: 'toString' } }],
  ])('refuses %s, saying where', (_, value) => {
    expect(() => new CaseReader().read(value, 'cases.jsonl, line 3')).toThrow(
      /no case[^]*cases\.jsonl, line 3/,
    )
  })

  it('refuses a gold that is none, and messages of no role', () => {
    const read = (changes: JsonObject) => new CaseReader().read({ ...caseToJson(base), ...changes }, 'x')
    expect(() => read({ gold: { calls: [{ name: 'look_up', arguments: { id: { $oneOf: 1 } } }] } })).toThrow(
      /\$oneOf/,
    )
    expect(() => read({ messages: [{ role: 'oracle', content: 'x' }] })).toThrow(/oracle/)
    expect(() => read({ tools: [{ name: 'a' }, { name: 'a' }] })).toThrow(/Two tools/)
  })

  it('passes over members that are not what the ladder writes', () => {
    const json = caseToJson(base)
    const odd = {
      ...json,
      ladder: {
        battery: 'eval',
        generates: 'yes',
        entities: [1, { tool: 'a' }],
        settings: { maxTokens: '9', stop: [1, 'x'] },
        trials: '3',
      },
    }
    expect(new CaseReader().read(odd, 'x')).toMatchObject({
      entities: [],
      asking: { generates: false, probesOpening: false, settings: { stop: ['x'] } },
    })
  })
})
