import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogOf } from '../catalog/catalog.js'
import { hermes } from './dialects/hermes.js'
import { parse } from './parse.js'
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
