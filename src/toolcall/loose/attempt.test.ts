import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../text/json.js'
import { dialects } from '../dialects/index.js'
import { parseOutput } from '../parse-output.js'
import { toolTable } from '../tool-table.js'

const tools = toolTable([
  {
    name: 'get_weather',
    inputSchema: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } },
  },
  { name: 'ping', inputSchema: { type: 'object', properties: {} } },
  { name: 'render-clip', inputSchema: { type: 'object', properties: { fps: { type: 'integer' } } } },
])

function lenient(id: string, text: string) {
  const dialect = dialects.find((known) => known.id === id)
  if (dialect === undefined) throw new Error(id)
  const parsing = parseOutput({ text }, { dialect, tools })
  return {
    outcome: parsing.outcome,
    level: parsing.strict.level,
    calls: parsing.lenient.calls.map(({ name, arguments: args }) => `${name}${canonicalJson(args)}`),
    repairs: parsing.lenient.repairs.map(({ code, what }) => (what === undefined ? code : `${code} ${what}`)),
  }
}

const json = '{"name": "get_weather", "arguments": {"city": "Cusco"}}'
const cusco = 'get_weather{"city":"Cusco"}'

describe('the lenient reading', () => {
  it.each([
    ['hermes', json, ['marker-missing']],
    ['hermes', `Look:\n${json}`, ['marker-missing']],
    ['hermes', `[${json}]`, ['marker-missing', 'array-for-object']],
    ['hermes', `Look: [${json}]`, ['marker-missing', 'array-for-object']],
    ['hermes', `\`\`\`json\n${json}\n\`\`\``, ['fence', 'marker-missing']],
    ['hermes', `<TOOL_CALL>${json}</TOOL_CALL>`, ['marker-spelling']],
    ['hermes', '<get_weather>{"city": "Cusco"}</get_weather>', ['marker-missing', 'tag-name get_weather']],
    [
      'hermes',
      '<get_weather>\n<city>Cusco</city>\n</get_weather>',
      ['marker-missing', 'tag-name get_weather'],
    ],
    ['hermes', `<call>${json}</call>`, ['marker-missing', 'marker-spelling call']],
    ['hermes', 'get_weather(city="Cusco")', ['marker-missing', 'list-missing', 'foreign-dialect pythonic']],
    ['hermes', '[get_weather(city="Cusco")]', ['marker-missing', 'foreign-dialect pythonic']],
    ['hermes', '[TOOL_CALLS]get_weather[ARGS]{"city": "Cusco"}', ['foreign-dialect mistral-v11']],
    [
      'hermes',
      '<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Cusco</parameter>\n</invoke>\n</function_calls>',
      ['marker-missing', 'marker-spelling function_calls', 'foreign-dialect invoke'],
    ],
    ['hermes', `<tool_call>\nSure: ${json}\n</tool_call>`, ['text-in-block']],
    ['hermes', `<tool_call>\n\`\`\`json\n${json}\n\`\`\`\n</tool_call>`, ['fence']],
    ['hermes', '<tool_call>get_weather\n{"city": "Cusco"}</tool_call>', ['separator']],
    ['hermes', `<tool_call>${json}}</tool_call>`, ['bracket-surplus']],
    [
      'hermes',
      '<tool_call>{"tool": "get_weather", "params": {"city": "Cusco"}}</tool_call>',
      ['alias-key tool', 'alias-key params'],
    ],
    [
      'hermes',
      '<tool_call>{"name": "get_weather", "arguments": "{\\"city\\": \\"Cusco\\"}"}</tool_call>',
      ['arguments-string arguments'],
    ],
    [
      'qwen-xml',
      '<function=get_weather>\n<parameter=city>\nCusco\n</parameter>\n</function>',
      ['marker-missing'],
    ],
    [
      'qwen-xml',
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nCusco\n</parameter>',
      ['closer-missing'],
    ],
    ['qwen-xml', `<tool_call>${json}</tool_call>`, ['foreign-dialect json']],
    ['llama-json', '{"name": "get_weather", "parameters": {"city": "Cusco"}', ['bracket-missing']],
    ['llama-json', 'I look.\n{"name": "get_weather", "parameters": {"city": "Cusco"}}', ['text-around']],
    ['pythonic', 'Sure. [get_weather(city="Cusco")]', ['text-around']],
    ['pythonic', '```tool_code\nget_weather(city="Cusco")\n```', ['fence', 'list-missing']],
    ['functiongemma', 'call:get_weather{city:"Cusco"}', ['marker-missing', 'escape-marker-missing']],
    [
      'kimi',
      '<|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Cusco"}<|tool_call_end|>',
      ['marker-missing'],
    ],
    [
      'kimi',
      'functions.get_weather:0{"city": "Cusco"}',
      ['marker-missing', 'separator', 'name-decoration functions.get_weather:0'],
    ],
    ['deepseek-v3', 'function\nget_weather\n```json\n{"city": "Cusco"}\n```', ['marker-missing']],
    [
      'harmony',
      'analysisHm.assistantcommentary to=functions.get_weatherjson{"city": "Cusco"}',
      ['marker-missing'],
    ],
    [
      'harmony',
      '<|channel|>commentary to=get_weather<|message|>{"city": "Cusco"}<|call|>',
      ['name-namespace get_weather'],
    ],
    ['phi', `functools[${json}]`, ['marker-missing', 'marker-spelling functools']],
    ['granite', `<|tool_call|>${json}`, ['object-for-array']],
    ['openai', JSON.stringify({ role: 'assistant', content: json }), ['marker-missing']],
    [
      'openai',
      JSON.stringify({ role: 'assistant', content: `<tool_call>${json}</tool_call>` }),
      ['foreign-dialect hermes'],
    ],
    [
      'openai',
      JSON.stringify({
        tool_calls: [{ type: 'function', function: { name: 'get_weather', arguments: { city: 'Cusco' } } }],
      }),
      ['arguments-object'],
    ],
    [
      'gemini',
      JSON.stringify({ parts: [{ functionCall: { name: 'get_weather', arguments: { city: 'Cusco' } } }] }),
      ['alias-key arguments'],
    ],
  ])('%s: reads %s', (dialect, text, repairs) => {
    const found = lenient(dialect, text)
    expect({ outcome: found.outcome, calls: found.calls, repairs: found.repairs }).toEqual({
      outcome: 'attempted',
      calls: [cusco],
      repairs,
    })
  })

  it.each([
    ['an undeclared name in a tag', 'hermes', '<details>{"city": "Cusco"}</details>'],
    ['parameters that are not declared', 'hermes', '<get_weather><town>Cusco</town></get_weather>'],
    ['a bare call of a function nobody declared', 'hermes', 'print(x="1")'],
    ['a minus that looks like a name', 'hermes', '[other-clip(fps=3)]'],
    [
      'a schema that was repeated',
      'hermes',
      '{"name": "get_weather", "parameters": {"type": "object", "properties": {}}}',
    ],
    ['a name beside data', 'hermes', '{"name": "get_weather", "city": "Cusco"}'],
    [
      'data under a name nobody declared',
      'hermes',
      '{"name": "app", "version": "1", "parameters": {"x": 1}}',
    ],
    ['a tag that is spoken of', 'qwen-xml', 'I would write <function=ping> but may not.'],
    ['a tag that is spoken of', 'llama-function-tag', '<function=ping> is how I call.'],
    ['a list of anything but parts', 'anthropic', '[1, 2]'],
  ])('finds no call in %s', (_what, dialect, text) => {
    expect(lenient(dialect, text)).toMatchObject({ outcome: 'abstained', calls: [], repairs: [] })
  })

  const item = '<|tool_call_begin|>functions.ping:0<|tool_call_argument_begin|>{}<|tool_call_end|>'
  const lost: readonly (readonly [string, string])[] = [
    ['qwen-xml', '<function=ping></function>'],
    ['functiongemma', 'call:ping{}'],
    ['kimi', item],
    ['deepseek-v31', '<｜tool▁call▁begin｜>ping<｜tool▁sep｜>{}<｜tool▁call▁end｜>'],
    ['harmony', 'commentary to=functions.ping json{}'],
  ]

  it.each(lost)(
    '%s: finds a call whose outer marker was lost, and none that is thought or shown',
    (id, call) => {
      expect(lenient(id, `Yes.\n${call}`)).toMatchObject({ outcome: 'attempted', calls: ['ping{}'] })
      const after = `<think>\n${call}\n</think>\n${call}`
      expect(lenient(id, after)).toMatchObject({ outcome: 'attempted', calls: ['ping{}'] })
      for (const text of [
        `<think>\n${call}\n</think>Yes.`,
        `<think>\n\`\`\`\n${call}\n\`\`\`\nno\n${call}\n</think>Yes.`,
        `So:\n\`\`\`\n${call}\n\`\`\`\nYes.`,
        `Write \`${call}\` so.`,
      ])
        expect(lenient(id, text), text).toMatchObject({ outcome: 'abstained', calls: [], repairs: [] })
    },
  )

  it('finds no lost marker behind the end of the turn, or in the analysis of harmony', () => {
    expect(lenient('qwen-xml', 'Yes.<|im_end|>\n<function=ping>\n</function>').outcome).toBe('abstained')
    const thought = '<|channel|>analysis<|message|>Perhaps to=functions.ping json{}<|end|>'
    expect(lenient('harmony', `${thought}<|start|>assistant<|channel|>final<|message|>Yes.`)).toMatchObject({
      outcome: 'abstained',
      calls: [],
    })
  })

  it('takes a declaration for arguments nowhere, unless the tool has such a parameter', () => {
    const declared = { name: 'ping', description: 'Pings.', parameters: { type: 'object' } }
    for (const id of ['llama-json', 'bare-json', 'hermes']) {
      expect(lenient(id, JSON.stringify(declared)).calls, id).toEqual([])
      expect(lenient(id, JSON.stringify({ type: 'function', function: declared })).calls, id).toEqual([])
    }
    const typed = toolTable([{ name: 'ping', inputSchema: { properties: { type: { type: 'string' } } } }])
    const dialect = dialects.find(({ id }) => id === 'bare-json')
    if (dialect === undefined) throw new Error('bare-json')
    const { lenient: reading } = parseOutput({ text: JSON.stringify(declared) }, { dialect, tools: typed })
    expect(reading.calls).toMatchObject([{ name: 'ping', arguments: { type: 'object' } }])
  })

  it('names the quotes around arguments that were encoded twice, and servers do not forgive them', () => {
    const twice = { tool_calls: [{ type: 'function', function: { name: 'ping', arguments: '"{}"' } }] }
    expect(lenient('openai', JSON.stringify(twice))).toMatchObject({
      calls: ['ping{}'],
      repairs: ['stray-quotes'],
    })
  })

  it('takes the beginning of a call that broke for an attempt, and repairs nothing', () => {
    expect(lenient('hermes', '{"name": "get_weather", "arguments": {"city": "Cus')).toMatchObject({
      outcome: 'attempted',
      calls: [],
      level: 'S0',
    })
    expect(lenient('llama-json', '{"name": "get_weather", "parameters": {"days": 9')).toMatchObject({
      outcome: 'attempted',
      calls: [],
      level: 'S1',
    })
  })

  it('reads several calls in one go, and accepts a hyphen only in a declared name', () => {
    expect(lenient('hermes', `${json}\n{"name": "ping", "arguments": {}}`)).toMatchObject({
      calls: [cusco, 'ping{}'],
      repairs: ['marker-missing', 'several-values'],
    })
    expect(lenient('pythonic', '[render-clip(fps=3)]')).toMatchObject({
      calls: ['render-clip{"fps":3}'],
      repairs: ['python-word'],
    })
    expect(lenient('hermes', 'ping()\nget_weather(city="Cusco")')).toMatchObject({ calls: ['ping{}', cusco] })
  })

  it('does not repair what contradicts itself', () => {
    expect(
      lenient('hermes', '<tool_call>{"name": "ping", "tool": "get_weather", "arguments": {}}</tool_call>')
        .calls,
    ).toEqual([])
    expect(
      lenient('hermes', '<tool_call>{"name": "ping", "arguments": {}, "parameters": {"a": 1}}</tool_call>')
        .calls,
    ).toEqual([])
    const twice = {
      tool_calls: [{ type: 'function', function: { name: 'ping', arguments: '{"a": 1}{"a": 2}' } }],
    }
    expect(lenient('openai', JSON.stringify(twice)).calls).toEqual([])
  })

  it('leaves a message of many fences alone', () => {
    expect(lenient('hermes', `\`\`\`json\n${json}\n\`\`\`\n`.repeat(20)).calls).toEqual([])
    expect(lenient('hermes', `\`\`\`json\n${json}\n\`\`\`\n`.repeat(2)).calls).toEqual([cusco, cusco])
  })
})
