import type { Dialect } from '../../src/toolcall/dialect.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { parseOutput } from '../../src/toolcall/parse-output.js'
import { toolTable } from '../../src/toolcall/tool-table.js'

/** In MB; the figure is that of the largest. */
export const SIZES: readonly number[] = [1, 2, 4, 10]
export const LIMIT_SECONDS = 1

/** Beginnings that invite a reader to look far, and to look again from the next place; and calls, right and broken. */
export const UNITS: readonly string[] = [
  '{',
  '[',
  '(',
  '"',
  '\\',
  '`',
  '<',
  '<think>',
  '<tool_call>',
  '<tool_call>{"',
  '<tool_call>{"name": "ping", "arguments": {}}</tool_call>\n',
  '<tool_call>{"name": "ping", "arguments": {}}\n',
  '[TOOL_CALLS] [{"name": "ping", "arguments": {}}]',
  '{"name": "ping", "arguments": {}}\n',
  '[ping(a=1), ping(a="b")]\n',
  '<|tool_call_start|>[ping(',
  '<｜tool▁call▁begin｜>function<｜tool▁sep｜>ping\n```json\n{',
]

const tools = toolTable([
  { name: 'ping', inputSchema: { type: 'object', properties: {} } },
  { name: 'get_weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } },
])

interface Growth {
  readonly dialect: string
  readonly unit: string
  /** Of the processor, one for each size. */
  readonly seconds: readonly number[]
}

export function linearity(sizes: readonly number[]): readonly Growth[] {
  const largest = (sizes.at(-1) ?? 1) * 1e6
  return UNITS.flatMap((unit) => {
    const whole = unit.repeat(Math.ceil(largest / unit.length))
    const texts = sizes.map((size) => whole.slice(0, size * 1e6))
    return dialects.map((dialect) => ({
      dialect: dialect.id,
      unit,
      seconds: texts.map((text) => secondsFor(text, dialect)),
    }))
  })
}

function secondsFor(text: string, dialect: Dialect): number {
  const before = process.cpuUsage()
  parseOutput({ text }, { dialect, tools })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
