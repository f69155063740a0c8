import { describe, expect, it } from 'vitest'
import { InputError } from '../errors.js'
import type { JsonObject, JsonValue } from '../text/json.js'
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

  it('takes all that is left out from the defaults', () => {
    const {
      parse: _parse,
      renderCalls,
      render: _render,
      ...declared
    } = dialectFromJson({ id: 'own.1-a_b' }, 'here')
    expect(declared).toEqual({
      id: 'own.1-a_b',
      describes: 'a dialect of your own',
      trigger: [],
      closer: [],
      keys: { name: 'name', arguments: 'arguments' },
      plurality: 'blocks',
      endOfTurn: [],
      reasoning: [
        { open: '<think>', close: '</think>' },
        { open: '[THINK]', close: '[/THINK]' },
        { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
      ],
      markers: [],
      signature: [],
      loose: expect.objectContaining({ form: 'json', top: 'object', joins: false }),
    })
    expect(renderCalls([{ name: 'sum', arguments: { a: 1 } }])).toBe('{"name": "sum", "arguments": {"a": 1}}')
  })

  it('keeps every key that is given', () => {
    const dialect = dialectFromJson(
      {
        id: 'all',
        describes: 'All of it.',
        trigger: ['<<', '<('],
        closer: ['>>', ')>'],
        payload: 'json-object',
        keys: { name: 'n', arguments: 'a', ids: ['id', 'call_id'] },
        plurality: 'joined',
        joiner: ';',
        endOfTurn: '<|done|>',
        reasoning: [
          { open: '(', close: ')' },
          { open: '[', close: ']' },
        ],
        markers: ['<|x|>'],
        noCall: 'none',
        frame: 'chatml',
      },
      'here',
    )
    expect(dialect).toMatchObject({
      describes: 'All of it.',
      trigger: ['<<', '<('],
      closer: ['>>', ')>'],
      keys: { name: 'n', arguments: 'a', ids: ['id', 'call_id'] },
      plurality: 'joined',
      endOfTurn: ['<|done|>'],
      markers: ['<<', '<(', '>>', ')>', '<|done|>', '<|x|>'],
    })
    expect(dialect.reasoning.slice(-2)).toEqual([
      { open: '(', close: ')' },
      { open: '[', close: ']' },
    ])
    expect(dialect.render([{ role: 'user', content: 'Hi' }], [])).toBe(
      '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
    )
    expect(parseOutput({ text: '<<{"n": "none", "a": {}}>>' }, { dialect, tools }).strict.flags).toContain(
      'explicit_no_call',
    )
    const joined = dialectFromJson({ id: 'j', joiner: ';' }, 'here')
    expect(joined.plurality).toBe('joined')
    expect(dialectFromJson({ id: 'j', joiner: ';', plurality: 'single' }, 'here').plurality).toBe('single')
  })

  it('gives a call the id that the payload has a place for', () => {
    const call = { name: 'sum', arguments: { a: 1 }, id: 'x1' }
    const written = (data: JsonObject): string => dialectFromJson(data, 'here').renderCalls([call])
    expect(
      written({ id: 'd', trigger: '->', payload: 'named-json', separator: '::', idSeparator: '#' }),
    ).toBe('->sum#x1::{"a": 1}')
    expect(written({ id: 'd', trigger: '->', payload: 'named-json', separator: '::' })).toBe(
      '->sum::{"a": 1}',
    )
    expect(written({ id: 'd', keys: { ids: ['id'] } })).toBe(
      '{"name": "sum", "arguments": {"a": 1}, "id": "x1"}',
    )
    expect(written({ id: 'd', keys: { ids: ['tool_call_id'] } })).toBe(
      '{"tool_call_id": "x1", "name": "sum", "arguments": {"a": 1}}',
    )
    expect(written({ id: 'd', keys: {} })).toBe('{"name": "sum", "arguments": {"a": 1}}')
    expect(written({ id: 'd', trigger: '<', closer: '>', payload: 'json-array', fenced: true })).toBe(
      '<\n```json\n[{"name": "sum", "arguments": {"a": 1}}]\n>',
    )
    expect(written({ id: 'd', trigger: '<', closer: '>', payload: 'json-array', fenced: false })).toBe(
      '<[{"name": "sum", "arguments": {"a": 1}}]>',
    )
  })

  it.each<readonly [JsonValue, string]>([
    [[], 'A dialect is an object.'],
    ['x', 'A dialect is an object.'],
    [{ id: 'x', triger: '<' }, 'A dialect has no key "triger". Did you mean "trigger"?'],
    [{ id: 'x', zzzzzzzz: 1 }, 'A dialect has no key "zzzzzzzz".'],
    [{}, '"id" must be a word of letters, digits, "-", "_" and ".".'],
    [{ id: 'a b' }, '"id" must be a word of letters, digits, "-", "_" and ".".'],
    [{ id: 'a'.repeat(65) }, '"id" must be a word of letters, digits, "-", "_" and ".".'],
    [{ id: ' a' }, '"id" must be a word of letters, digits, "-", "_" and ".".'],
    [{ id: 'a ' }, '"id" must be a word of letters, digits, "-", "_" and ".".'],
    [{ id: '' }, '"id" must be a text.'],
    [{ id: 5 }, '"id" must be a text.'],
    [
      { id: 'x', payload: 'yaml' },
      '"payload" must be one of "json-object", "json-array", "json", "python", "python-or-json", "named-json", "xml", "pairs", "gemma".',
    ],
    [{ id: 'x', plurality: 'many' }, '"plurality" must be one of "blocks", "items", "joined", "single".'],
    [
      { id: 'x', trigger: '<', payload: 'named-json' },
      'A "named-json" payload needs a "separator" between name and arguments.',
    ],
    ...['named-json', 'python-or-json', 'xml', 'pairs', 'gemma'].map(
      (payload): readonly [JsonValue, string] => [
        { id: 'x', payload, separator: ':' },
        `A dialect without "trigger" can have a JSON or Python payload, but not "${payload}".`,
      ],
    ),
    ...['trigger', 'closer', 'endOfTurn', 'markers', 'noCall'].flatMap(
      (key): (readonly [JsonValue, string])[] =>
        [5, '', ['<', ''], ['<', 5], [null]].map((value) => [
          { id: 'x', [key]: value },
          `"${key}" must be a text or a list of texts.`,
        ]),
    ),
    ...['describes', 'separator', 'idSeparator', 'joiner', 'frame'].flatMap(
      (key): (readonly [JsonValue, string])[] =>
        [5, '', ['a']].map((value) => [{ id: 'x', [key]: value }, `"${key}" must be a text.`]),
    ),
    [{ id: 'x', fenced: 'yes' }, '"fenced" must be true or false.'],
    [{ id: 'x', keys: 5 }, '"keys" must be an object with the texts "name" and "arguments".'],
    [{ id: 'x', keys: { name: 5 } }, '"keys" must be an object with the texts "name" and "arguments".'],
    [{ id: 'x', keys: { arguments: 5 } }, '"keys" must be an object with the texts "name" and "arguments".'],
    [
      { id: 'x', keys: { name: 'a', arguments: 'a' } },
      '"keys" must be an object with the texts "name" and "arguments".',
    ],
    [{ id: 'x', keys: { ids: 'id' } }, '"keys" must be an object whose "ids" is a list of texts.'],
    [{ id: 'x', keys: { ids: ['id', 5] } }, '"keys" must be an object whose "ids" is a list of texts.'],
    ...[
      5,
      ['<'],
      [{}],
      { open: '<' },
      { close: '<' },
      { open: '', close: '>' },
      { open: '<', close: '' },
    ].map((reasoning): readonly [JsonValue, string] => [
      { id: 'x', reasoning },
      '"reasoning" must be a list of {"open": …, "close": …}.',
    ]),
    [
      { id: 'x', frame: 'none' },
      '"frame" must be one of "chatml", "llama3", "gemma", "functiongemma", "glm", "phi", "granite", "cohere", "vectrayx", "jamba", "nemotron", "kimi", "mistral", "deepseek", "plain".',
    ],
  ])('refuses %j: %s', (data, what) => {
    const error = ((): unknown => {
      try {
        return dialectFromJson(data, 'assay.config.json, dialects[0]')
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({
      code: 'dialect-invalid',
      where: 'assay.config.json, dialects[0]',
      fix: 'See docs/dialects.md for the keys of a dialect.',
    })
    expect(String((error as InputError).what)).toBe(what)
  })
})
