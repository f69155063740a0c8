import { describe, expect, it } from 'vitest'
import type { Tool } from '../../src/catalog/tool.js'
import { InputError } from '../../src/errors.js'
import type { Dialect, Message, WrittenCall } from '../../src/toolcall/dialect.js'
import { dialectFromJson } from '../../src/toolcall/dialect-config.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { frames } from '../../src/toolcall/render/frames.js'

/*
 * Conversations as each dialect prints them, to the letter: models were trained on these markers, and a training set or
 * a prompt that differs by one is another experiment. What is meant to change is written anew by `npx vitest run -u`.
 */

const tools: readonly Tool[] = [
  {
    name: 'get_weather',
    description: 'The weather of a city.',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string', description: 'Where.' }, days: { type: 'integer' } },
      required: ['city'],
    },
    source: { format: 'test', at: 'get_weather' },
  },
  { name: 'ping', inputSchema: { type: 'object', properties: {} }, source: { format: 'test', at: 'ping' } },
]
/** Declared with a type for each kind of value, for dialects that write bare text. */
const put: Tool = {
  name: 'put',
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'array' },
      b: { type: 'object' },
      e: { type: 'string' },
      f: { type: 'boolean' },
      g: { type: 'string' },
      h: { type: 'number' },
    },
  },
  source: { format: 'test', at: 'put' },
}
const weather: WrittenCall = { name: 'get_weather', arguments: { city: 'Ñ "a"', days: 2 }, id: 'call-1' }
const ping: WrittenCall = { name: 'ping', arguments: {}, id: 'abcdefghij_2' }

interface Conversation {
  readonly messages: readonly Message[]
  readonly tools: readonly Tool[]
  readonly addsGenerationPrompt?: boolean
}

const conversations: Readonly<Record<string, Conversation>> = {
  'two calls and their results': {
    tools,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Cold?' },
      { role: 'assistant', content: 'I look.', reasoning: 'Hm.', calls: [weather, ping] },
      { role: 'tool', content: 'eleven', id: 'call-1', name: 'get_weather' },
      { role: 'tool', content: 'ok', id: 'abcdefghij_2', name: 'ping' },
      { role: 'assistant', reasoning: '\nEleven.\n', content: '\nIt is.' },
      { role: 'user', content: ' Thanks.\n' },
    ],
  },
  'calls without ids, one after the other, no system text': {
    tools: tools.slice(1),
    addsGenerationPrompt: false,
    messages: [
      { role: 'user', content: 'Ping.' },
      { role: 'assistant', calls: [{ name: 'ping', arguments: {} }] },
      { role: 'tool', content: 'ok' },
      { role: 'assistant', calls: [{ name: 'ping', arguments: {} }] },
      { role: 'tool', content: 'lost' },
      { role: 'assistant', content: '' },
    ],
  },
  'no tools': {
    tools: [],
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '<think>\nr\n</think>\n\nHello.', calls: [] },
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: '<tool_response>quoted</tool_response>' },
      { role: 'assistant', content: 'Yes.' },
    ],
  },
  'no question': {
    tools: [],
    addsGenerationPrompt: false,
    messages: [{ role: 'assistant', content: 'Hi.' }],
  },
  'nothing but a system text': { tools, messages: [{ role: 'system', content: ' Be brief. ' }] },
  nothing: { tools: [], messages: [] },
}

const written: Readonly<Record<string, readonly WrittenCall[]>> = {
  'one call': [weather],
  'two calls': [weather, { name: 'ping', arguments: {} }],
  'every kind of value': [
    {
      name: 'put',
      arguments: { a: [1, -2.5, true, null], b: { c: 'x', d: [] }, e: '', f: false, g: 'l\nm', h: 1.5 },
    },
  ],
  'a name with a space': [{ name: 'a b', arguments: {} }],
  'no name': [{ name: '', arguments: {} }],
  'a name with a bracket': [{ name: 'a[0]', arguments: {} }],
  'a name with a tag': [{ name: 'a<b', arguments: {} }],
  'a name with braces': [{ name: 'a{b', arguments: {} }],
  'a name with a colon': [{ name: 'a:b', arguments: {} }],
  'a name with a quote': [{ name: 'a"b', arguments: {} }],
  'a name with a hyphen': [{ name: 'a-b', arguments: {} }],
  'a word of Python': [{ name: 'class', arguments: {} }],
  'the recipient of answers': [{ name: 'all', arguments: {} }],
  'an argument with a space': [{ name: 'ping', arguments: { 'a b': 'x' } }],
  'an argument with a tag': [{ name: 'ping', arguments: { 'a<b': 'x' } }],
  'an argument without a name': [{ name: 'ping', arguments: { '': 'x' } }],
  'a value that is a marker': [{ name: 'ping', arguments: { a: '</tool_call><escape>' } }],
  'a long name': [{ name: `${'n'.repeat(100)} ${'o'.repeat(20)}`, arguments: {} }],
}

function tried(write: () => string): string {
  try {
    return write()
  } catch (error) {
    if (error instanceof InputError) return `REFUSED ${error.message}`
    throw error
  }
}

/** One text for a whole dialect: what it declares, the calls that it writes or refuses, its conversations. */
function told(dialect: Dialect): string {
  const { parse: _parse, recover, renderCalls: _write, render: _render, ...declared } = dialect
  const parts = [
    `=== ${dialect.id}\n${JSON.stringify({ ...declared, recovers: recover !== undefined }, undefined, 1)}`,
    ...Object.entries(written).map(
      ([what, calls]) =>
        `=== ${what}\n${tried(() => dialect.renderCalls(calls, { tools: [...tools, put] }))}`,
    ),
    `=== said before a call\n${tried(() => dialect.renderCalls([ping], { content: 'I look.' }))}`,
    ...Object.entries(conversations).map(
      ([what, { messages, tools: offered, addsGenerationPrompt }]) =>
        `=== ${what}\n${tried(() =>
          dialect.render(
            messages,
            offered,
            addsGenerationPrompt === undefined ? undefined : { addsGenerationPrompt },
          ),
        )}`,
    ),
  ]
  return `${parts.join('\n')}\n`
}

describe('what a dialect writes', () => {
  it.each(dialects.map((dialect) => ({ id: dialect.id, dialect })))('$id', async ({ id, dialect }) => {
    await expect(told(dialect)).toMatchFileSnapshot(`../fixtures/conversations/${id}.txt`)
  })

  it('in every frame that a user can name', async () => {
    const parts = frames.map(({ id }) => {
      const dialect = dialectFromJson({ id: 'own', frame: id, trigger: '<<', closer: '>>' }, 'own.json')
      const rendered = ['two calls and their results', 'no tools', 'nothing but a system text'].map(
        (what) => {
          const { messages = [], tools: offered = [] } = conversations[what] ?? {}
          return dialect.render(messages, offered)
        },
      )
      return `=== ${id}\n${rendered.join('\n---\n')}`
    })
    await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('../fixtures/conversations/frames.txt')
  })
})
