import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../text/json.js'
import { parseOutput } from '../parse-output.js'
import type { Level, Outcome } from '../parsed-call.js'
import { toolTable } from '../tool-table.js'
import { dialects } from './index.js'

const tools = toolTable([
  {
    name: 'get_weather',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city'],
    },
  },
  { name: 'ping', inputSchema: { type: 'object', properties: {} } },
  {
    name: 'python',
    inputSchema: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  },
])

interface Case {
  readonly text: string
  readonly outcome: Outcome
  readonly level: Level
  /** Strict calls, as `name {"argument":value}`. */
  readonly calls?: readonly string[]
  /** Faults of the strict reading, in order. */
  readonly faults?: readonly string[]
  readonly isCut?: true
}

const cusco = 'get_weather {"city":"Cusco"}'
const whole = (text: string, ...calls: readonly string[]): Case => ({
  text,
  outcome: 'called',
  level: 'S6',
  calls,
})
const tried = (text: string, level: Level, ...faults: readonly string[]): Case => ({
  text,
  outcome: 'attempted',
  level,
  calls: [],
  faults,
})
const said = (text: string): Case => ({ text, outcome: 'abstained', level: 'S0', calls: [], faults: [] })

const fence = '```'
const section = (...items: readonly string[]): string =>
  `<｜tool▁calls▁begin｜>${items.join('')}<｜tool▁calls▁end｜>`
const fenced = (name: string, json: string): string =>
  `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n${fence}json\n${json}\n${fence}<｜tool▁call▁end｜>`
const bare = (name: string, json: string): string =>
  `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${json}<｜tool▁call▁end｜>`
const kimiItem = (id: string, json: string): string =>
  `<|tool_call_begin|>${id}<|tool_call_argument_begin|>${json}<|tool_call_end|>`
const kimi = (...items: readonly string[]): string =>
  `<|tool_calls_section_begin|>${items.join('')}<|tool_calls_section_end|>`
const item = (given: object): string =>
  JSON.stringify([{ type: 'function_call', call_id: 'c1', name: 'ping', ...given }])

/** Hand-written, for the dialects that have few cases in test/fixtures/cases. */
const cases: Readonly<Record<string, readonly Case[]>> = {
  glm: [
    whole(
      '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Cusco</arg_value>\n</tool_call>',
      cusco,
    ),
    whole(
      '<tool_call>get_weather<arg_key>city</arg_key><arg_value>12</arg_value><arg_key>days</arg_key><arg_value>12</arg_value></tool_call>',
      'get_weather {"city":"12","days":12}',
    ),
    whole('<tool_call>ping</tool_call>', 'ping {}'),
    tried(
      '<tool_call>get_weather<arg_key>city</arg_key><arg_value>Cusco</arg_value>',
      'S1',
      'closer-missing',
    ),
    tried(
      '<tool_call>{"name": "get_weather", "arguments": {"city": "Cusco"}}</tool_call>',
      'S2',
      'payload-not-a-call',
    ),
    {
      text: '<tool_call>get_weather<arg_key>city</arg_key><arg_value>Cusco</arg_value><arg_key>days</arg_key><arg_value>two</arg_value></tool_call>',
      outcome: 'called',
      level: 'S5',
      calls: ['get_weather {"city":"Cusco","days":"two"}'],
    },
    said('The tag <tool_call> opens a call.'),
  ],
  'llama-python-tag': [
    whole('<|python_tag|>get_weather.call(city="Cusco")<|eom_id|>', cusco),
    whole('<|python_tag|>ping.call()', 'ping {}'),
    whole('<|python_tag|>print(1 + 1)<|eom_id|>', 'python {"code":"print(1 + 1)"}'),
    {
      text: '<|python_tag|>get_weather.call(city=12)<|eom_id|>',
      outcome: 'called',
      level: 'S5',
      calls: ['get_weather {"city":12}'],
    },
    {
      text: '<|python_tag|>weather.call(city="Cusco")',
      outcome: 'called',
      level: 'S4',
      calls: ['weather {"city":"Cusco"}'],
    },
    {
      text: '<|python_tag|>get_weather.call(city="Cus',
      isCut: true,
      outcome: 'truncated',
      level: 'S1',
      calls: [],
    },
    said('I cannot look that up.'),
  ],
  'deepseek-v3': [
    whole(section(fenced('get_weather', '{"city": "Cusco"}'), '\n', fenced('ping', '{}')), cusco, 'ping {}'),
    tried(section(fenced('get_weather', '{"city": "Cusco",}')), 'S2', 'json-unexpected-character'),
    tried(section(bare('get_weather', '{"city": "Cusco"}')), 'S2', 'bad-header'),
    said('The markers are <｜tool▁calls▁begin｜> and <｜tool▁calls▁end｜>.'),
  ],
  'deepseek-v31': [
    whole(section(bare('get_weather', '{"city": "Cusco"}'), bare('ping', '{}')), cusco, 'ping {}'),
    tried(section(fenced('get_weather', '{"city": "Cusco"}')), 'S2', 'arguments-missing'),
    tried(section(bare('get_weather', '["Cusco"]')), 'S2', 'arguments-missing'),
    tried('<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>ping<｜tool▁sep｜>{}', 'S1', 'closer-missing'),
  ],
  'command-a': [
    whole(
      '<|START_THINKING|>I look.<|END_THINKING|><|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Cusco"}}\n]<|END_ACTION|>',
      cusco,
    ),
    tried(
      '<|START_ACTION|>{"tool_name": "ping", "parameters": {}}<|END_ACTION|>',
      'S2',
      'wrong-payload-kind',
    ),
    tried('<|START_ACTION|>[{"name": "ping", "parameters": {}}]<|END_ACTION|>', 'S3', 'alias-key'),
    tried('<|START_ACTION|>[{"tool_name": "ping", "parameters": {}}]', 'S1', 'closer-missing'),
  ],
  kimi: [
    whole(
      kimi(kimiItem('functions.get_weather:0', '{"city": "Cusco"}'), kimiItem('functions.ping:1', '{}')),
      cusco,
      'ping {}',
    ),
    tried(kimi(kimiItem('ping', '{}')), 'S3', 'bad-call-id'),
    tried(kimi(kimiItem('functions.ping:0', '{')), 'S2', 'json-unexpected-character'),
    tried(kimi(kimiItem('functions.ping:0', '"{}"')), 'S2', 'arguments-missing'),
    said('No tool fits.<|im_end|>'),
  ],
  harmony: [
    whole(
      '<|channel|>analysis<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Cusco"}<|call|>',
      cusco,
    ),
    whole(' to=functions.ping<|channel|>commentary json<|message|>{}<|call|>', 'ping {}'),
    tried(
      '<|channel|>commentary to=functions.ping <|constrain|>json<|message|>{,}<|call|>',
      'S2',
      'json-unexpected-character',
    ),
    {
      text: '<|channel|>commentary to=functions.pong <|constrain|>json<|message|>{}<|call|>',
      outcome: 'called',
      level: 'S4',
      calls: ['pong {}'],
    },
  ],
  functionary: [
    whole('<|recipient|>get_weather\n<|content|>{"city": "Cusco"}<|stop|>', cusco),
    whole('all\n<|content|>I look.\n<|from|>assistant\n<|recipient|>ping\n<|content|>{}', 'ping {}'),
    said('all\n<|content|>It is cold.<|stop|>'),
    tried('<|recipient|>ping\n<|content|>{}}', 'S2', 'trailing-text'),
    { text: '<|recipient|>pong\n<|content|>{}', outcome: 'called', level: 'S4', calls: ['pong {}'] },
  ],
  lfm: [
    whole(
      '<|tool_call_start|>[get_weather(city="Cusco", days=2), ping()]<|tool_call_end|>I look.',
      'get_weather {"city":"Cusco","days":2}',
      'ping {}',
    ),
    tried('<|tool_call_start|>[get_weather("Cusco")]<|tool_call_end|>', 'S2', 'positional-argument'),
    tried('<|tool_call_start|>[get_weather(city=name)]<|tool_call_end|>', 'S2', 'not-a-literal'),
    tried('<|tool_call_start|>[ping()]', 'S1', 'closer-missing'),
  ],
  jamba: [
    whole(
      '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Cusco"}}, {"name": "ping", "arguments": {}}]</tool_calls>',
      cusco,
      'ping {}',
    ),
    whole(' <tool_calls>[\n{"name": "ping", "arguments": {}}\n]</tool_calls><|eom|>', 'ping {}'),
    tried('<tool_calls>{"name": "ping", "arguments": {}}</tool_calls>', 'S2', 'wrong-payload-kind'),
    tried('<tool_calls>[{"name": "ping", "parameters": {}}]</tool_calls>', 'S3', 'alias-key'),
    tried('<tool_calls>[{"name": "ping", "arguments": {}}]', 'S1', 'closer-missing'),
    tried('<tool_calls>[]</tool_calls>', 'S3', 'no-entries'),
    {
      text: '<tool_calls>[{"name": "get_weather", "arguments": {}}]</tool_calls>',
      outcome: 'called',
      level: 'S5',
      calls: ['get_weather {}'],
    },
    said('I would answer in <tool_calls> tags.'),
  ],
  openai: [
    {
      text: '{"content": null, "content": "", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "ping", "arguments": "{}"}}]}',
      outcome: 'attempted',
      level: 'S2',
      calls: [],
      faults: ['json-duplicate-key'],
    },
    said('{"content": "No.", "content": "No, nothing."}'),
  ],
  'openai-responses': [
    whole(item({ name: 'get_weather', arguments: '{"city": "Cusco"}' }), cusco),
    whole(`{"output": ${item({ arguments: '{}' })}}`, 'ping {}'),
    tried(item({ arguments: {} }), 'S2', 'arguments-object'),
    tried(item({ arguments: '{' }), 'S2', 'json-unexpected-end'),
    tried(item({ arguments: '[]' }), 'S2', 'arguments-not-object'),
    { text: item({ name: 'pong', arguments: '{}' }), outcome: 'called', level: 'S4', calls: ['pong {}'] },
    said('[{"type": "message", "content": [{"type": "output_text", "text": "No."}]}]'),
    { text: '[{"type": "message", "content": []}]', outcome: 'empty', level: 'S0', calls: [] },
  ],
}

interface FixtureCase {
  readonly dialect: string
  readonly expect: { readonly outcome: Outcome; readonly strict: { readonly level: Level } }
}

describe('hand-written cases', () => {
  const listed = Object.entries(cases).flatMap(([id, list]) =>
    list.map((given, index) => ({ id, index, ...given })),
  )

  it.each(listed)('$id $index: $outcome at $level', ({ id, text, outcome, level, calls, faults, isCut }) => {
    const dialect = dialects.find((known) => known.id === id)
    if (dialect === undefined) throw new Error(id)
    const parsing = parseOutput({ text, stopReason: isCut ? 'length' : 'stop' }, { dialect, tools })
    const { strict } = parsing
    const found = {
      outcome: parsing.outcome,
      level: strict.level,
      ...(calls && {
        calls: strict.calls.map(({ name, arguments: args }) => `${name} ${canonicalJson(args)}`),
      }),
      ...(faults && { faults: strict.faults.map(({ code }) => code) }),
    }
    expect(found).toEqual({ outcome, level, ...(calls && { calls }), ...(faults && { faults }) })
  })

  it('are five or more for every dialect, malformed ones among them', () => {
    const lines = readFileSync('test/fixtures/cases/toolcall-open.jsonl', 'utf8').trimEnd().split('\n')
    // The file is our own; only these members of its lines matter here.
    const fixtures = lines.map((line) => JSON.parse(line) as FixtureCase)
    for (const { id } of dialects) {
      const own = (cases[id] ?? []).map(({ outcome, level }) => ({ outcome, level }))
      const given = fixtures
        .filter(({ dialect }) => dialect === id)
        .map(({ expect: { outcome, strict } }) => ({ outcome, level: strict.level }))
      const all = [...own, ...given]
      expect(all.length, id).toBeGreaterThanOrEqual(5)
      const isBad = ({ outcome, level }: (typeof all)[number]): boolean =>
        outcome === 'attempted' || (outcome === 'called' && level < 'S6')
      expect(all.some(isBad), id).toBe(true)
    }
  })
})
