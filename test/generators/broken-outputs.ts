import { readFileSync } from 'node:fs'
import type { Tool } from '../../src/catalog/tool.js'
import { InputError } from '../../src/errors.js'
import type { RandomStream } from '../../src/numeric/random.js'
import { isJsonArray, isJsonObject, type JsonObject, parseJson } from '../../src/text/json.js'
import type { Dialect } from '../../src/toolcall/dialect.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { type ToolTable, toolTable } from '../../src/toolcall/tool-table.js'

/** An output to start from, with the tools that were offered. */
interface SeedText {
  readonly text: string
  readonly tools: ToolTable
  /** The one that it is written in. */
  readonly dialect: Dialect
}

/** Texts of the conformance cases, and calls, turns and whole conversations as every dialect writes them. */
export function seedTexts(): readonly SeedText[] {
  return [...caseTexts(), ...renderedTexts()]
}

function caseTexts(): readonly SeedText[] {
  const file = new URL('../fixtures/cases/toolcall-open.jsonl', import.meta.url)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const reading = parseJson(line)
      if (reading.kind === 'fault' || !isJsonObject(reading.value)) throw new Error(line)
      const { text, tools, dialect: id } = reading.value
      const dialect = dialects.find((one) => one.id === id)
      if (dialect === undefined) throw new Error(line)
      const declared = (isJsonArray(tools) ? tools : []).filter(isJsonObject)
      const table = declared.map(({ name, inputSchema }) => ({
        name: String(name),
        inputSchema: inputSchema as JsonObject, // cases are well formed
      }))
      return { text: String(text), tools: toolTable(table), dialect }
    })
}

/** Of the tool that outputs call, with an argument of every kind. */
export const weatherSchema: JsonObject = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    units: { enum: ['metric', 'imperial'] },
    places: { type: 'array', items: { type: 'object' } },
  },
  required: ['city'],
}

const offered: readonly Tool[] = [
  {
    name: 'get_weather',
    description: 'The weather of a city.',
    inputSchema: weatherSchema,
    source: { format: 'fuzz', at: 'get_weather' },
  },
  { name: 'ping', inputSchema: { type: 'object', properties: {} }, source: { format: 'fuzz', at: 'ping' } },
]

function renderedTexts(): readonly SeedText[] {
  const tools = toolTable(offered)
  const one = { name: 'get_weather', arguments: { city: 'Cusco', days: 3 }, id: 'a1b2c3d4e' }
  const nested = {
    name: 'get_weather',
    arguments: { city: 'Ñandú 🎉 "x"', units: 'metric', places: [{ room: 'a', at: [1, 2.5, null, true] }] },
  }
  const calls = [[one], [nested], [one, nested, { name: 'ping', arguments: {} }]]
  return dialects.flatMap((dialect) => {
    const texts = [
      ...calls.map((written) => () => dialect.renderCalls(written, { tools: offered })),
      () =>
        `${dialect.renderCalls([one], { tools: offered, content: 'I look.\n' })}${dialect.endOfTurn[0] ?? ''}`,
      () =>
        dialect.render(
          [
            { role: 'user', content: 'Is it cold in Cusco?' },
            { role: 'assistant', content: 'I look.', reasoning: 'Hm.', calls: [one] },
            { role: 'tool', content: 'eleven degrees', id: 'a1b2c3d4e', name: 'get_weather' },
            { role: 'assistant', content: 'It is.' },
          ],
          offered,
        ),
    ]
    return texts.flatMap((write) => {
      try {
        return [{ text: write(), tools, dialect }]
      } catch (error) {
        // Not every dialect can write every value, or two calls.
        if (error instanceof InputError) return []
        throw error
      }
    })
  })
}

/** What breaks parsers: markers of all dialects, quotes, brackets, fences, comments, halves of characters. */
export const PIECES: readonly string[] = [
  ...'{}[]()<>:,"\'`=\\|/ \n\t\u0000\u0007\u200b\ud83c',
  ...new Set(dialects.flatMap(({ markers }) => markers)),
  '"name"',
  '"arguments"',
  '"name": "ping"',
  '{"a": 1}',
  '```json\n',
  '```',
  '~~~\n',
  '<think>',
  '</think>',
  '/*',
  '*/',
  '//',
  'True',
  'null',
  'to=functions.',
  'call:',
  '\\u12',
  '\\x',
  "'''",
  '"""',
  '1e999',
  '-',
  '0x',
  '01',
  'f"',
  '🎉',
  '｜',
  '▁',
  '<parameter=a>',
  '<invoke name="ping">',
  '[ARGS]',
  'Action:',
  'ping',
  'get_weather',
  '[ping()]',
  '(ping)(',
  'print(',
]

const MAX_LENGTH = 4_000

/** One to four changes: parts lost, doubled or foreign, the rest of another text, something from the list above. */
export function mutate(text: string, random: RandomStream, other: string): string {
  let result = text
  for (let changes = random.below(4); changes >= 0; changes--) {
    const at = random.below(result.length + 1)
    const length = random.below(8)
    switch (random.below(6)) {
      case 0:
        result = result.slice(0, at) + result.slice(at + length)
        break
      case 1:
        result = result.slice(0, at)
        break
      case 2:
        result = result.slice(0, at) + other.slice(random.below(other.length + 1))
        break
      case 3:
        result = result.slice(0, at) + result.slice(Math.max(0, at - length * 4))
        break
      default:
        result = result.slice(0, at) + (PIECES[random.below(PIECES.length)] ?? '') + result.slice(at)
    }
  }
  return result.slice(0, MAX_LENGTH)
}
