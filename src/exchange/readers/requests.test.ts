import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { describeRunReader, readLog } from '../../../test/contract/run-reader.js'
import { hostFiles } from '../../adapters/files.js'
import { QuestionBook } from '../question-book.js'
import { batchRequests, requestLog } from './requests.js'

const FIXTURE = { path: 'test/fixtures/logs/requests.jsonl', files: hostFiles }
const TOOL = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
}
const USER = [{ role: 'user', content: 'Oslo?' }]
const CALL = { id: 'c9', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }
const CHAT = {
  choices: [
    { message: { role: 'assistant', content: null, tool_calls: [CALL] }, finish_reason: 'tool_calls' },
  ],
}

function lines(...values: readonly unknown[]) {
  const text = values
    .map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
    .join('')
  return { path: 'log.jsonl', files: memoryFiles({ 'log.jsonl': text }) }
}

const read = (...values: readonly unknown[]) => readLog(requestLog, lines(...values))

async function only(value: unknown) {
  const { exchanges, notices } = await read(value)
  expect(notices).toEqual([])
  const [exchange] = exchanges
  if (exchange === undefined) throw new Error('no exchange')
  return exchange
}

const deep = `{"request":{"messages":${'['.repeat(5000)}${']'.repeat(5000)}},"response":{}}`

describeRunReader({
  reader: requestLog,
  samples: [
    { ...FIXTURE, exchanges: 8 },
    { ...lines({ request: { messages: USER, tools: [TOOL] }, response: CHAT }), exchanges: 1 },
  ],
  broken: [
    { name: 'a line that is no JSON', ...lines('{"request":'), code: 'line-broken' },
    { name: 'nesting without end', ...lines(deep), code: 'line-broken' },
    {
      name: 'a line that asks nothing',
      ...lines({ request: { messages: [] }, response: CHAT }),
      code: 'line-unknown',
    },
    {
      name: 'an answer without its question',
      ...lines({ custom_id: 'a', response: { body: CHAT } }),
      code: 'question-missing',
    },
    {
      name: 'a tool that the provider runs',
      ...lines({ request: { messages: USER, tools: [{ type: 'web_search' }] }, response: CHAT }),
      code: 'tool-hosted',
    },
    {
      name: 'two tools of one name',
      ...lines({
        request: { messages: USER, tools: [TOOL, { ...TOOL, function: { name: 'get_weather' } }] },
        response: CHAT,
      }),
      code: 'tool-twice',
    },
  ],
  foreign: [
    {
      path: 'items.jsonl',
      files: memoryFiles({
        'items.jsonl': '{"id":"a","kind":"call","messages":[],"tools":[],"gold":{"none":true}}\n',
      }),
    },
    { path: 'a.txt', files: memoryFiles({ 'a.txt': 'text' }) },
    { path: 'queries.jsonl', files: memoryFiles({ 'queries.jsonl': '{"query":"a","tool":"b"}\n' }) },
  ],
})

describe('requestLog', () => {
  it('reads question, tools, settings, answer and usage, and no headers', async () => {
    const { exchanges, notices } = await readLog(requestLog, FIXTURE)
    expect(exchanges[0]).toMatchObject({
      subject: { model: 'gpt-4o' },
      messages: [
        { role: 'system', content: 'You are a concierge.' },
        { role: 'user', content: 'What is the weather like in Oslo?' },
      ],
      tools: [{ name: 'get_weather' }, { name: 'book_table' }],
      settings: { maxTokens: 200, temperature: 0 },
      usage: { promptTokens: 80, completionTokens: 20 },
      answer: { kind: 'said', dialect: 'openai', stopReason: 'stop', stopDetail: 'tool_calls' },
    })
    expect(JSON.stringify(exchanges.slice(0, 6))).not.toMatch(/sk-proj|Authorization|set-cookie/)
    expect(exchanges[6]).toMatchObject({ answer: { stopReason: 'length' } })
    expect(exchanges[7]).toMatchObject({
      answer: { kind: 'failed', message: expect.stringMatching(/Rate limit/) },
    })
    expect(notices.map(({ code }) => code)).toEqual(['content-dropped'])
  })

  it('keeps a message exactly as it stood, doubled keys and number spelling included', async () => {
    const message =
      '{ "content" : null, "tool_calls":[{"function":{"name":"a","arguments":"{\\"x\\":1,\\"x\\":2.50}"}}], "n": 1.0, "n": 2 }'
    const line = `{"request":{"model":"m","messages":[{"role":"user","content":"q"}]},"response":{"choices":[{"message":${message}}]}}`
    expect((await only(line)).answer).toMatchObject({ message })
  })

  it('reads the Anthropic API: system, blocks, results of tools', async () => {
    const exchange = await only({
      request: {
        model: 'claude',
        system: 'Be brief.',
        tools: [{ name: 'get_weather', input_schema: { type: 'object' } }],
        messages: [
          { role: 'user', content: 'Oslo?' },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'Looking.' },
              { type: 'tool_use', id: 'toolu_7', name: 'get_weather', input: { city: 'Oslo' } },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'toolu_7', content: [{ type: 'text', text: '12' }] },
            ],
          },
        ],
      },
      response: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'x', name: 'get_weather', input: { n: 1 } }],
        stop_reason: 'tool_use',
      },
    })
    expect(exchange.messages).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user' },
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [{ id: 'call_1', function: { arguments: '{"city":"Oslo"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '12' },
    ])
    expect(exchange.answer).toMatchObject({ dialect: 'anthropic', stopReason: 'stop' })
  })

  it('reads the Responses API and Gemini', async () => {
    const responses = await only({
      request: {
        model: 'm',
        instructions: 'Be brief.',
        input: [
          { role: 'user', content: [{ type: 'input_text', text: 'Oslo?' }] },
          { type: 'function_call', call_id: 'c', name: 'get_weather', arguments: '{}' },
          { type: 'function_call_output', call_id: 'c', output: '12' },
        ],
        tools: [{ type: 'function', name: 'get_weather', parameters: { type: 'object' } }],
      },
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ type: 'message', content: [] }],
      },
    })
    expect(responses.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect(responses.answer).toMatchObject({ dialect: 'openai-responses', stopReason: 'length' })
    const gemini = await only({
      request: {
        contents: [{ role: 'user', parts: [{ text: 'Oslo?' }] }],
        tools: [
          {
            functionDeclarations: [
              {
                name: 'get_weather',
                parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } } },
              },
            ],
          },
        ],
        generationConfig: { maxOutputTokens: 9 },
      },
      response: {
        candidates: [
          {
            content: { role: 'model', parts: [{ functionCall: { name: 'get_weather', args: {} } }] },
            finishReason: 'STOP',
          },
        ],
        modelVersion: 'gemini-x',
        usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2 },
      },
    })
    expect(gemini).toMatchObject({
      subject: { model: 'gemini-x' },
      tools: [
        { name: 'get_weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } },
      ],
      settings: { maxTokens: 9 },
      usage: { promptTokens: 4, completionTokens: 2 },
      answer: { dialect: 'gemini', stopReason: 'stop' },
    })
  })

  it('puts streams together, chunks and server-sent events alike', async () => {
    const delta = (more: object, finish_reason: string | null = null) => ({
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: more, finish_reason }],
    })
    const chunks = [
      delta({
        role: 'assistant',
        tool_calls: [
          { index: 0, id: 'c', type: 'function', function: { name: 'get_weather', arguments: '{"ci' } },
        ],
      }),
      delta({ tool_calls: [{ index: 0, function: { arguments: 'ty":"Oslo"}' } }] }),
      delta({}, 'tool_calls'),
    ]
    const request = { model: 'm', messages: USER }
    const listed = await only({ request, response: chunks })
    const sent = await only({
      request,
      response: { body: `${chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')}data: [DONE]\n` },
    })
    expect(listed.answer).toEqual(sent.answer)
    expect(listed.answer).toMatchObject({
      stopReason: 'stop',
      message: expect.stringContaining(String.raw`"arguments":"{\"city\":\"Oslo\"}"`),
    })
    const events = [
      { type: 'message_start', message: { model: 'claude', usage: { input_tokens: 5 } } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't', name: 'get_weather', input: {} },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"n": 1.0,' },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '"n": 2}' } },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
    ]
    const claude = await only({ request, response: events })
    expect(claude).toMatchObject({
      usage: { promptTokens: 5, completionTokens: 3 },
      answer: {
        dialect: 'anthropic',
        stopReason: 'stop',
        message: expect.stringContaining('"input":{"n": 1.0,"n": 2}'),
      },
    })
  })

  it('takes a conversation that ends with the answer, and LiteLLM and proxy layouts', async () => {
    const stored = await only({
      messages: [...USER, { role: 'assistant', content: null, tool_calls: [CALL] }],
      tools: [TOOL],
      model: 'm',
    })
    expect(stored.messages).toHaveLength(1)
    expect(stored.answer).toMatchObject({ kind: 'said', stopReason: 'unknown' })
    const gateway = await only({
      model: 'gpt-4o',
      custom_llm_provider: 'openai',
      messages: USER,
      model_parameters: { tools: [TOOL], temperature: 0.5 },
      response: CHAT,
      response_cost: 0.001,
      startTime: 1924905600.5,
      endTime: 1924905601.5,
      metadata: { user_api_key: 'sk-secret' },
    })
    expect(gateway).toMatchObject({
      subject: { model: 'gpt-4o', provider: 'openai' },
      tools: [{ name: 'get_weather' }],
      settings: { temperature: 0.5 },
      cost: 0.001,
      startedMs: 1924905600500,
      durationMs: 1000,
    })
    expect(JSON.stringify(gateway)).not.toContain('sk-secret')
    expect(
      await only({
        request_body: JSON.stringify({ model: 'm', messages: USER }),
        response_body: JSON.stringify(CHAT),
      }),
    ).toMatchObject({
      subject: { model: 'm' },
      answer: { kind: 'said' },
    })
  })

  it('keeps what an endpoint said when it refused', async () => {
    const request = { model: 'm', messages: USER }
    const failed = async (response: unknown, more: object = {}) =>
      (await only({ request, response, ...more })).answer
    expect(await failed({ status: 503, body: 'Service Unavailable' })).toEqual({
      kind: 'failed',
      message: 'Service Unavailable',
    })
    expect(await failed({ status: 500, body: null })).toEqual({ kind: 'failed', message: 'status 500' })
    expect(await failed({ error: { message: 'overloaded' } })).toEqual({
      kind: 'failed',
      message: 'overloaded',
    })
    expect(await failed(null, { error: { code: 429 } })).toEqual({ kind: 'failed', message: '429' })
    expect(await failed({ unheard: true })).toMatchObject({ kind: 'failed' })
  })

  it('joins the questions and answers of a batch by their ids', async () => {
    const questions = new QuestionBook()
    const asked = lines(
      {
        custom_id: 'a',
        method: 'POST',
        url: '/v1/chat/completions',
        body: { model: 'm', messages: USER, tools: [TOOL] },
      },
      { custom_id: 'b', params: { model: 'claude', max_tokens: 9, messages: USER } },
      { custom_id: 'b', params: { model: 'claude', max_tokens: 9, messages: USER } },
    )
    const first = await readLog(batchRequests, asked, { questions })
    expect(first.exchanges.map(({ id, answer }) => [id, answer])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['b', undefined],
    ])
    expect(first.notices.map(({ code }) => code)).toEqual(['id-twice'])
    const answers = lines(
      {
        id: 'batch_1',
        custom_id: 'a',
        response: { status_code: 200, body: { model: 'm', ...CHAT } },
        error: null,
      },
      {
        custom_id: 'b',
        result: {
          type: 'succeeded',
          message: {
            type: 'message',
            role: 'assistant',
            content: [{ type: 'text', text: 'Hi' }],
            stop_reason: 'end_turn',
          },
        },
      },
      {
        custom_id: 'b',
        result: { type: 'errored', error: { type: 'invalid_request', message: 'too long' } },
      },
    )
    const { exchanges } = await readLog(requestLog, answers, { questions })
    expect(exchanges.map(({ id }) => id)).toEqual(['a', 'b', 'b'])
    expect(exchanges.map(({ answer }) => answer?.kind)).toEqual(['said', 'said', 'failed'])
    expect(exchanges[0]).toMatchObject({ tools: [{ name: 'get_weather' }] })
    expect(exchanges[2]).toMatchObject({ answer: { message: 'too long' } })
  })
})

describeRunReader({
  reader: batchRequests,
  samples: [{ ...lines({ custom_id: 'a', body: { model: 'm', messages: USER } }), exchanges: 1 }],
  broken: [{ name: 'a line that is no JSON', ...lines('{'), code: 'line-broken' }],
  foreign: [lines({ custom_id: 'a', response: { body: CHAT } })],
})
