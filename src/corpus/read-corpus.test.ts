import { describe, expect, it } from 'vitest'
import { hostHash } from '../adapters/hash.js'
import type { Tool } from '../catalog/tool.js'
import { dialects } from '../toolcall/dialects/index.js'
import { corpusStatistics } from './corpus-statistics.js'
import { type ReadCorpusOptions, readCorpus } from './read-corpus.js'
import type { ToolCorpus } from './tool-corpus.js'

const encoder = new TextEncoder()

function read(content: string | Uint8Array, options: ReadCorpusOptions = {}): Promise<ToolCorpus> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  async function* stream() {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  }
  return readCorpus('train.jsonl', { files: { stream }, notify: () => undefined, hash: hostHash }, options)
}

const lines = (...records: readonly unknown[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n')

function dialect(id: string) {
  const found = dialects.find((one) => one.id === id)
  if (found === undefined) throw new Error(id)
  return found
}

const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const weatherTool = { name: 'weather', inputSchema: weather.function.parameters }
const hermesCall = '<tool_call>\n{"name": "weather", "arguments": {"city": "Lima"}}\n</tool_call>'
const called = [{ name: 'weather', arguments: { city: 'Lima' } }]
const question = { role: 'user', content: 'Is it raining in Lima?' }

describe('layouts', () => {
  it('messages with calls as text: the dialect is detected, the tools are the record’s', async () => {
    const corpus = await read(
      lines(
        { messages: [question, { role: 'assistant', content: hermesCall }], tools: [weather], source: 'a' },
        { messages: [question, { role: 'assistant', content: 'I do not know.' }], tools: [weather] },
      ),
    )
    expect(corpus).toMatchObject({ shape: 'messages', toolsIn: 'record', rows: 2, notices: [] })
    expect(corpus.dialect.id).toBe('hermes')
    expect(corpus.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(corpus.examples).toMatchObject([
      {
        id: '1',
        line: 1,
        source: 'a',
        prompt: question.content,
        messages: [question],
        tools: [weatherTool],
        answer: { text: hermesCall, calls: called, outcome: 'called' },
      },
      { id: '2', answer: { calls: [], outcome: 'abstained' } },
    ])
    expect(corpus.examples[0]?.tools).toBe(corpus.examples[1]?.tools)
  })

  it.each([
    ['text of an object', JSON.stringify({ city: 'Lima' })],
    ['an object', { city: 'Lima' }],
  ])('OpenAI calls whose arguments are %s, with results and a second turn', async (_, given) => {
    const record = {
      messages: [
        question,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: given } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'rain' }] },
        { role: 'assistant', content: 'It rains.' },
      ],
      tools: JSON.stringify([weather]),
    }
    const corpus = await read(lines(record))
    expect(corpus).toMatchObject({ shape: 'openai', toolsIn: 'record' })
    expect(corpus.dialect.id).toBe('openai')
    expect(corpus.examples).toMatchObject([
      { id: '1.1', answer: { calls: called.map((call) => ({ ...call, id: 'c1' })) }, messages: [question] },
      {
        id: '1.2',
        prompt: question.content,
        messages: [
          question,
          { role: 'assistant', calls: called },
          { role: 'tool', id: 'c1', content: 'rain' },
        ],
        answer: { text: 'It rains.', outcome: 'abstained' },
      },
    ])
    const written = await read(lines(record), { dialect: dialect('hermes') })
    expect(written.examples[0]?.answer.text).toBe(hermesCall)
  })

  it('Anthropic transcripts', async () => {
    const corpus = await read(
      lines({
        system: 'Be short.',
        tools: [{ name: 'weather', input_schema: weather.function.parameters }],
        messages: [
          question,
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'Let me look.' },
              { type: 'tool_use', id: 't1', name: 'weather', input: { city: 'Lima' } },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 't1', content: 'rain' },
              { type: 'text', text: 'And?' },
            ],
          },
          { role: 'assistant', content: 'It rains.' },
        ],
      }),
    )
    expect(corpus).toMatchObject({ shape: 'anthropic', toolsIn: 'record' })
    expect(corpus.dialect.id).toBe('anthropic')
    expect(corpus.examples).toMatchObject([
      { tools: [weatherTool], answer: { calls: called } },
      {
        prompt: 'And?',
        messages: [
          { role: 'system', content: 'Be short.' },
          question,
          { role: 'assistant', content: 'Let me look.', calls: called },
          { role: 'tool', content: 'rain', id: 't1' },
          { role: 'user', content: 'And?' },
        ],
      },
    ])
  })

  it('ShareGPT with function_call and observation', async () => {
    const corpus = await read(
      lines({
        conversations: [
          { from: 'system', value: 'Help.' },
          { from: 'human', value: question.content },
          { from: 'function_call', value: JSON.stringify({ name: 'weather', arguments: { city: 'Lima' } }) },
          { from: 'observation', value: '"rain"' },
          { from: 'gpt', value: 'It rains.' },
        ],
        tools: JSON.stringify([weather.function]),
      }),
      { dialect: dialect('hermes') },
    )
    expect(corpus).toMatchObject({ shape: 'sharegpt', toolsIn: 'record' })
    expect(corpus.examples).toMatchObject([
      { id: '1.1', answer: { text: hermesCall, calls: called }, tools: [weatherTool] },
      { id: '1.2', answer: { text: 'It rains.' } },
    ])
  })

  it('prompt and completion, as texts, as messages, and as a list of calls', async () => {
    const corpus = await read(
      lines(
        { prompt: 'rain?', completion: hermesCall },
        { prompt: [question], completion: [{ role: 'assistant', content: 'No.' }] },
        {
          query: 'Lima?',
          answers: JSON.stringify([{ name: 'weather', arguments: { city: 'Lima' } }]),
          tools: JSON.stringify([
            { name: 'weather', parameters: { city: { type: 'str' }, day: { type: 'str, optional' } } },
          ]),
        },
      ),
    )
    expect(corpus.dialect.id).toBe('hermes')
    expect(corpus.examples.map(({ prompt, answer }) => [prompt, answer.text])).toEqual([
      ['rain?', hermesCall],
      [question.content, 'No.'],
      ['Lima?', hermesCall],
    ])
    expect(corpus.examples[2]?.tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: { city: { type: 'string' }, day: { type: 'string' } },
      required: ['city'],
    })
  })

  it('one JSON array, and records that are arrays of messages', async () => {
    const record = { messages: [question, { role: 'assistant', content: hermesCall }] }
    expect((await read(JSON.stringify([record, record], undefined, 1))).examples.map(({ id }) => id)).toEqual(
      ['1', '2'],
    )
    expect((await read(lines(record.messages, record.messages))).rows).toBe(2)
  })
})

describe('texts with role tokens', () => {
  const vectrayx = '<|tool_call|>{"name": "look_up", "args": {"word": "fog"}}<|/tool_call|>'
  const preamble =
    'You have tools:\n- look_up(word, lang="en"): explain a word\n- stop(): end\nWrite <|tool_call|>{"name":"<tool>","args":{}}<|/tool_call|>'

  it('VectraYX: the trigger of the preamble is no call, signatures are tools', async () => {
    const text = (user: string, answer: string) => ({
      text: `<|system|>${preamble}<|end|><|user|>${user}<|end|><|assistant|>${answer}<|end|>`,
    })
    const corpus = await read(lines(text('what is fog', vectrayx), text('thanks', 'You are welcome.')))
    expect(corpus).toMatchObject({
      shape: 'role-text',
      toolsIn: 'preamble',
      roles: { system: '<|system|>', user: '<|user|>', assistant: '<|assistant|>', end: '<|end|>' },
    })
    expect(corpus.dialect.id).toBe('vectrayx')
    const [call, prose] = corpus.examples
    expect(call).toMatchObject({
      prompt: 'what is fog',
      answer: { text: vectrayx, calls: [{ name: 'look_up', arguments: { word: 'fog' } }] },
      promptText: `<|system|>${preamble}<|end|><|user|>what is fog<|end|><|assistant|>`,
    })
    expect(prose?.answer).toMatchObject({ calls: [], outcome: 'abstained' })
    expect(call?.tools.map(({ name, description, inputSchema }) => [name, description, inputSchema])).toEqual(
      [
        [
          'look_up',
          'explain a word',
          {
            type: 'object',
            properties: { word: { type: 'string' }, lang: { default: 'en' } },
            required: ['word'],
          },
        ],
        ['stop', 'end', { type: 'object', properties: {} }],
      ],
    )
  })

  it.each([
    [
      'ChatML',
      `<|im_start|>system\nHelp.<|im_end|>\n<|im_start|>user\nrain?<|im_end|>\n<|im_start|>assistant\n${hermesCall}<|im_end|>\n`,
      { user: '<|im_start|>user\n', assistant: '<|im_start|>assistant\n', end: '<|im_end|>\n' },
    ],
    [
      'Llama 3',
      `<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nrain?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n${hermesCall}<|eot_id|>`,
      {
        start: '<|begin_of_text|>',
        user: '<|start_header_id|>user<|end_header_id|>\n\n',
        assistant: '<|start_header_id|>assistant<|end_header_id|>\n\n',
        end: '<|eot_id|>',
      },
    ],
    [
      'Gemma',
      `<bos><start_of_turn>user\nrain?<end_of_turn>\n<start_of_turn>model\n${hermesCall}<end_of_turn>\n`,
      { user: '<start_of_turn>user\n', assistant: '<start_of_turn>model\n', end: '<end_of_turn>\n' },
    ],
    ['Mistral', `<s>[INST] rain? [/INST] ${hermesCall}</s>`, { user: '[INST] ', assistant: '[/INST] ' }],
    [
      'tokens of its own',
      `<user>\nrain?</user>\n<assistant>\n${hermesCall}</assistant>\n`,
      { user: '<user>\n', assistant: '<assistant>\n' },
    ],
    [
      'DeepSeek',
      `<｜begin▁of▁sentence｜>Help.<｜User｜>rain?<｜Assistant｜>${hermesCall}<｜end▁of▁sentence｜>`,
      { user: '<｜User｜>', assistant: '<｜Assistant｜>', end: '<｜end▁of▁sentence｜>' },
    ],
    [
      'Zephyr',
      `<|system|>\nHelp.</s>\n<|user|>\nrain?</s>\n<|assistant|>\n${hermesCall}</s>`,
      { user: '<|user|>\n', assistant: '<|assistant|>\n', end: '</s>\n' },
    ],
    [
      'words',
      `### User: rain?\n\n### Assistant: ${hermesCall}`,
      { user: '### User: ', assistant: '### Assistant: ' },
    ],
  ])('%s', async (_, text, roles) => {
    const corpus = await read(lines({ text }))
    expect(corpus.notices).toEqual([])
    expect(corpus.roles).toMatchObject(roles)
    const [example] = corpus.examples
    expect(example?.prompt.trim()).toBe('rain?')
    expect(example?.answer).toMatchObject({ text: hermesCall, calls: called })
    expect(text.startsWith(example?.promptText ?? 'absent')).toBe(true)
    expect(text.slice(example?.promptText?.length).startsWith('<tool_call>')).toBe(true)
  })

  it('a mark that a user typed opens nothing', async () => {
    const good = `<|user|>rain?<|end|><|assistant|>${vectrayx}<|end|>`
    const typed = `<|user|>say <|assistant|> please<|end|><|assistant|>no<|end|>`
    const corpus = await read(lines({ text: good }, { text: typed }))
    expect(corpus.examples[1]).toMatchObject({ prompt: 'say <|assistant|> please', answer: { text: 'no' } })
  })

  it('texts that are cut in no way are told', async () => {
    const good = `<|user|>rain?<|end|><|assistant|>${vectrayx}<|end|>`
    const corpus = await read(lines({ text: good }, { text: good }, { text: 'just text' }))
    expect(corpus.notices).toMatchObject([{ code: 'text-uncut', lines: [3], count: 1 }])
    expect(corpus.rows).toBe(3)
  })
})

describe('declarations', () => {
  const record = (system: string, answer = hermesCall) => ({
    messages: [{ role: 'system', content: system }, question, { role: 'assistant', content: answer }],
  })

  it('in JSON in the preamble', async () => {
    const corpus = await read(
      lines(record(`Use <tools>\n${JSON.stringify(weather)}\n</tools> as {"name": <name>}`)),
    )
    expect(corpus).toMatchObject({ toolsIn: 'preamble', examples: [{ tools: [weatherTool] }] })
  })

  it('given by the user, before anything else', async () => {
    const tools: readonly Tool[] = [{ name: 'other', inputSchema: {}, source: { format: 'mcp', at: 'x' } }]
    const corpus = await read(lines(record(`weather(city): the weather`)), { tools })
    expect(corpus.toolsIn).toBe('given')
    expect(corpus.examples[0]?.tools).toBe(tools)
  })

  it('nowhere: the schema is what the calls show', async () => {
    const second =
      '<tool_call>\n{"name": "weather", "arguments": {"city": "Rome", "days": 2.5}}\n</tool_call>'
    const corpus = await read(lines(record('Help.'), record('Help.', second), record('Help.', hermesCall)))
    expect(corpus.toolsIn).toBe('calls')
    expect(corpus.examples[0]?.tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'number' } },
      required: ['city'],
    })
  })

  it('lines like a signature that no call names declare nothing', async () => {
    expect((await read(lines(record('f(x): a function')))).toolsIn).toBe('calls')
  })
})

describe('dialects', () => {
  const calls = [{ name: 'weather', arguments: { city: 'Lima' } }]

  it.each(dialects.filter(({ isApi }) => isApi !== true).map(({ id }) => id))(
    'reads answers in %s',
    async (id) => {
      const answer = dialect(id).renderCalls(calls)
      const corpus = await read(
        lines({ messages: [question, { role: 'assistant', content: answer }], tools: [weather] }),
        { dialect: dialect(id) },
      )
      expect(corpus.examples[0]?.answer.calls).toMatchObject(calls)
    },
  )

  it.each(dialects.filter(({ isApi }) => isApi !== true).map(({ id }) => id))(
    'detects %s or refuses',
    async (id) => {
      const content = dialect(id).renderCalls(calls)
      const record = { messages: [question, { role: 'assistant', content }], tools: [weather] }
      const found = await read(lines(record)).then(
        (corpus) => corpus.dialect.id,
        (error: Error) => error.message,
      )
      expect(found).toContain(id)
    },
  )

  it('refuses another dialect than the one given, and names it', async () => {
    const record = { messages: [question, { role: 'assistant', content: hermesCall }] }
    await expect(read(lines(record), { dialect: dialect('vectrayx') })).rejects.toMatchObject({
      code: 'corpus-other-dialect',
      message: expect.stringMatching(/vectrayx.*hermes[^]*--dialect hermes/),
    })
  })
})

describe('bad input', () => {
  const good = { messages: [question, { role: 'assistant', content: hermesCall }] }
  const prose = { messages: [question, { role: 'assistant', content: 'It rains.' }] }

  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '\n\n', 'corpus-empty'],
    ['no conversation', lines({ a: 1 }, 5), 'corpus-unreadable'],
    ['no JSON', 'hello\nworld', 'corpus-unreadable'],
    ['no answers', lines({ messages: [question] }), 'corpus-no-answers'],
    ['no calls', lines(prose, prose), 'corpus-no-calls'],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x0a]), 'not-utf8'],
    ['text without roles', lines({ text: 'a b c' }), 'corpus-unreadable'],
    ['a broken array', '[\n{"a": 1},\n', 'json-broken'],
  ])('%s', async (_, content, code) => {
    await expect(read(content)).rejects.toMatchObject({ name: 'InputError', code })
  })

  it('a line that is too long', async () => {
    const long = `{"text": "${'x'.repeat(5000)}"}`
    await expect(read(long, { maxLineBytes: 2000 })).rejects.toMatchObject({ code: 'line-too-long' })
  })

  it('broken rows are told and counted, the others are read', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const corpus = await read(
      [
        JSON.stringify(good),
        '{"messages": [',
        `{"messages": ${deep}}`,
        JSON.stringify({ messages: [question] }),
        JSON.stringify({ messages: [question, { role: 'stranger', content: 'x' }] }),
        JSON.stringify({ messages: Array.from({ length: 1001 }, () => question) }),
        '{"__proto__": {"messages": []}, "constructor": 1}',
      ].join('\n'),
    )
    expect(corpus.rows).toBe(7)
    expect(corpus.examples).toHaveLength(1)
    const codes = corpus.notices.map(({ code, lines: where }) => [code, where])
    expect(Object.fromEntries(codes)).toEqual({
      'record-broken': [2, 3],
      'no-answer': [4],
      'role-unknown': [5],
      'record-too-long': [6],
      'record-unknown': [7],
    })
  })

  it('keys of prototypes are arguments like any other', async () => {
    const answer =
      '<tool_call>\n{"name": "constructor", "arguments": {"__proto__": "a", "toString": 1}}\n</tool_call>'
    const corpus = await read(lines({ messages: [question, { role: 'assistant', content: answer }] }))
    const [tool] = corpus.examples[0]?.tools ?? []
    expect(tool?.name).toBe('constructor')
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(['__proto__', 'toString'])
  })

  it('answers that no loss is on are context', async () => {
    const first = { role: 'assistant', content: 'Hm.', weight: 0 }
    const corpus = await read(lines({ messages: [question, first, question, good.messages[1]] }))
    expect(corpus.examples).toMatchObject([{ id: '1', messages: [question, { content: 'Hm.' }, question] }])
  })

  it('one row is a corpus; prose alone is one where no call is needed', async () => {
    expect((await read(lines(good))).examples).toHaveLength(1)
    expect((await read(lines(prose), { needsCalls: false })).examples).toHaveLength(1)
  })
})

describe('hostile texts take no long time', () => {
  const good = `<|user|>a<|end|><|assistant|>${hermesCall}<|end|>`

  it.each<[string, unknown]>([
    ['many segments', { text: '<|user|>a<|end|><|assistant|>b<|end|>'.repeat(40_000) }],
    ['marks without an end', { text: '<|user|>'.repeat(100_000) }],
    ['white space before the first mark', { text: ' '.repeat(1_000_000) + good }],
    ['a preamble of open brackets', { text: `<|system|>${'{"'.repeat(200_000)}<|end|>${good}` }],
    ['a preamble of blanks', { text: `<|system|>${' '.repeat(1_000_000)}x<|end|>${good}` }],
    ['a signature that never ends', { text: `<|system|>f(${'a,'.repeat(300_000)}<|end|>${good}` }],
    [
      'a long conversation',
      {
        messages: Array.from({ length: 1000 }, (_, at) => ({
          role: at % 2 ? 'assistant' : 'user',
          content: 'x'.repeat(1000),
        })),
      },
    ],
  ])('%s', { timeout: 60_000 }, async (_, record) => {
    const corpus = await read(lines({ text: good }, { text: good }, { text: good }, record))
    expect(corpus.rows).toBe(4)
    expect(corpusStatistics(corpus).examples).toBe(corpus.examples.length)
  })
})
