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
})
