import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isJsonObject, type JsonObject, parseJson } from '../../src/text/json.js'
import { detectDialect } from '../../src/toolcall/detect-dialect.js'
import type { Dialect, Message } from '../../src/toolcall/dialect.js'
import { dialectFromJson } from '../../src/toolcall/dialect-config.js'
import { deepseekV3 } from '../../src/toolcall/dialects/deepseek-v3.js'
import { hermes } from '../../src/toolcall/dialects/hermes.js'
import { llamaJson } from '../../src/toolcall/dialects/llama-json.js'
import { parseOutput } from '../../src/toolcall/parse-output.js'
import type { Parsing } from '../../src/toolcall/parsed-call.js'
import { renderChat, wrappedFunction } from '../../src/toolcall/render/chat.js'
import { chatml } from '../../src/toolcall/render/frames.js'
import { spacedJson } from '../../src/toolcall/render/spaced-json.js'
import { toolTable } from '../../src/toolcall/tool-table.js'
import {
  call,
  describeTemplate,
  given,
  hostile,
  plain,
  rendered,
  renderer,
  templateOf,
  tools,
} from './chat-template-files.js'

/** Conversations with calls and results, in the order in which templates go wrong. */
const conversations: readonly (readonly Message[])[] = [
  [{ role: 'user', content: 'Hi' }],
  [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: ' Bye\n' },
  ],
  [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', calls: [call('get_weather', { city: 'Cusco', days: 2 }, 'abc123def')] },
    { role: 'tool', content: '{"t": 11}', id: 'abc123def', name: 'get_weather' },
    { role: 'assistant', content: 'Eleven degrees.' },
    { role: 'user', content: 'And the server?' },
    { role: 'assistant', calls: [call('ping', {}, 'abc123deg'), call('get_weather', hostile, 'abc123deh')] },
    { role: 'tool', content: 'ok', id: 'abc123deg', name: 'ping' },
    { role: 'tool', content: 'none', id: 'abc123deh', name: 'get_weather' },
  ],
  [
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      calls: [
        call('get_weather', { city: 'Cusco' }, 'abc123def'),
        call('ping', {}, 'abc123deg'),
        call('get_weather', { city: 'Lima' }, 'abc123deh'),
      ],
    },
    { role: 'tool', content: '11', id: 'abc123def', name: 'get_weather' },
    { role: 'tool', content: 'ok', id: 'abc123deg', name: 'ping' },
    { role: 'tool', content: '19', id: 'abc123deh', name: 'get_weather' },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'Again.' },
    { role: 'assistant', calls: [call('ping', {}, 'abc123dei')] },
  ],
  [
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', reasoning: 'I look.', calls: [call('get_weather', { city: 'Cusco' }, 'abc123def')] },
    { role: 'tool', content: '11', id: 'abc123def', name: 'get_weather' },
    { role: 'assistant', reasoning: '\nWarm.\n', content: 'Eleven.' },
  ],
]
const numbered = conversations.map((messages, index) => ({ messages, index }))

interface TurnMarks {
  readonly dialect: Dialect
  readonly open: string
  readonly close: readonly string[]
}

/** The assistant's turns of a rendered conversation, as if each had just been generated. */
function turnsOf(text: string, { dialect, open, close }: TurnMarks): readonly Parsing[] {
  return text
    .split(open)
    .slice(1)
    .map((turn) => {
      const ends = close.map((mark) => turn.indexOf(mark)).filter((at) => at !== -1)
      const said = turn.slice(0, ends.length === 0 ? undefined : Math.min(...ends))
      return parseOutput({ text: said }, { dialect, tools: toolTable(tools) })
    })
}

/** For each of the assistant's turns its calls. */
function callsOf(messages: readonly Message[]): readonly (readonly string[])[] {
  return messages.flatMap((message) => (message.role === 'assistant' ? [plain(message.calls ?? [])] : []))
}

/** Whatever a model might write as an argument. */
const city = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '</tool_call>',
        '<tool_call>',
        '```',
        '}',
        '"',
        '\\',
        '\n',
        '<think>',
        '</think>',
        '{"name": "ping"}',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''))
const anyArguments = fc.record(
  {
    city,
    days: fc.integer({ min: 1, max: 1_000_000 }),
    at: fc.record({
      tags: fc.array(fc.oneof(city, fc.boolean(), fc.constant(null), fc.integer()), { maxLength: 3 }),
    }),
  },
  { requiredKeys: ['city'] },
)
const anyConversation = fc
  .array(fc.tuple(fc.boolean(), anyArguments), { minLength: 1, maxLength: 3 })
  .map((written): readonly Message[] => [
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      calls: written.map(([isPing, args], index) =>
        isPing ? call('ping', {}, `abc123de${index}`) : call('get_weather', { ...args }, `abc123de${index}`),
      ),
    },
    ...written.map(
      (_, index): Message => ({ role: 'tool', content: 'ok', id: `abc123de${index}`, name: 'ping' }),
    ),
    { role: 'user', content: 'Thanks.' },
  ])

describeTemplate('qwen3', 'the template of Qwen3', () => {
  const marks = {
    dialect: hermes,
    open: '<|im_start|>assistant\n',
    close: ['<|im_end|>\n<|im_start|>', '<|im_end|>\n'],
  }

  it.each(numbered)('prints what hermes renders, conversation $index', async ({ messages }) => {
    const source = await templateOf('qwen3')
    for (const declared of [[], tools]) {
      for (const prompt of [true, false]) {
        const options = { tools: declared.map(wrappedFunction), add_generation_prompt: prompt }
        const theirs = await rendered(source, given(messages), options)
        expect(hermes.render(messages, declared, { addsGenerationPrompt: prompt })).toBe(theirs)
      }
    }
  })

  it.each(numbered)('gives its calls back, strictly, conversation $index', async ({ messages }) => {
    const turns = turnsOf(await rendered(await templateOf('qwen3'), given(messages)), marks)
    expect(turns.map(({ strict }) => plain(strict.calls))).toEqual(callsOf(messages))
    for (const { strict } of turns) expect(strict.faults).toEqual([])
  })

  it('agrees with hermes on any calls, and gives them back', async () => {
    const source = await templateOf('qwen3')
    await fc.assert(
      fc.asyncProperty(anyConversation, async (messages) => {
        const theirs = await rendered(source, given(messages), { tools: tools.map(wrappedFunction) })
        expect(hermes.render(messages, tools, { addsGenerationPrompt: false })).toBe(theirs)
        const turns = turnsOf(theirs, marks)
        expect(turns.map(({ strict }) => plain(strict.calls))).toEqual(callsOf(messages))
      }),
      { numRuns: 60 },
    )
  })

  it('writes a name as it stands, so that a quote in it breaks its JSON; hermes escapes it', async () => {
    const messages: readonly Message[] = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', calls: [{ name: 'say "x"', arguments: {} }] },
      { role: 'user', content: 'Bye' },
    ]
    expect(await rendered(await templateOf('qwen3'), given(messages))).toContain('{"name": "say "x"", ')
    expect(hermes.render(messages, [])).toContain(String.raw`{"name": "say \"x\"", `)
  })

  it('is detected', async () => {
    const detection = await detectDialect(await templateOf('qwen3'), renderer)
    expect(detection).toMatchObject({ kind: 'detected', dialect: 'hermes' })
  })
})

describeTemplate('deepseek_v3', 'the template of DeepSeek V3', () => {
  it.each(numbered)('prints what deepseek-v3 renders, conversation $index', async ({ messages }) => {
    for (const prompt of [true, false]) {
      const options = { add_generation_prompt: prompt }
      const theirs = await rendered(
        await templateOf('deepseek_v3'),
        given(messages, { asText: true }),
        options,
      )
      expect(deepseekV3.render(messages, [], { addsGenerationPrompt: prompt })).toBe(theirs)
    }
  })

  it('declares no tools: they belong into the system text, where deepseek-v3 puts them', async () => {
    const source = await templateOf('deepseek_v3')
    const messages = given(conversations[2] ?? [], { asText: true })
    const without = await rendered(source, messages)
    expect(await rendered(source, messages, { tools: tools.map(wrappedFunction) })).toBe(without)
    expect(deepseekV3.render(conversations[2] ?? [], tools)).toContain('"get_weather"')
  })

  it('gives the first call of a conversation back, and all of them by repair', async () => {
    for (const messages of conversations) {
      const expected = callsOf(messages).flat()
      if (expected.length === 0) continue
      const text = await rendered(await templateOf('deepseek_v3'), given(messages, { asText: true }))
      // The first section ends where the template turns to results; what it prints for later turns is no turn of its own.
      const first = text.slice(text.indexOf('<｜tool▁calls▁begin｜>'))
      const { strict } = parseOutput({ text: first }, { dialect: deepseekV3, tools: toolTable(tools) })
      expect(plain(strict.calls)).toContain(expected[0])
      const items = text.split('<｜tool▁call▁begin｜>').slice(1)
      const read = items.map((item) => {
        const said = `<｜tool▁call▁begin｜>${item.split('<｜tool▁outputs▁begin｜>')[0] ?? ''}`
        return parseOutput({ text: said }, { dialect: deepseekV3, tools: toolTable(tools) }).lenient.calls
      })
      expect(read.flatMap(plain)).toEqual(expected)
    }
  })

  it('is detected', async () => {
    const detection = await detectDialect(await templateOf('deepseek_v3'), renderer)
    expect(detection).toMatchObject({ kind: 'detected', dialect: 'deepseek-v3' })
  })
})

/**
 * Templates that know no calls print the content of messages only. What a dialect writes must stand there, with the
 * declaration of the tools in the system text.
 */
function lowered(dialect: Dialect, messages: readonly Message[], toolRole: string): readonly JsonObject[] {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []))
  const alone = dialect.render([{ role: 'system', content: '<HEAD>' }], tools, {
    addsGenerationPrompt: false,
  })
  const bare = dialect.render([{ role: 'system', content: '<HEAD>' }], [], { addsGenerationPrompt: false })
  const [before = '', after = ''] = bare.split('<HEAD>')
  const declared = alone.slice(before.length + '<HEAD>\n\n'.length, alone.length - after.length)
  const rest = messages.flatMap((message): readonly JsonObject[] => {
    if (message.role === 'system') return []
    if (message.role === 'tool') return [{ role: toolRole, content: message.content }]
    if (message.role === 'user') return [{ role: 'user', content: message.content }]
    const { calls = [], content = '', reasoning } = message
    const said = calls.length > 0 ? dialect.renderCalls(calls, { content, tools }) : content
    const [wrapper] = dialect.reasoning
    const thought = reasoning === undefined ? '' : `${wrapper?.open}${reasoning}${wrapper?.close}`
    return [{ role: 'assistant', content: thought + said }]
  })
  return [{ role: 'system', content: [...system, declared].join('\n\n') }, ...rest]
}

describeTemplate('llama3_1', 'the template of Llama 3.1', () => {
  it('cannot hold tools or calls', async () => {
    const source = await templateOf('llama3_1')
    expect(await detectDialect(source, renderer)).toMatchObject({ kind: 'none' })
    const messages = given([{ role: 'user', content: 'Hi' }])
    const options = { tools: tools.map(wrappedFunction) }
    expect(await rendered(source, messages, options)).toBe(await rendered(source, messages))
  })

  it.each(numbered)(
    'prints what llama-json renders where calls are content, conversation $index',
    async ({ messages }) => {
      const theirs = await rendered(await templateOf('llama3_1'), lowered(llamaJson, messages, 'ipython'), {
        add_generation_prompt: true,
      })
      expect(llamaJson.render(messages, tools)).toBe(theirs)
      const open = '<|start_header_id|>assistant<|end_header_id|>\n\n'
      const turns = turnsOf(theirs, { dialect: llamaJson, open, close: ['<|eot_id|><|start_header_id|>'] })
      expect(turns.slice(0, -1).map(({ strict }) => plain(strict.calls))).toEqual(
        messages.at(-1)?.role === 'assistant'
          ? callsOf(messages)
          : callsOf(messages).slice(0, turns.length - 1),
      )
    },
  )
})

describeTemplate('gemma3', 'the template of Gemma 3', () => {
  const own = dialectFromJson(
    {
      id: 'tool-code',
      trigger: '```tool_code\n',
      closer: '```',
      payload: 'python',
      endOfTurn: '<end_of_turn>',
      frame: 'gemma',
    },
    'here',
  )
  /** Turns must alternate, so that several results share one. */
  const alternating = (messages: readonly Message[]): readonly Message[] => {
    const result: Message[] = []
    for (const message of messages) {
      const last = result.at(-1)
      if (message.role === 'tool' && last?.role === 'tool')
        result[result.length - 1] = { ...last, content: `${last.content}\n${message.content}` }
      else result.push(message)
    }
    return result
  }

  it('cannot hold tools or calls', async () => {
    expect(await detectDialect(await templateOf('gemma3'), renderer)).toMatchObject({ kind: 'none' })
  })

  it.each(numbered)(
    'prints what a dialect of the user renders in the frame gemma, conversation $index',
    async ({ messages }) => {
      const said = alternating(messages).filter(
        (_, index, all) => all[index - 1]?.role !== 'tool' || all[index]?.role !== 'user',
      )
      const theirs = await rendered(await templateOf('gemma3'), lowered(own, said, 'user'), {
        add_generation_prompt: true,
      })
      expect(own.render(said, tools)).toBe(theirs)
      const open = '<start_of_turn>model\n'
      const turns = turnsOf(theirs, { dialect: own, open, close: ['<end_of_turn>\n<start_of_turn>'] })
      expect(turns.slice(0, callsOf(said).length).map(({ strict }) => plain(strict.calls))).toEqual(
        callsOf(said),
      )
    },
  )
})

describeTemplate('gptoss', 'the tokenizer of gpt-oss', () => {
  it('comes without a template, and says so', async () => {
    await expect(templateOf('gptoss')).rejects.toThrow(/no "chat_template"/)
  })
})

describeTemplate('smollm2', 'the template of SmolLM2, from its GGUF file', () => {
  const style = { frame: chatml, declare: () => '', calls: () => '', result: () => '' }

  it('cannot hold tools or calls', async () => {
    const source = await templateOf('smollm2')
    expect(await detectDialect(source, renderer)).toMatchObject({ kind: 'none' })
    expect(source.variables).toMatchObject({ eos_token: '<|im_end|>' })
  })

  it.each(numbered)(
    'prints the frame of hermes, whose calls are read back from it, conversation $index',
    async ({ messages }) => {
      const withSystem: readonly Message[] =
        messages[0]?.role === 'system' ? messages : [{ role: 'system', content: 'Be brief.' }, ...messages]
      const said = withSystem.map((message): Message => {
        if (message.role === 'tool') return { role: 'user', content: message.content }
        if (message.role !== 'assistant') return message
        const { calls = [], content = '' } = message
        return {
          role: 'assistant',
          content: calls.length > 0 ? hermes.renderCalls(calls, { content }) : content,
        }
      })
      const theirs = await rendered(await templateOf('smollm2'), given(said), { add_generation_prompt: true })
      expect(renderChat(style, { messages: said, tools: [] })).toBe(theirs)
      const marks = { dialect: hermes, open: '<|im_start|>assistant\n', close: ['<|im_end|>\n<|im_start|>'] }
      const turns = turnsOf(theirs, marks)
      expect(turns.slice(0, -1).map(({ strict }) => plain(strict.calls))).toEqual(callsOf(messages))
    },
  )
})

describeTemplate('qwen3', 'a JSON Schema as a template prints it', () => {
  it('keeps the declared order of keys, with a space after commas and colons', async () => {
    const text = await rendered(await templateOf('qwen3'), given([{ role: 'user', content: 'Hi' }]), {
      tools: tools.map(wrappedFunction),
    })
    const [, line = ''] = /<tools>\n(.*)\n/.exec(text) ?? []
    const reading = parseJson(line)
    expect(reading.kind === 'value' && isJsonObject(reading.value) && spacedJson(reading.value)).toBe(line)
  })
})
