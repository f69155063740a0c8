import { describe, expect, it } from 'vitest'
import { dialectFromJson } from './dialect-config.js'
import { parseOutput } from './parse-output.js'
import { toolTable } from './tool-table.js'

const tools = toolTable([
  { name: 'sum', inputSchema: { type: 'object', properties: { a: { type: 'integer' } } } },
])

describe('dialectFromJson', () => {
  it.each([
    [
      { id: 'acme', trigger: '<<', closer: '>>', keys: { name: 'tool', arguments: 'with' } },
      'Yes. <<{"tool": "sum", "with": {"a": 1}}>>',
    ],
    [
      { id: 'fence', trigger: '```tool_code\n', closer: '```', payload: 'python' },
      '```tool_code\n[sum(a=1)]\n```',
    ],
    [{ id: 'arrow', trigger: '->', payload: 'named-json', separator: '::' }, '-> sum::{"a": 1}'],
    [
      { id: 'plain', payload: 'json', keys: { name: 'n', arguments: 'a', ids: ['id'] } },
      '[{"n": "sum", "a": {"a": 1}, "id": "x"}]',
    ],
    [
      { id: 'tags', trigger: '<do>', closer: '</do>', payload: 'xml' },
      '<do><function=sum><parameter=a>1</parameter></function></do>',
    ],
    [{ id: 'joined', payload: 'json-object', joiner: '|' }, '{"name": "sum", "arguments": {"a": 1}}'],
    [
      { id: 'own', trigger: '<<', closer: '>>', reasoning: { open: '(', close: ')' } },
      '(<<no>>) <<{"name": "sum", "arguments": {"a": 1}}>>',
    ],
  ])('reads calls of %j', (data, text) => {
    const { strict } = parseOutput({ text }, { dialect: dialectFromJson(data, 'here'), tools })
    expect({
      ok: strict.ok,
      calls: strict.calls.map(({ name, arguments: args }) => ({ name, args: { ...args } })),
    }).toEqual({
      ok: true,
      calls: [{ name: 'sum', args: { a: 1 } }],
    })
  })

  it.each([
    [{ id: 'x', triger: '<' }, /no key "triger".*"trigger"/],
    [{ trigger: '<' }, /"id" must be/],
    [{ id: 'a b' }, /"id" must be/],
    [{ id: 'x', payload: 'yaml' }, /"payload" must be one of/],
    [{ id: 'x', trigger: '<', payload: 'named-json' }, /needs a "separator"/],
    [{ id: 'x', payload: 'gemma' }, /without "trigger"/],
    [{ id: 'x', trigger: 5 }, /"trigger" must be a text/],
    [{ id: 'x', keys: { name: 'a', arguments: 'a' } }, /"keys" must be/],
    [{ id: 'x', frame: 'none' }, /"frame" must be one of/],
    [{ id: 'x', reasoning: ['<'] }, /"reasoning" must be/],
    [[], /is an object/],
  ])('refuses %j', (data, message) => {
    expect(() => dialectFromJson(data, 'assay.config.json, dialects[0]')).toThrow(message)
    expect(() => dialectFromJson(data, 'assay.config.json, dialects[0]')).toThrow(/assay.config.json/)
  })
})
