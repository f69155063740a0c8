import { describe, expect, it } from 'vitest'
import { type JsonValue, writeJson } from '../text/json.js'
import { hermes } from './dialects/hermes.js'
import { openai } from './dialects/openai.js'
import { type OutputText, parseOutput } from './parse-output.js'
import { parsingToJson } from './parsing-json.js'
import { toolTable } from './tool-table.js'

const tools = toolTable([
  {
    name: 'book',
    inputSchema: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        days: { type: 'integer' },
        unit: { type: ['string', 'null'] },
      },
      required: ['city'],
    },
  },
  { name: 'ping', inputSchema: { type: 'object', properties: {} } },
])
const block = (json: string): string => `<tool_call>\n${json}\n</tool_call>`
const told = (output: OutputText, table = tools): JsonValue =>
  parsingToJson('a-1', parseOutput(output, { dialect: hermes, tools }), table)

describe('parsingToJson', () => {
  it('gives every reading of a call that fits', () => {
    expect(told({ text: block('{"name": "book", "arguments": {"city": "Lima"}}') })).toEqual({
      id: 'a-1',
      outcome: 'called',
      strict: {
        ok: true,
        level: 'S6',
        calls: [{ name: 'book', arguments: { city: 'Lima' } }],
        faults: [],
        flags: [],
      },
      vendor: { ok: true, calls: [{ name: 'book', arguments: { city: 'Lima' } }] },
      lenient: { calls: [{ name: 'book', arguments: { city: 'Lima' } }], repairs: [] },
      keyword: { released: 'book', anywhere: ['book'] },
      inReasoning: 0,
    })
  })

  it('gives place, call and path of a fault, and the coercions that would mend it', () => {
    const text =
      block('{"name": "ping", "arguments": {}}') + block('{"name": "book", "arguments": {"days": "3"}}')
    expect(told({ text })).toMatchObject({
      strict: {
        ok: false,
        level: 'S5',
        faults: [
          {
            code: 'schema-missing-property',
            what: 'The property "city" is missing.',
            at: 100,
            line: 4,
            column: 31,
            call: 1,
            path: '',
          },
          {
            code: 'schema-wrong-type',
            what: 'Expected integer, found the string "3".',
            at: 109,
            line: 4,
            column: 40,
            call: 1,
            path: '/days',
          },
        ],
        flags: ['multi_call'],
        coercions: [{ call: 1, path: '/days', kind: 'string-to-integer', from: '3', to: 3 }],
      },
    })
  })

  it('leaves coercions out where no tools are at hand, no schema refused, or nothing would help', () => {
    const wrong = { text: block('{"name": "book", "arguments": {"days": "3"}}') }
    const parsing = parseOutput(wrong, { dialect: hermes, tools })
    expect(parsingToJson('a', parsing).strict).not.toHaveProperty('coercions')
    expect(parsingToJson('a', parsing, toolTable([])).strict).not.toHaveProperty('coercions')
    expect(parsingToJson('a', parsing, tools).strict).toHaveProperty('coercions')
    const lost = { text: block('{"name": "book", "arguments": {}}') }
    expect(
      parsingToJson('a', parseOutput(lost, { dialect: hermes, tools }), tools).strict,
    ).not.toHaveProperty('coercions')
    const unknown = { text: block('{"name": "bok", "arguments": {"days": "3"}}') }
    const named = parsingToJson('a', parseOutput(unknown, { dialect: hermes, tools }), tools)
    expect(named.strict).toMatchObject({ faults: [{ code: 'unknown-tool', call: 0 }] })
    expect(named.strict).not.toHaveProperty('coercions')
  })

  it('has no target for an argument that might have been left out', () => {
    const text = block('{"name": "book", "arguments": {"city": "Lima", "days": null}}')
    expect(told({ text })).toMatchObject({
      strict: { coercions: [{ call: 0, path: '/days', kind: 'null-to-absent', from: null }] },
    })
    expect(JSON.stringify(told({ text }))).not.toContain('"to"')
  })

  it('gives repairs with what they changed, and faults without a call', () => {
    const text = block('{"tool": "book", "args": {"city": "Lima",}}')
    expect(told({ text })).toMatchObject({
      outcome: 'attempted',
      strict: { calls: [], faults: [{ code: 'json-unexpected-character', line: 2 }] },
      vendor: { ok: false, calls: [] },
      lenient: {
        calls: [{ name: 'book' }],
        repairs: expect.arrayContaining([
          { code: 'trailing-comma', at: 52 },
          { code: 'alias-key', at: 12, what: 'tool' },
        ]),
      },
    })
    const fault = parseOutput({ text }, { dialect: hermes, tools }).strict.faults[0]
    expect(fault).not.toHaveProperty('call')
    expect(fault).not.toHaveProperty('path')
  })

  it('counts calls in reasoning, and names what keyword harnesses credit', () => {
    const text = `<think>${block('{"name": "book", "arguments": {"city": "Lima"}}')}</think>I can ping.`
    expect(told({ text })).toMatchObject({
      outcome: 'abstained',
      keyword: { released: 'book', anywhere: ['book', 'ping'] },
      inReasoning: 1,
    })
    expect(told({ text: 'No.' })).toMatchObject({ keyword: { released: null, anywhere: [] } })
  })

  it('keeps the digits of numbers', () => {
    const text = JSON.stringify({
      tool_calls: [
        {
          type: 'function',
          function: { name: 'book', arguments: '{"city": "a", "days": 9007199254740993}' },
        },
      ],
    })
    const parsing = parseOutput({ text }, { dialect: openai, tools })
    expect(writeJson(parsingToJson('a', parsing, tools))).toContain('"days":9007199254740993}')
  })
})
