import { describe, expect, it } from 'vitest'
import { contractTools } from '../../../test/contract/subject-suite.js'
import { ExactNumber } from '../../text/json.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import { toolTable } from '../../toolcall/tool-table.js'
import { SubjectFailure } from '../failure.js'
import type { ChatRequest } from '../request.js'
import { anthropicChat } from './anthropic.js'
import { googleChat } from './google.js'
import { compatibleChat, openaiChat } from './openai-chat.js'
import { openaiResponses } from './openai-responses.js'
import type { ChatProtocol, WireOptions } from './wire.js'
import { type WireBody, wireBody } from './wire-body.js'

const request: ChatRequest = {
  kind: 'chat',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', calls: [{ name: 'get_weather', arguments: { city: 'Bergen' }, id: 'c1' }] },
    { role: 'tool', content: 'Rain', id: 'c1', name: 'get_weather' },
  ],
  tools: contractTools,
  toolChoice: 'required',
  settings: { maxTokens: 50, temperature: 0, topP: 0.9, topK: 5, seed: 3, stop: ['END'] },
}

function written(
  protocol: ChatProtocol,
  change: Partial<ChatRequest> = {},
  options: Partial<WireOptions> = {},
) {
  const { path, body } = protocol.write({ ...request, ...change }, { model: 'm', extra: {}, ...options })
  return { path, body: JSON.parse(body) as Record<string, unknown> }
}

function body(text: string): WireBody {
  return wireBody({ text, raw: new TextEncoder().encode(text), where: 'x', contentType: 'application/json' })
}

function read(protocol: ChatProtocol, value: unknown) {
  return protocol.read(body(typeof value === 'string' ? value : JSON.stringify(value)))
}

describe('openai-chat', () => {
  it('maps settings, messages and tools', () => {
    const { path, body } = written(openaiChat)
    expect(path).toBe('/chat/completions')
    expect(body).toMatchObject({
      model: 'm',
      max_completion_tokens: 50,
      temperature: 0,
      top_p: 0.9,
      seed: 3,
      stop: ['END'],
      tool_choice: 'required',
    })
    expect(body).not.toHaveProperty('top_k')
    expect(body.messages).toHaveLength(4)
    expect(body.tools).toHaveLength(2)
    expect(written(compatibleChat, {}, { tokenLimit: 'max_tokens' }).body).toMatchObject({
      max_tokens: 50,
      top_k: 5,
    })
  })

  it('sends no setting that was not asked for, and no choice of tools where none are', () => {
    const { body } = written(openaiChat, { settings: {}, tools: [] })
    expect(Object.keys(body).sort()).toEqual(['messages', 'model'])
  })

  it('adds, replaces, joins and leaves out by extra', () => {
    const extra = { temperature: null, max_completion_tokens: null, reasoning_effort: 'low', seed: 9 }
    const { body } = written(openaiChat, {}, { extra })
    expect(body).toMatchObject({ reasoning_effort: 'low', seed: 9 })
    expect(body).not.toHaveProperty('temperature')
    expect(body).not.toHaveProperty('max_completion_tokens')
    expect(() => written(openaiChat, {}, { extra: { messages: [] } })).toThrow(/decides what is asked/)
  })

  it('refuses names that the API does not take, and renames nothing', () => {
    const tools = [{ ...contractTools[0], name: 'crm.get weather' } as (typeof contractTools)[number]]
    expect(() => written(openaiChat, { tools })).toThrow(/"crm.get weather"[^]*fix:/)
    expect(written(compatibleChat, { tools }).body.tools).toMatchObject([
      { function: { name: 'crm.get weather' } },
    ])
  })

  it('asks for twenty tokens where labels are to be chosen', () => {
    expect(written(openaiChat, { choices: ['A', 'B'] }).body).toMatchObject({
      logprobs: true,
      top_logprobs: 20,
    })
    expect(written(openaiChat, { topLogprobs: 3 }).body).toMatchObject({ logprobs: true, top_logprobs: 3 })
  })

  it('holds the answer to a schema where one is given', () => {
    const answerSchema = { type: 'object', properties: {}, additionalProperties: false }
    const held = { name: 'answer', strict: true, schema: answerSchema }
    for (const protocol of [openaiChat, compatibleChat]) {
      expect(written(protocol, { answerSchema, tools: [] }).body).toMatchObject({
        response_format: { type: 'json_schema', json_schema: held },
      })
    }
    expect(written(openaiResponses, { answerSchema, tools: [] }).body).toMatchObject({
      text: { format: { type: 'json_schema', ...held } },
    })
    expect(written(openaiChat).body).not.toHaveProperty('response_format')
  })

  it('keeps the message exactly as it stands', () => {
    const message =
      '{"role":"assistant", "content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{\\"a\\": 1.0, \\"a\\": 1e2}"}}], "x": 1.0, "x":2}'
    const { output } = read(
      openaiChat,
      `{"choices":[ {"finish_reason":"tool_calls","message": ${message} } ]}`,
    )
    expect(output).toEqual({ message, stopReason: 'stop', stopDetail: 'tool_calls' })
  })

  it.each([
    ['stop', 'stop'],
    ['tool_calls', 'stop'],
    ['length', 'length'],
    ['content_filter', 'refused'],
    ['weird', 'unknown'],
    [null, 'unknown'],
  ])('reads the finish reason %s as %s', (finish_reason, stopReason) => {
    const reply = read(openaiChat, {
      choices: [{ finish_reason, message: { role: 'assistant', content: 'x' } }],
    })
    expect(reply.output).toMatchObject({ stopReason, text: 'x' })
  })

  it('reads counts, cost and the first tokens, passing over what is no number', () => {
    const entry = {
      token: 'A',
      logprob: -0.1,
      top_logprobs: [
        { token: 'A', logprob: -0.1 },
        { token: 'B', logprob: null },
        { token: 'C', logprob: 'NaN' },
        { token: 'D', logprob: -99999 },
      ],
    }
    const reply = read(openaiChat, {
      choices: [{ finish_reason: 'stop', message: { content: 'A' }, logprobs: { content: [entry] } }],
      usage: { prompt_tokens: 5, completion_tokens: 1, prompt_cache_hit_tokens: 2, cost: 0.01 },
    })
    expect(reply.firstTokens).toEqual([
      { text: 'A', logprob: -0.1 },
      { text: 'D', logprob: -9999 },
    ])
    expect(reply.usage).toEqual({ promptTokens: 5, completionTokens: 1, cachedTokens: 2 })
    expect(reply.cost).toBe(0.01)
    const odd = read(openaiChat, {
      choices: [{ finish_reason: 'stop', message: { content: 'A' } }],
      usage: {
        prompt_tokens: -5,
        completion_tokens: 1e300,
        prompt_cache_hit_tokens: 0.5,
        reasoning_tokens: 3,
      },
    })
    expect(odd.usage).toEqual({ reasoningTokens: 3 })
  })
})

describe('openai-responses', () => {
  it('maps settings and stores nothing; schemas stay as they are', () => {
    const { path, body } = written(openaiResponses, { choices: ['A'] })
    expect(path).toBe('/responses')
    expect(body).toMatchObject({ store: false, max_output_tokens: 50, top_logprobs: 20 })
    expect(body.tools).toMatchObject([{ type: 'function', name: 'get_weather', strict: false }, {}])
    expect(body).not.toHaveProperty('seed')
  })

  it('tells why a response is not complete', () => {
    const output = [{ type: 'message', content: [{ type: 'output_text', text: 'x' }] }]
    const of = (reason: string) =>
      read(openaiResponses, { status: 'incomplete', incomplete_details: { reason }, output }).output
        .stopReason
    expect([of('max_output_tokens'), of('content_filter'), of('else')]).toEqual([
      'length',
      'refused',
      'unknown',
    ])
    const failed = { status: 'failed', error: { code: 'server_error', message: 'broke' }, output: [] }
    expect(() => read(openaiResponses, failed)).toThrow(/broke/)
  })
})

describe('anthropic', () => {
  it('maps settings, and joins systems', () => {
    const { path, body } = written(anthropicChat)
    expect(path).toBe('/v1/messages')
    expect(body).toMatchObject({
      system: 'Be brief.',
      max_tokens: 50,
      top_k: 5,
      stop_sequences: ['END'],
      tool_choice: { type: 'any' },
    })
    expect(body).not.toHaveProperty('seed')
    expect(written(anthropicChat, { settings: {} }).body.max_tokens).toBe(4096)
  })

  it('keeps the input of a call as it was written, and counts the whole prompt', () => {
    const text =
      '{"type":"message","content":[{"type":"tool_use","id":"t","name":"f","input":{"a":1.0,"a":2}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"cache_read_input_tokens":10,"cache_creation_input_tokens":100,"output_tokens":7}}'
    const reply = read(anthropicChat, text)
    expect(reply.output.message).toBe(text)
    expect(reply.usage).toEqual({ promptTokens: 111, completionTokens: 7, cachedTokens: 10 })
    expect(read(anthropicChat, { content: [], stop_reason: 'refusal' }).output.stopReason).toBe('refused')
    expect(read(anthropicChat, { content: [], stop_reason: 'max_tokens' }).output.stopReason).toBe('length')
  })
})

describe('google', () => {
  it('maps settings, and gives schemas whole', () => {
    const { path, body } = written(googleChat, { choices: ['A'] })
    expect(path).toBe('/models/m:generateContent')
    expect(body).toMatchObject({
      generationConfig: {
        maxOutputTokens: 50,
        temperature: 0,
        topK: 5,
        seed: 3,
        stopSequences: ['END'],
        logprobs: 20,
      },
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
      tools: [
        { functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: { type: 'object' } }, {}] },
      ],
    })
    const extra = { generationConfig: { temperature: null, thinkingConfig: { thinkingBudget: 0 } } }
    expect(written(googleChat, {}, { extra }).body.generationConfig).not.toHaveProperty('temperature')
  })

  it('tells a refused prompt from an empty answer and from a broken call', () => {
    expect(() => read(googleChat, { promptFeedback: { blockReason: 'SAFETY' } })).toThrow(/SAFETY/)
    expect(() => read(googleChat, {})).toThrow(/no candidates/)
    const finishMessage = 'Malformed function call: print(get_weather(city=Bergen))'
    const candidate = { content: {}, finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage }
    expect(read(googleChat, { candidates: [candidate] }).output).toEqual({
      text: finishMessage,
      stopReason: 'stop',
      stopDetail: 'MALFORMED_FUNCTION_CALL',
    })
    expect(read(googleChat, { candidates: [{ finishReason: 'SAFETY' }] }).output.stopReason).toBe('refused')
  })
})

describe('results of parallel calls', () => {
  const messages: ChatRequest['messages'] = [
    { role: 'user', content: 'Both?' },
    {
      role: 'assistant',
      calls: [
        { name: 'get_weather', arguments: { city: 'Oslo', days: new ExactNumber('1.0') }, id: 'a' },
        { name: 'list_boats', arguments: {}, id: 'b' },
      ],
    },
    { role: 'tool', content: 'Rain', id: 'a', name: 'get_weather' },
    { role: 'tool', content: 'None', id: 'b', name: 'list_boats' },
    { role: 'user', content: 'Thanks' },
  ]

  it('stand in one message where the API wants it so, and nothing else changes', () => {
    const claude = written(anthropicChat, { messages }).body.messages
    expect(claude).toMatchObject([
      {},
      {},
      { role: 'user', content: [{ tool_use_id: 'a' }, { tool_use_id: 'b' }] },
      { role: 'user', content: 'Thanks' },
    ])
    const gemini = written(googleChat, { messages }).body.contents
    expect(gemini).toMatchObject([
      {},
      {},
      { role: 'user', parts: [{ functionResponse: { name: 'get_weather' } }, { functionResponse: {} }] },
      { role: 'user', parts: [{ text: 'Thanks' }] },
    ])
    expect(anthropicChat.write({ ...request, messages }, { model: 'm', extra: {} }).body).toContain(
      '"days":1.0',
    )
    expect(written(openaiChat, { messages }).body.messages).toHaveLength(5)
  })
})

describe('every format', () => {
  const calls: readonly [ChatProtocol, string][] = [
    [
      openaiChat,
      '{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\": \\"Bergen\\", \\"days\\": 3}"}}]}}]}',
    ],
    [
      openaiResponses,
      '{"status":"completed","output":[{"type":"function_call","id":"f","call_id":"1","name":"get_weather","arguments":"{\\"city\\": \\"Bergen\\", \\"days\\": 3}"}]}',
    ],
    [
      anthropicChat,
      '{"type":"message","role":"assistant","content":[{"type":"tool_use","id":"1","name":"get_weather","input":{"city":"Bergen","days":3}}],"stop_reason":"tool_use"}',
    ],
    [
      googleChat,
      '{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"get_weather","args":{"city":"Bergen","days":3}}}]},"finishReason":"STOP"}]}',
    ],
  ]

  it.each(calls)('gives a message that its dialect reads ($id)', (protocol, text) => {
    const dialect = dialects.find(({ id }) => id === protocol.dialect)
    if (dialect === undefined) throw new Error('no such dialect')
    const { output } = read(protocol, text)
    const parsed = parseOutput({ text: output.message ?? '' }, { dialect, tools: toolTable(contractTools) })
    expect(parsed.outcome).toBe('called')
    expect(parsed.strict.ok).toBe(true)
    expect(parsed.strict.calls).toMatchObject([
      { name: 'get_weather', arguments: { city: 'Bergen', days: 3 } },
    ])
  })

  const protocols = [openaiChat, openaiResponses, anthropicChat, googleChat]

  it.each(protocols)('takes an answer of another kind for a failure, not for an answer ($id)', (protocol) => {
    for (const value of [
      {},
      [],
      null,
      'text',
      { choices: [] },
      { choices: [{}] },
      { candidates: [] },
      { output: 1 },
    ]) {
      expect(() => read(protocol, JSON.stringify(value))).toThrow(SubjectFailure)
    }
  })

  it.each(protocols)('reads an error with status 200 as one ($id)', (protocol) => {
    expect(() => read(protocol, { error: { code: 429, message: 'busy' } })).toThrow(
      expect.objectContaining({ failure: 'rate-limit', retryable: true }),
    )
  })

  it.each([
    ['', /empty/],
    ['{"choices": [{"mess', /only a part/],
    ['<html>', /not JSON/],
    ['{"choices":[{"logprobs":{"content":[{"logprob":NaN}]}}]}', /NaN/],
    ['{"logprob": -Infinity}', /NaN or Infinity/],
  ])('names what is wrong with %j', (text, says) => {
    expect(() => body(text)).toThrow(says)
    expect(() => body(text)).toThrow(expect.objectContaining({ failure: 'schema', retryable: true }))
  })

  it('reads arguments that are nested deeper than most readers go', () => {
    const deep = `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`
    const text = `{"content":[{"type":"tool_use","id":"1","name":"f","input":${deep}}],"stop_reason":"tool_use"}`
    expect(read(anthropicChat, text).output.message).toBe(text)
  })
})
