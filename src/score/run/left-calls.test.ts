import { describe, expect, it } from 'vitest'
import type { Tool } from '../../catalog/tool.js'
import type { Output } from '../../run/output-lines.js'
import { emptyObject } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { LeftCalls, leftCallsText } from './left-calls.js'

const tools: readonly Tool[] = [
  {
    name: 'get_weather',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
    source: { format: 'assay', at: 'test' },
  },
]
const dialect = (id: string): Dialect => dialects.find((one) => one.id === id) as Dialect // of the list
const text = (said: string): Output['said'] => ({ kind: 'text', text: said })
const hermes = text('<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>')
const prose = text('It is sunny.')
const native: Output['said'] = {
  kind: 'message',
  text: '{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"get_weather","arguments":"{}"}}]}',
  message: null,
}

const parsed: Output['said'] = { kind: 'calls', calls: [{ name: 'get_weather', arguments: emptyObject() }] }

function found(id: string, outputs: readonly Output['said'][]) {
  const left = new LeftCalls({ dialect: dialect(id) })
  for (const said of outputs) left.take({ said, where: 'here' }, tools)
  return left.finding
}
const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

describe('LeftCalls', () => {
  it('passes over what is so long that every dialect would read for minutes', () => {
    expect(found('openai', [...many(10, hermes), text('x'.repeat(20_000_000))])).toMatchObject({
      checked: 10,
      left: 10,
    })
  })

  it('says that calls stand in another dialect than the one that is read', () => {
    const finding = found('openai', [...many(10, hermes), ...many(5, prose)])
    expect(finding).toEqual({ dialect: 'openai', spoken: 'hermes', checked: 15, read: 0, left: 10 })
    expect(finding && leftCallsText(finding)).toMatch(
      /^CALLS NOT READ: of 15 .* 10 call .* most of them in hermes, and 0 in openai.*--dialect hermes\.$/,
    )
  })
  it.each([
    ['read as they are written', 'hermes', many(10, hermes)],
    ['mostly read', 'openai', [...many(6, native), ...many(6, hermes)]],
    ['absent', 'openai', many(10, prose)],
    ['parsed elsewhere', 'hermes', many(9, parsed)],
  ] as const)('says nothing of calls that are %s', (_what, id, outputs) => {
    expect(found(id, outputs)).toBeUndefined()
  })
  it('looks at few of many, over all of them: calls that come late are found', () => {
    const finding = found('openai', [...many(20_000, prose), ...many(180_000, hermes)])
    expect(finding).toMatchObject({ spoken: 'hermes' })
    expect(finding?.checked).toBeLessThan(500)
    expect(finding?.left).toBeGreaterThan(20)
  })

  it('counts calls that were parsed elsewhere as read, and no calls as none', () => {
    const none: Output['said'] = { kind: 'calls', calls: [] }
    expect(found('openai', [...many(3, hermes), ...many(2, parsed), ...many(4, none)])).toEqual({
      dialect: 'openai',
      spoken: 'hermes',
      checked: 9,
      read: 2,
      left: 3,
    })
    expect(found('openai', [...many(2, hermes), ...many(2, parsed)])).toBeUndefined()
    expect(found('openai', [])).toBeUndefined()
  })

  it('looks into the content of a message', () => {
    const message = (content: unknown): Output['said'] => ({
      kind: 'message',
      text: JSON.stringify({ role: 'assistant', content }),
      message: { role: 'assistant', content } as never, // of a text, or of none
    })
    const call = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
    expect(found('openai', [message(call), message(call)])).toMatchObject({
      spoken: 'hermes',
      left: 2,
      read: 0,
    })
    expect(found('openai', [message(null), message('It rains.')])).toBeUndefined()
  })

  it('looks into token ids where it knows what they stand for', () => {
    const call = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
    const said: Output['said'] = { kind: 'tokens', tokenIds: [0] }
    const vocabulary = { encoding: 'plain' as const, pieces: [call], added: new Set<number>() }
    const knowing = new LeftCalls({ dialect: dialect('llama-json'), vocabulary })
    const unknowing = new LeftCalls({ dialect: dialect('llama-json') })
    for (const left of [knowing, unknowing]) left.take({ said, where: 'here' }, tools)
    expect(knowing.finding).toMatchObject({ spoken: 'hermes', checked: 1, left: 1 })
    expect(unknowing.finding).toBeUndefined()
  })

  it('names the dialect of most of the calls', () => {
    const pythonic = text("[get_weather(city='Oslo')]")
    expect(found('openai', [pythonic, ...many(2, hermes), pythonic, pythonic])).toMatchObject({
      spoken: 'pythonic',
      left: 5,
    })
    expect(found('openai', [pythonic, ...many(2, hermes)])).toMatchObject({ spoken: 'hermes', left: 3 })
  })

  it('looks at every output up to 32, then at every second one of the next 32, and so on', () => {
    const checked = (count: number) => found('openai', many(count, hermes))?.checked
    expect([1, 32, 33, 34, 64, 65, 128].map(checked)).toEqual([1, 32, 33, 33, 48, 49, 64])
  })
})
