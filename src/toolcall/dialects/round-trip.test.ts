import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tool } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import { canonicalJson, emptyObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { Dialect, WrittenCall } from '../dialect.js'
import { parseOutput } from '../parse-output.js'
import { toolTable } from '../tool-table.js'
import { dialects } from './index.js'

/** Texts that have a meaning for some dialect, to stand inside names and values. */
const marks = [...new Set(dialects.flatMap(({ markers }) => markers))]
const piece = fc.oneof(
  fc.constantFrom(
    ...marks,
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '\\',
    '```',
    '\n',
    ';',
    ', ',
    '(',
    ')',
    '=',
    'null',
    '1.0',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
const easyWord = fc.constantFrom(
  'place',
  'get_weather',
  'buscarNiño',
  '天気',
  'x1',
  'calendar.list',
  'file-read',
)
const oddWord = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
const word = fc.oneof({ weight: 4, arbitrary: easyWord }, { weight: 1, arbitrary: oddWord })

interface Typed {
  readonly schema: JsonObject
  readonly value: fc.Arbitrary<JsonValue>
}

const whole: Typed = { schema: { type: 'integer' }, value: fc.maxSafeInteger() }
const string: Typed = { schema: { type: 'string' }, value: text }
const anything: fc.Arbitrary<JsonValue> = fc.letrec<{ readonly value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(easyWord, text), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

const typed: readonly Typed[] = [
  string,
  whole,
  {
    schema: { type: 'number' },
    value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  },
  { schema: { type: 'boolean' }, value: fc.boolean() },
  { schema: { type: 'array', items: { type: 'string' } }, value: fc.array(text, { maxLength: 3 }) },
  {
    schema: { type: 'object' },
    value: fc.dictionary(easyWord, anything, { maxKeys: 3, noNullPrototype: true }),
  },
  { schema: { type: 'array' }, value: fc.array(anything, { maxLength: 3 }) },
  { schema: { type: ['string', 'null'] }, value: fc.oneof(text, fc.constant(null)) },
  { schema: { anyOf: [{ type: 'integer' }, { type: 'string' }] }, value: fc.oneof(text, fc.integer()) },
  { schema: { enum: ['a', 'b c', 3, null] }, value: fc.constantFrom('a', 'b c', 3, null) },
  { schema: {}, value: anything },
]

/** A tool with a schema of its own, and a call of it that fits. */
const toolAndCall = fc
  .tuple(word, fc.array(fc.tuple(word, fc.constantFrom(...typed)), { maxLength: 4 }))
  .chain(([name, parameters]) => {
    const byKey = new Map(parameters)
    const properties = emptyObject()
    for (const [key, { schema }] of byKey) properties[key] = schema
    const tool: Tool = { name, inputSchema: { type: 'object', properties }, source: { format: 't', at: 't' } }
    const values = fc.tuple(...[...byKey.values()].map(({ value }) => value))
    return values.map((given) => {
      const args = emptyObject()
      for (const [index, key] of [...byKey.keys()].entries()) args[key] = given[index] ?? null
      return { tool, call: { name, arguments: args } }
    })
  })
const session = fc.uniqueArray(toolAndCall, { minLength: 1, maxLength: 3, selector: ({ tool }) => tool.name })

function write(dialect: Dialect, calls: readonly WrittenCall[], tools: readonly Tool[]): string | undefined {
  try {
    return dialect.renderCalls(calls, { tools })
  } catch (error) {
    if (error instanceof InputError && error.code === 'call-not-writable') return undefined
    throw error
  }
}

/** Dialects in which a call is JSON, name and all, so that there is nothing that they cannot write. */
const writesAll: readonly string[] = [
  'hermes',
  'llama-json',
  'mistral-v3',
  'granite',
  'phi',
  'command-r',
  'command-a',
  'nemotron',
  'jamba',
  'vectrayx',
  'bare-json',
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
]

describe.each(dialects.map((dialect) => ({ id: dialect.id, dialect })))(
  'calls of any tools in $id',
  ({ dialect }) => {
    it('are refused, or read back as they were', () => {
      let refused = 0
      fc.assert(
        fc.property(session, (given) => {
          const tools = given.map(({ tool }) => tool)
          const calls = given.map(({ call }) => call).slice(0, dialect.plurality === 'single' ? 1 : 3)
          const output = write(dialect, calls, tools)
          if (output === undefined) {
            refused++
            return
          }
          const { strict } = parseOutput({ text: output }, { dialect, tools: toolTable(tools) })
          const plain = (list: readonly WrittenCall[]) =>
            list.map(({ name, arguments: args }) => `${name} ${canonicalJson(args)}`)
          expect(strict.faults).toEqual([])
          expect(plain(strict.calls)).toEqual(plain(calls))
          expect(strict.ok).toBe(true)
        }),
        { numRuns: 100 },
      )
      if (writesAll.includes(dialect.id)) expect(refused).toBe(0)
      else expect(refused).toBeLessThan(100)
    })
  },
)

const noted = (schema: JsonObject): Tool => ({
  name: 'note',
  inputSchema: { type: 'object', properties: { text: schema } },
  source: { format: 't', at: 't' },
})
const note = (value: JsonValue, key = 'text'): WrittenCall => ({ name: 'note', arguments: { [key]: value } })

/** What each dialect has no way to write; docs/dialects.md lists the same. */
describe('what cannot be written', () => {
  const anyText: JsonObject = { type: 'string' }
  const named = (name: string): WrittenCall => ({ name, arguments: {} })
  it.each<readonly [string, string, WrittenCall, JsonObject]>([
    ['llama-function-tag', 'a name with a space', named('a b'), anyText],
    ['mistral-v11', 'a name with a bracket', named('a[b'), anyText],
    ['deepseek-v3', 'a name with a line end', named('a\nb'), anyText],
    ['deepseek-v31', 'a name with a space', named('a b'), anyText],
    ['kimi', 'a name with a space', named('a b'), anyText],
    ['harmony', 'a name with a space', named('a b'), anyText],
    ['functionary', 'the name of the user', named('all'), anyText],
    ['qwen-xml', 'a name with a tag', named('a>b'), anyText],
    ['qwen-xml', 'a value with a tag of its own', note('</parameter>'), anyText],
    ['qwen-xml', 'a number where a text is allowed, too', note(12), { type: ['string', 'integer'] }],
    ['qwen-xml', 'a parameter with a line end', note('x', 'a\nb'), anyText],
    ['glm', 'a value with a tag of its own', note('</arg_value>'), anyText],
    ['functiongemma', 'a text with the escape marker', note('<escape>'), anyText],
    ['functiongemma', 'a parameter with a space', note('x', 'a b'), anyText],
    ['pythonic', 'a name that is none in Python', named('file-read'), anyText],
    ['pythonic', 'a parameter that is a word of Python', note('x', 'from'), anyText],
    ['lfm', 'a parameter with a space', note('x', 'a b'), anyText],
    ['llama-python-tag', 'a name that is none in Python', named('file-read'), anyText],
  ])('%s: %s', (id, _what, call, schema) => {
    const dialect = dialects.find((known) => known.id === id)
    expect(dialect).toBeDefined()
    expect(() => dialect?.renderCalls([call], { tools: [noted(schema)] })).toThrow(
      /no way to write|no name in Python/,
    )
  })
})

describe('code in llama-python-tag', () => {
  const dialect = dialects.find(({ id }) => id === 'llama-python-tag')
  const python: Tool = {
    name: 'python',
    inputSchema: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
    source: { format: 't', at: 't' },
  }
  it.each([
    'print(1)',
    'a = 1\nb = 2',
    ' x',
    'x\n',
    '',
    'os.call("x")',
    'a.call (1)',
    '<|eom_id|>',
    '"<|python_tag|>"',
    '{',
    '市 🎉',
  ])('reads %j back', (code) => {
    if (dialect === undefined) throw new Error('llama-python-tag')
    const calls = [{ name: 'python', arguments: { code } }]
    const written = dialect.renderCalls(calls, { tools: [python] })
    const { strict } = parseOutput({ text: written }, { dialect, tools: toolTable([python]) })
    expect(strict.calls.map(({ name, arguments: args }) => ({ name, arguments: { ...args } }))).toEqual(calls)
  })
})
