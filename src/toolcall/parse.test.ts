import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogOf } from '../catalog/catalog.js'
import { hermes } from './dialects/hermes.js'
import { isOutputText, parse, preparedTools } from './parse.js'
import { parseOutput } from './parse-output.js'
import { toolTable } from './tool-table.js'

const tools = [
  {
    name: 'book',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
]
const call = '<tool_call>\n{"name": "book", "arguments": {"city": "Lima"}}\n</tool_call>'

describe('parse', () => {
  it('reads a text in the dialect of that id', () => {
    const { outcome, strict } = parse(call, { dialect: 'hermes', tools })
    expect(outcome).toBe('called')
    expect(strict).toMatchObject({
      ok: true,
      level: 'S6',
      calls: [{ name: 'book', arguments: { city: 'Lima' } }],
    })
  })

  it('takes a dialect object, a catalog and a prepared table as well', () => {
    const full = tools.map((tool) => ({ ...tool, source: { format: 'test', at: '' } }))
    for (const offered of [toolTable(tools), catalogOf(full as Parameters<typeof catalogOf>[0])]) {
      expect(parse(call, { dialect: hermes, tools: offered }).strict.level).toBe('S6')
    }
  })

  it('gets no further than S4 without tools', () => {
    expect(parse(call, { dialect: 'hermes' }).strict.level).toBe('S4')
  })

  it.each([
    [
      'openai',
      {
        choices: [
          {
            message: {
              tool_calls: [{ type: 'function', function: { name: 'book', arguments: '{"city":"Lima"}' } }],
            },
          },
        ],
      },
    ],
    [
      'openai',
      {
        role: 'assistant',
        tool_calls: [{ type: 'function', function: { name: 'book', arguments: '{"city":"Lima"}' } }],
      },
    ],
    ['anthropic', { content: [{ type: 'tool_use', id: 'a', name: 'book', input: { city: 'Lima' } }] }],
  ])('reads what %s answers as an object', (dialect, said) => {
    expect(parse(said, { dialect, tools }).strict).toMatchObject({ level: 'S6', calls: [{ name: 'book' }] })
  })

  it('knows an answer that the token limit cut, whatever the API calls that', () => {
    const cut = {
      choices: [
        {
          finish_reason: 'length',
          message: {
            tool_calls: [{ type: 'function', function: { name: 'book', arguments: '{"city":"Li' } }],
          },
        },
      ],
    }
    expect(parse(cut, { dialect: 'openai', tools }).outcome).toBe('truncated')
    const begun = '<tool_call>\n{"name": "book", "argum'
    for (const said of [
      { content: begun, stop_reason: 'max_tokens' },
      { content: begun, status: 'incomplete' },
    ]) {
      expect(parse(said, { dialect: 'hermes', tools }).outcome).toBe('truncated')
      expect(parse({ content: said.content }, { dialect: 'hermes', tools }).outcome).toBe('attempted')
    }
    expect(
      parse({ text: call.slice(0, 40), stopReason: 'length' }, { dialect: 'hermes', tools }).outcome,
    ).toBe('truncated')
  })

  it('takes the content of a message for a dialect of model text, and refuses one whose calls were taken out', () => {
    const message = { role: 'assistant', content: call }
    for (const said of [message, { choices: [{ message }] }]) {
      expect(parse(said, { dialect: 'hermes', tools }).strict.level).toBe('S6')
    }
    const taken = {
      content: '',
      tool_calls: [{ type: 'function', function: { name: 'book', arguments: '{}' } }],
    }
    expect(() => parse(taken, { dialect: 'hermes', tools })).toThrow(/taken the calls out[^]*openai/)
  })

  const openaiCall = (args: string) => ({
    tool_calls: [{ type: 'function', function: { name: 'book', arguments: args } }],
  })

  it.each([
    [{ stop_reason: 'max_tokens' }, true],
    [{ stop_reason: 'tool_use' }, false],
    [{ status: 'incomplete' }, true],
    [{ status: 'completed' }, false],
    [{}, false],
  ])('of a message with %j: cut is %s', (about, isCut) => {
    const { outcome } = parse({ ...openaiCall('{"ci'), ...about }, { dialect: 'openai', tools })
    expect(outcome).toBe(isCut ? 'truncated' : 'attempted')
  })

  it.each([
    [[{ finish_reason: 'length' }], true],
    [[{ finish_reason: 'stop' }], false],
    [[{ finish_reason: 'stop' }, { finish_reason: 'length' }], false],
    [[{}], false],
    [[null], false],
    [[5], false],
    [[], false],
    ['length', false],
  ])('of a response with choices %j: cut is %s', (choices, isCut) => {
    const said = { choices, content: '<tool_call>\n{"name": "bo' }
    expect(parse(said, { dialect: 'hermes', tools }).outcome).toBe(isCut ? 'truncated' : 'attempted')
  })

  it('reads the message of the first choice, or what stands there itself', () => {
    const outcome = (said: object) => parse(said, { dialect: 'hermes', tools }).outcome
    expect(outcome({ choices: [{ message: { content: call } }, { message: { content: 'No.' } }] })).toBe(
      'called',
    )
    expect(outcome({ choices: [{}], content: call })).toBe('called')
    expect(outcome({ choices: [], content: call })).toBe('called')
    expect(outcome({ choices: {}, content: call })).toBe('called')
    // No message at all: the JSON itself is the text.
    expect(parse({ a: 'book' }, { dialect: 'hermes', tools }).keyword.anywhere).toEqual(['book'])
    expect(parse([{ content: call }], { dialect: 'hermes', tools }).strict.calls).toEqual([])
    expect(() => parse(() => 1, { dialect: 'hermes', tools })).toThrow('The argument is of type function')
  })

  it('tells a text with its circumstances from a message that has a text', () => {
    for (const said of [
      { text: call },
      { text: call, preamble: call, isGenuine: () => true, stopReason: 'stop' as const },
    ])
      expect(isOutputText(said)).toBe(true)
    for (const other of [{ text: call, role: 'assistant' }, { text: 5 }, {}, { stopReason: 'stop' }])
      expect(isOutputText(other)).toBe(false)
    expect(parse({ text: call, preamble: call }, { dialect: 'hermes', tools }).strict.flags).toEqual([
      'echo_of_preamble_example',
    ])
  })

  it('makes a table of tools once for a list', () => {
    expect(preparedTools(tools)).toBe(preparedTools(tools))
    expect(preparedTools([...tools])).not.toBe(preparedTools(tools))
    const table = toolTable(tools)
    expect(preparedTools(table)).toBe(table)
    expect(preparedTools(tools).names).toEqual(['book'])
  })

  it('names the nearest dialect when there is none of that name', () => {
    expect(() => parse(call, { dialect: 'hermez', tools })).toThrow(/hermez[^]*Did you mean "hermes"/)
  })

  it('says of any text what parseOutput says', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parse(text, { dialect: 'hermes', tools })).toEqual(
          parseOutput({ text }, { dialect: hermes, tools: toolTable(tools) }),
        )
      }),
    )
  })
})
