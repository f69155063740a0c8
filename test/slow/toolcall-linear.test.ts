import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../src/toolcall/dialect.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { parseOutput } from '../../src/toolcall/parse-output.js'
import { toolTable } from '../../src/toolcall/tool-table.js'

const MB = 1024 * 1024
const tools = toolTable([
  { name: 'ping', inputSchema: { type: 'object', properties: {} } },
  { name: 'get_weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } },
])

/** Processor time of one parse in seconds: what else the machine does has no say. */
function secondsFor(dialect: Dialect, unit: string, size: number, stopReason: 'stop' | 'length'): number {
  const text = unit.repeat(Math.ceil(size / unit.length))
  const before = process.cpuUsage()
  parseOutput({ text, stopReason }, { dialect, tools })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** A second on a machine of its own; a machine that is shared takes longer for the same work. */
const LIMIT = 2

describe('10 MB of one thing', () => {
  for (const dialect of dialects) {
    for (const unit of ['{', '<tool_call>']) {
      it(`${dialect.id}: ${unit}`, () => {
        for (const stopReason of ['stop', 'length'] as const) {
          expect(secondsFor(dialect, unit, 10 * MB, stopReason)).toBeLessThan(LIMIT)
        }
      })
    }
  }
})

/** Beginnings that a reader may follow far before it gives up, and then again from the next place. */
const units: readonly string[] = [
  '[',
  '(',
  '"',
  "'",
  '`',
  '``x',
  '```\n',
  '~~~\n',
  '\\',
  '<',
  '<think>',
  '</think>',
  '/*',
  '//',
  '\n',
  ' ',
  'a',
  '1',
  'é',
  '\u0000',
  '<tool_call>{',
  '<tool_call>{"',
  "<tool_call>{'",
  '<tool_call>{/*',
  '<tool_call>{"a":1',
  '<tool_call></tool_call>',
  '<tool_call>x</tool_call>',
  '<tool_call>{"name": "ping", "arguments": {}}</tool_call>',
  '<tool_call>{"name": "ping", "arguments": {}}',
  '<tool_call><function=ping><parameter=a>',
  '<tool_call>ping<arg_key>',
  '<function=ping>',
  '<function=ping>{',
  '[TOOL_CALLS]',
  '[TOOL_CALLS] [{',
  '[TOOL_CALLS] [{x',
  '[TOOL_CALLS]ping[ARGS]{',
  '<|tool_call|>[',
  '<|tool_call|>[x',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>',
  '<｜tool▁call▁begin｜>function<｜tool▁sep｜>ping\n```json\n{',
  '<|tool_calls_section_begin|><|tool_call_begin|>',
  '<|channel|>',
  '<|channel|>commentary to=functions.ping<|message|>{',
  'to=functions.ping {',
  '<|recipient|>ping\n<|content|>{',
  '<|tool_call_start|>[ping(',
  '[ping(',
  'ping(a=',
  '[ping(a=(',
  '<TOOLCALL>[',
  '<toolcall>[',
  'call:ping{a:',
  '<escape>',
  'Action:\n```json\n[',
  '{"name":',
  '\n{"name": "ping", "arguments": {',
  '{"name": "ping", "arguments": {}}\n',
  '\n<ping>',
  '<ping>',
  '<|python_tag|>ping.call(',
  '"name" : "',
  '<invoke name="ping"><parameter name="a">',
  'functools[',
  'ping{',
  '<|im_end|>',
]

const json = '{"name": "ping", "arguments": {}}'

/** Texts of more calls than a function takes arguments. */
const manyCalls: readonly (readonly [string, string])[] = [
  ['bare-json', `${json}\n`],
  ['llama-json', `${json.replace('arguments', 'parameters')}; `],
  ['hermes', `<tool_call>${json}</tool_call>`],
  ['hermes', `<tool_call>${json}`],
  ['hermes', '\nping()'],
  ['pythonic', 'ping()\n'],
  ['lfm', '<|tool_call_start|>[ping()]'],
  ['mistral-v11', '[TOOL_CALLS]ping[ARGS]{}'],
  ['qwen-xml', '\n<function=ping>\n</function>'],
  ['kimi', '<|tool_call_begin|>functions.ping:0<|tool_call_argument_begin|>{}<|tool_call_end|>'],
  ['functiongemma', '\ncall:ping{}'],
  ['harmony', 'commentary to=functions.ping json{}'],
]

describe('very many calls', () => {
  it.each(manyCalls)('%s: %j', (id, unit) => {
    const dialect = dialects.find((known) => known.id === id)
    if (dialect === undefined) throw new Error(id)
    const count = 200_000
    const { lenient } = parseOutput({ text: unit.repeat(count) }, { dialect, tools })
    expect(lenient.calls.length).toBe(count)
  })

  it.each(['bare-json', 'jamba'])('%s: one list', (id) => {
    const dialect = dialects.find((known) => known.id === id)
    if (dialect === undefined) throw new Error(id)
    const text = `[${`${json},`.repeat(200_000)}${json}]`
    expect(parseOutput({ text }, { dialect, tools }).lenient.calls.length).toBe(200_001)
  })
})

describe('time grows as the text grows', () => {
  for (const dialect of dialects) {
    it(dialect.id, () => {
      const slow = units.filter((unit) => {
        if (secondsFor(dialect, unit, 2 * MB, 'stop') < LIMIT / 2) return false
        // Eight times the text may take little more than eight times as long, if anything slow enough to measure.
        const small = Math.max(0.025, secondsFor(dialect, unit, MB / 4, 'stop'))
        return secondsFor(dialect, unit, 2 * MB, 'stop') > 16 * small
      })
      expect(slow).toEqual([])
    })
  }
})
