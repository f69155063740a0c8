import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../text/json.js'
import type { Dialect } from './dialect.js'
import { dialects } from './dialects/index.js'
import { messageOfDeltas } from './openai-deltas.js'
import { createOutputParser } from './output-parser.js'
import { type OutputText, parseOutput } from './parse-output.js'
import type { ParsedCall, Parsing } from './parsed-call.js'
import { toolTable } from './tool-table.js'

interface Case {
  readonly id: string
  readonly dialect: Dialect
  readonly tools: readonly { readonly name: string; readonly inputSchema: JsonObject }[]
  readonly output: OutputText
  readonly chunks: readonly string[]
  readonly deltas: readonly JsonValue[] | undefined
  readonly expected: JsonValue
}

function dialectOf(id: string): Dialect {
  const found = dialects.find((dialect) => dialect.id === id)
  if (found === undefined) throw new Error(id)
  return found
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

function caseOf(line: string): Case {
  const reading = parseJson(line)
  if (reading.kind === 'fault' || !isJsonObject(reading.value)) throw new Error(line)
  const { id, dialect, tools, text: said, stopReason, chunks, deltas, expect: expected } = reading.value
  return {
    id: text(id),
    dialect: dialectOf(text(dialect)),
    tools: (isJsonArray(tools) ? tools : []).filter(isJsonObject).map(({ name, inputSchema }) => ({
      name: text(name),
      inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    })),
    output: { text: text(said), ...(stopReason === 'length' && { stopReason }) },
    chunks: isJsonArray(chunks) ? chunks.map(text) : [],
    deltas: isJsonArray(deltas) ? deltas : undefined,
    expected: expected ?? null,
  }
}

const cases = readFileSync(new URL('../../test/fixtures/cases/toolcall-open.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(caseOf)

const plain = (calls: readonly ParsedCall[]) =>
  calls.map(({ name, arguments: args }) => ({ name, arguments: args }))

function outcomeOf({ outcome, strict, lenient }: Parsing): JsonValue {
  return {
    outcome,
    strict: { ok: strict.ok, level: strict.level, calls: plain(strict.calls) },
    lenient: { calls: plain(lenient.calls), repaired: lenient.repairs.length > 0 },
  }
}

describe('the conformance cases', () => {
  it.each(cases)('$id', ({ dialect, tools, output, expected }) => {
    expect(canonicalJson(outcomeOf(parseOutput(output, { dialect, tools: toolTable(tools) })))).toBe(
      canonicalJson(expected),
    )
  })

  it('do not change with the pieces in which they arrive', () => {
    const cut = fc.tuple(fc.constantFrom(...cases), fc.array(fc.nat(), { maxLength: 12 }))
    fc.assert(
      fc.property(cut, ([{ dialect, tools, output }, cuts]) => {
        const options = { dialect, tools: toolTable(tools) }
        const { text: said, ...about } = output
        const parser = createOutputParser(options)
        const bytes = new TextEncoder().encode(said)
        let from = 0
        for (const at of cuts.map((seed) => seed % (bytes.length + 1)).sort((left, right) => left - right)) {
          parser.push(bytes.subarray(from, at))
          from = at
        }
        parser.push(bytes.subarray(from))
        expect(parser.end(about)).toEqual(parseOutput(output, options))
      }),
      { numRuns: 500 },
    )
  })

  it('hold pieces and deltas that add up to their texts', () => {
    const pieced = cases.filter(({ chunks }) => chunks.length > 0)
    expect(pieced.length).toBeGreaterThan(0)
    for (const { output, chunks } of pieced) expect(chunks.join('')).toBe(output.text)
    const streamed = cases.filter(({ deltas }) => deltas !== undefined)
    expect(streamed.length).toBeGreaterThan(0)
    for (const { dialect, tools, output, deltas = [], expected } of streamed) {
      const message = { text: writeJson(messageOfDeltas(deltas)) }
      const parsing = parseOutput({ ...output, ...message }, { dialect, tools: toolTable(tools) })
      expect(canonicalJson(outcomeOf(parsing))).toBe(canonicalJson(expected))
    }
  })
})

const weather = {
  name: 'get_weather',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
}
const ping = { name: 'ping', inputSchema: { type: 'object', properties: {} } }
const tools = toolTable([weather, ping])

function parse(id: string, said: string, more: Omit<OutputText, 'text'> = {}): Parsing {
  return parseOutput({ text: said, ...more }, { dialect: dialectOf(id), tools })
}

const block = (json: string): string => `<tool_call>\n${json}\n</tool_call>`
const call = '{"name": "get_weather", "arguments": {"city": "Cusco"}}'
const codes = (list: readonly { readonly code: string }[]): readonly string[] => list.map(({ code }) => code)

describe('parseOutput', () => {
  it('locates what a schema refuses in the text', () => {
    const { strict } = parse('hermes', `Hi\n${block('{"name": "get_weather", "arguments": {"city": 5}}')}`)
    expect(strict.faults).toMatchObject([
      { code: 'schema-wrong-type', line: 3, column: 47, call: 0, path: '/city' },
    ])
    expect(strict.level).toBe('S5')
  })

  it('takes the lowest level over all blocks and keeps the good calls', () => {
    const { outcome, strict } = parse('hermes', `${block(call)}${block('{"name": 1}')}`)
    expect({ outcome, ok: strict.ok, level: strict.level, calls: strict.calls.length }).toEqual({
      outcome: 'called',
      ok: false,
      level: 'S3',
      calls: 1,
    })
  })

  it('counts calls inside reasoning apart, in text and in the fields of an API', () => {
    expect(parse('hermes', `<think>${block(call)}${block(call)}</think>Cold.`)).toMatchObject({
      outcome: 'abstained',
      inReasoning: 2,
    })
    const message = { role: 'assistant', content: 'Cold.', reasoning_content: block(call) }
    expect(parse('openai', JSON.stringify(message))).toMatchObject({ outcome: 'abstained', inReasoning: 1 })
    const inline = { role: 'assistant', content: `<think>${block(call)}</think>` }
    expect(parse('openai', JSON.stringify(inline))).toMatchObject({ outcome: 'empty', inReasoning: 1 })
  })

  it('ends a payload in brackets where reasoning ends that is written in brackets', () => {
    const calls = ['[TOOL_CALLS]ping[ARGS]{}', '[TOOL_CALLS] [{"name": "ping", "arguments": {}}]']
    for (const [place, id] of ['mistral-v11', 'mistral-v3'].entries()) {
      for (const open of ['[THINK]', '']) {
        expect(parse(id, `${open}${calls[place]}[/THINK]No.`)).toMatchObject({
          outcome: 'abstained',
          inReasoning: 1,
        })
      }
    }
  })

  it('takes a JSON answer that was cut for an answer, and only the keys of a call for the beginning of one', () => {
    for (const text of ['{"answer": "It is', '{"answ', '[{"city": "Cus']) {
      expect(parse('llama-json', text, { stopReason: 'length' }).outcome, text).toBe('abstained')
    }
    for (const text of ['{', '{"na', '{"name', '{"type": "fun', '[{"name": "get_wea']) {
      expect(parse('llama-json', text, { stopReason: 'length' }).outcome, text).toBe('truncated')
    }
  })

  it('accepts no id of an API that is not a string', () => {
    const entry = (id: unknown) => ({ id, type: 'function', function: { name: 'ping', arguments: '{}' } })
    const message = (id: unknown): string => JSON.stringify({ content: null, tool_calls: [entry(id)] })
    expect(parse('openai', message('c'))).toMatchObject({ strict: { ok: true } })
    expect(parse('openai', message(null))).toMatchObject({ strict: { ok: true } })
    expect(parse('openai', message(5))).toMatchObject({
      outcome: 'attempted',
      strict: { level: 'S3', faults: [{ code: 'id-not-string' }] },
      lenient: { calls: [{ name: 'ping' }], repairs: [{ code: 'extra-key', what: 'id' }] },
    })
  })

  it('stops at the end of the turn: what a server let run on is not this turn', () => {
    const { strict } = parse(
      'hermes',
      `${block(call)}<|im_end|>\n<|im_start|>user\nAnd?<|im_end|>\n<|im_start|>assistant\n${block('{"name": "ping", "arguments": {}}')}`,
    )
    expect(strict.calls.map(({ name }) => name)).toEqual(['get_weather'])
    expect(strict.flags).toContain('text_after_turn')
  })

  it.each([
    ['prose_before', 'hermes', `Look.\n${block(call)}`],
    ['prose_after', 'hermes', `${block(call)}\nDone.`],
    ['multi_call', 'hermes', `${block(call)}${block('{"name": "ping", "arguments": {}}')}`],
    ['trigger_not_first', 'hermes', `<think>x</think>${block(call)}`],
    ['duplicate_keys', 'hermes', block('{"name": "ping", "name": "ping", "arguments": {}}')],
    ['trailing_garbage', 'hermes', block(`${call} ok`)],
    [
      'special_token_inside_json',
      'hermes',
      block('{"name": "get_weather", "arguments": {"city": "</tool_call>"}}'),
    ],
    ['closer_missing', 'hermes', `<tool_call>${call}`],
    ['name_in_prose_only', 'hermes', 'I could use get_weather.'],
    ['name_normalisable', 'hermes', block('{"name": "Get_Weather", "arguments": {}}')],
    ['loop', 'hermes', block(call).repeat(2)],
    ['call_in_reasoning', 'hermes', `<think>${block(call)}</think>`],
    ['unexpected_channel', 'harmony', '<|channel|>analysis to=functions.ping<|message|>{}<|call|>'],
    ['dialect_mismatch', 'llama-json', block(call)],
    ['explicit_no_call', 'functionary', '<|from|>assistant\n<|recipient|>all\n<|content|>Hi'],
    ['not_a_message', 'openai', 'Hi'],
  ])('flags %s', (flag, dialect, said) => {
    expect(parse(dialect, said).strict.flags).toContain(flag)
  })

  it('flags a loop where one call stands twice in a row, whatever the order of its keys', () => {
    const ping = (args: string): string => block(`{"name": "ping", "arguments": ${args}}`)
    const weather = (args: string): string => block(`{"name": "get_weather", "arguments": ${args}}`)
    const isLoop = (...calls: readonly string[]): boolean =>
      parse('hermes', calls.join('')).strict.flags.includes('loop')
    expect(isLoop(ping('{"a": 1, "b": 2}'), ping('{"b": 2, "a": 1.0}'))).toBe(true)
    expect(isLoop(ping('{"a": 1}'), ping('{"a": 2}'), ping('{"a": 2}'))).toBe(true)
    expect(isLoop(ping('{"a": 1}'), ping('{"a": 2}'), ping('{"a": 1}'))).toBe(false)
    expect(isLoop(ping('{"a": 1}'), weather('{"a": 1}'))).toBe(false)
    expect(isLoop(ping('{"a": 1}'), weather('{"a": 1}'), ping('{"a": 1}'))).toBe(false)
    // What the call before last said does not count.
    expect(isLoop(ping('{"a": 1}'), ping('{"a": 2}'), weather('{"a": 3}'), weather('{"a": 2}'))).toBe(false)
    expect(isLoop(ping('{"a": 1}'), ping('{"a": 2}'), weather('{"a": 3}'), weather('{"a": 3}'))).toBe(true)
  })

  it('flags text behind the turn where some is visible', () => {
    const flags = (after: string): readonly string[] => parse('hermes', `Hi.<|im_end|>${after}`).strict.flags
    expect(flags('<|im_start|>user')).toEqual(['text_after_turn'])
    expect(flags('\n <|im_start|>')).toEqual(['text_after_turn'])
    expect(flags(' \n ')).toEqual([])
    expect(flags('')).toEqual([])
    expect(parse('hermes', 'Hi.').strict.flags).toEqual([])
  })

  it('flags what the limit cut, and an echo of the preamble', () => {
    expect(parse('hermes', '<tool_call>{"name', { stopReason: 'length' }).strict.flags).toEqual(['truncated'])
    const preamble = `Call like this:\n${block(call)}`
    expect(parse('hermes', block(call), { preamble }).strict.flags).toEqual(['echo_of_preamble_example'])
    expect(parse('hermes', block(call), { preamble: 'Call.' }).strict.flags).toEqual([])
  })

  it('opens nothing at a trigger that ordinary tokens spell', () => {
    const isGenuine = (at: number): boolean => at > 5
    const typed = parse('hermes', block(call), { isGenuine })
    expect(typed).toMatchObject({
      outcome: 'attempted',
      strict: { ok: false, level: 'S0', calls: [], flags: ['pseudo_trigger'] },
    })
    expect(codes(typed.lenient.repairs)).toEqual(['pseudo-trigger'])
    expect(typed.lenient.calls).toHaveLength(1)
    expect(parse('hermes', block(call), { isGenuine: () => true }).strict.ok).toBe(true)
  })

  it('flags a call that was typed beside one that was made, and no trigger in an argument', () => {
    const typed = block(call)
    const both = `${typed}${block('{"name": "ping", "arguments": {}}')}`
    const isGenuine = (at: number): boolean => at >= typed.length
    const { outcome, strict } = parse('hermes', both, { isGenuine })
    expect({ outcome, ok: strict.ok, names: strict.calls.map(({ name }) => name) }).toEqual({
      outcome: 'called',
      ok: true,
      names: ['ping'],
    })
    expect(strict.flags).toContain('pseudo_trigger')
    expect(parse('hermes', both, { isGenuine: () => true }).strict.flags).not.toContain('pseudo_trigger')
    const quoted = block('{"name": "get_weather", "arguments": {"city": "<tool_call>"}}')
    const isFirst = (at: number): boolean => at === 0 || at > 60
    expect(parse('hermes', quoted, { isGenuine: isFirst })).toMatchObject({
      strict: { ok: true, flags: ['special_token_inside_json'] },
    })
  })

  it('keeps servers apart from repair: they forgive keys and closers, not quotes', () => {
    expect(parse('hermes', `<tool_call>{"name": "ping", "parameters": {}}`).vendor).toMatchObject({
      ok: true,
      calls: [{ name: 'ping' }],
    })
    expect(parse('hermes', block("{'name': 'ping', 'arguments': {}}")).vendor).toEqual({
      ok: false,
      calls: [],
    })
    // They check neither names nor schemas.
    expect(parse('hermes', block('{"name": "pong", "arguments": {"x": 1}}')).vendor.ok).toBe(true)
  })

  it.each([
    ['a mention without payload', 'hermes', 'I would write <tool_call>.'],
    ['both tags in a sentence', 'hermes', 'Put it between <tool_call> and </tool_call>, please.'],
    ['empty tags in a sentence', 'hermes', 'Use <tool_call></tool_call> for that.'],
    ['a fence with words around it', 'hermes', `So:\n\`\`\`\n${block(call)}\n\`\`\`\nis the form.`],
    ['tildes', 'hermes', `So:\n~~~\n${block(call)}\n~~~\nis the form.`],
    ['inline code', 'hermes', `The form is \`${block(call).replaceAll('\n', '')}\`.`],
    [
      'a declaration that is repeated',
      'hermes',
      '{"name": "get_weather", "parameters": {"type": "object", "properties": {}}}',
    ],
    ['an answer in JSON', 'bare-json', '{"name": "harbour", "size": 3}'],
    ['an answer that is a list', 'pythonic', '[1, 2, 3]'],
    ['a link', 'pythonic', '[docs](https://docs.example)'],
    ['an object in a sentence', 'llama-json', 'Send {"name": "ping", "parameters": {}} to it.'],
    ['a mention of the closer', 'hermes', 'get_weather {city} ends with a tag like </tool_call>.'],
    ['a heading', 'command-r', 'Actions: get_weather (free)'],
    ['a call in a sentence', 'pythonic', 'get_weather(city="Cusco") tells how cold it is (or not).'],
    ['tags of another kind', 'hermes', '<tool>get_weather</tool> {is} what I have.'],
    ['a table of contents', 'pythonic', '[get_weather](https://example.org/get_weather)'],
    ['an object between sentences', 'hermes', `One.\n${call}\nTwo.`],
    ['code', 'hermes', '```python\nprint(1)\n```'],
    ['a heading over a fence', 'hermes', 'get_weather\n```json\n{"city": "Cusco"}\n```'],
  ])('takes %s for no call', (_what, dialect, said) => {
    const { outcome, strict, lenient } = parse(dialect, said)
    expect({ outcome, level: strict.level, calls: lenient.calls }).toEqual({
      outcome: 'abstained',
      level: 'S0',
      calls: [],
    })
  })

  it.each([
    ['pythonic', '[(get_weather)(city="Cusco")]', ['name-decoration']],
    ['pythonic', 'get_weather(city="Cusco")]', ['bracket-missing']],
    ['pythonic', 'get_weather(city="Cusco"))', ['list-missing', 'bracket-surplus']],
    ['pythonic', '```[get_weather(city="Cusco")]```', ['fence']],
    ['pythonic', '```[get_weather(city="Cusco")]\n```', ['fence']],
    ['pythonic', '`get_weather(city="Cusco")`', ['fence', 'list-missing']],
    ['hermes', `\`\`\`json ${call}\`\`\``, ['fence', 'marker-missing']],
    ['hermes', `${call}}`, ['marker-missing', 'bracket-surplus']],
    ['hermes', `${call}\n</tool_call>`, ['marker-missing']],
    ['hermes', `tool_call>\n${call}\n</tool_call>`, ['marker-spelling']],
    ['hermes', `<tool_cal>\n${call}`, ['marker-missing', 'marker-spelling']],
    ['mistral-v11', 'TOOL_CALLS]get_weather[ARGS]{"city": "Cusco"}', ['marker-spelling']],
    [
      'functiongemma',
      '<start_functon_call>call:get_weather{city:<escape>Cusco<escape>}',
      ['marker-spelling', 'closer-missing'],
    ],
    [
      'harmony',
      '<|channel|>commentary o=functions.get_weather<|message|>{"city": "Cusco"}<|call|>',
      ['name-namespace'],
    ],
  ])('%s: repairs %j', (dialect, said, repairs) => {
    const { outcome, strict, lenient } = parse(dialect, said)
    expect({ outcome, calls: strict.calls, repairs: codes(lenient.repairs) }).toEqual({
      outcome: 'attempted',
      calls: [],
      repairs,
    })
    expect(lenient.calls).toMatchObject([{ name: 'get_weather', arguments: { city: 'Cusco' } }])
  })

  it.each([
    ['pythonic', '(get_weather(city="Cusco"))'],
    ['pythonic', 'print(get_weather(city="Cusco"))'],
    ['pythonic', '[get_weather{"city": "Cusco"}]'],
    ['pythonic', '[get_wea"ther(city="Cusco")]'],
    ['hermes', '"name": "get_weather", "arguments": {"city": "Cusco"}}'],
    ['hermes', '({"name": "get_weather", "arguments": {"city": "Cusco"}})'],
    ['llama-json', '{"nam": "get_weather", "parameters": {"city": "Cusco"}}'],
    ['mistral-v11', '[TOOL_CALLS]get_w"eather[ARGS]{"city": "Cusco"}'],
  ])('%s: sees an attempt in %j, and guesses no call', (dialect, said) => {
    const { outcome, strict, lenient } = parse(dialect, said)
    expect({ outcome, strict: strict.calls, lenient: lenient.calls }).toEqual({
      outcome: 'attempted',
      strict: [],
      lenient: [],
    })
  })

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['\u200b', 'empty'],
    ['<|im_end|>', 'empty'],
    ['<think>hm', 'empty'],
    ['No.', 'abstained'],
    ['👍', 'abstained'],
  ])('calls %j %s', (said, outcome) => {
    expect(parse('hermes', said)).toMatchObject({ outcome, strict: { level: 'S0', ok: false } })
  })

  it.each([
    ['hermes', '<tool_call>\n{"name": "ping", "arguments": {}', 'S1'],
    ['hermes', `<tool_call>${call}</tool_c`, 'S1'],
    ['hermes', 'Yes.\n<tool_call>', 'S1'],
    ['qwen-xml', '<tool_call>\n<function=get_weather>\n<param', 'S1'],
    ['glm', '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_va', 'S1'],
    ['llama-json', '{"name": "get_wea', 'S1'],
    ['pythonic', '[get_weather(city="Cu', 'S1'],
    ['mistral-v3', '[TOOL_CALLS] [{"name": "ping", "arguments": {}}, {"na', 'S1'],
    ['mistral-v11', '[TOOL_CALLS]get_weather[ARGS]{"ci', 'S1'],
    ['deepseek-v31', '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>ping<｜tool▁sep｜>{}<｜tool▁call▁e', 'S1'],
    ['functiongemma', '<start_function_call>call:get_weather{city:<escape>Cu', 'S1'],
    ['command-r', 'Action:\n```json\n[{"tool_name": "pi', 'S1'],
    ['kimi', '<|tool_calls_section_begin|><|tool_call_begin|>functions.pi', 'S1'],
    ['harmony', '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"ci', 'S1'],
    [
      'openai',
      '{"role": "assistant", "tool_calls": [{"function": {"name": "ping", "arguments": "{\\"a"}}]}',
      'S2',
    ],
  ])('%s: calls %j truncated when the limit cut it', (dialect, said, level) => {
    const { outcome, strict, lenient } = parse(dialect, said, { stopReason: 'length' })
    expect({ outcome, level: strict.level, ok: strict.ok }).toEqual({
      outcome: 'truncated',
      level,
      ok: false,
    })
    expect(
      lenient.calls.every(({ arguments: args }) => args.city === undefined || args.city === 'Cusco'),
    ).toBe(true)
  })

  it('lists the whole calls of a section that was cut', () => {
    const said =
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.ping:0<|tool_call_argument_begin|>{}<|tool_call_end|>' +
      '<|tool_call_begin|>functions.get_weather:1<|tool_call_argument_begin|>{"ci'
    expect(parse('kimi', said, { stopReason: 'length' })).toMatchObject({
      outcome: 'truncated',
      strict: { level: 'S1', calls: [{ name: 'ping' }] },
      lenient: { calls: [{ name: 'ping' }], repairs: [] },
    })
  })

  it('knows no names but those that were declared', () => {
    const { strict, lenient } = parse(
      'hermes',
      block('{"name": "functions.get_weather", "arguments": {"city": "Cusco"}}'),
    )
    expect(strict).toMatchObject({ ok: false, level: 'S4', calls: [{ name: 'functions.get_weather' }] })
    expect(lenient.calls).toMatchObject([{ name: 'get_weather' }])
    expect(codes(lenient.repairs)).toEqual(['name-namespace'])
  })

  it('gives the same whatever object the arguments hold: prototype keys are data', () => {
    const open = { name: 'put', inputSchema: {} }
    const said = block('{"name": "put", "arguments": {"__proto__": {"a": 1}, "constructor": 2}}')
    const { strict } = parseOutput({ text: said }, { dialect: dialectOf('hermes'), tools: toolTable([open]) })
    expect(strict.ok).toBe(true)
    expect(canonicalJson(strict.calls[0]?.arguments ?? null)).toBe('{"__proto__":{"a":1},"constructor":2}')
  })

  it('bounds nesting at 64', () => {
    const deep = (levels: number): string =>
      block(`{"name": "put", "arguments": {"v": ${'['.repeat(levels)}${']'.repeat(levels)}}}`)
    const open = toolTable([{ name: 'put', inputSchema: {} }])
    expect(parseOutput({ text: deep(62) }, { dialect: dialectOf('hermes'), tools: open }).strict.ok).toBe(
      true,
    )
    const refused = parseOutput({ text: deep(63) }, { dialect: dialectOf('hermes'), tools: open })
    expect(refused).toMatchObject({ outcome: 'attempted', strict: { level: 'S2' }, lenient: { calls: [] } })
    expect(codes(refused.strict.faults)).toEqual(['json-too-deep'])
    expect(parse('hermes', block('{"name": "ping", "arguments": '.repeat(50_000))).outcome).toBe('attempted')
  })
})
