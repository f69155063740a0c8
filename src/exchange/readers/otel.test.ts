import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { describeRunReader, readLog } from '../../../test/contract/run-reader.js'
import { otelTraces } from './otel.js'

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } }
const DEFINITION = { type: 'function', name: 'get_weather', description: 'Says it.', parameters: SCHEMA }

/** A value as OTLP wraps it. */
function wrapped(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(wrapped) } }
  return { kvlistValue: { values: listed(value as object) } } // objects alone are left
}

function listed(attributes: object) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: wrapped(value) }))
}

interface SpanParts {
  readonly attributes: object
  readonly events?: readonly { readonly name: string; readonly attributes: object }[]
  readonly status?: object
}

function otlp(...spans: readonly SpanParts[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: listed({ 'service.name': 'shop' }) },
        scopeSpans: [
          {
            spans: spans.map(({ attributes, events = [], status }) => ({
              traceId: 'a',
              startTimeUnixNano: '1924905600000000000',
              endTimeUnixNano: '1924905600250000000',
              attributes: listed(attributes),
              events: events.map((event) => ({ name: event.name, attributes: listed(event.attributes) })),
              status,
            })),
          },
        ],
      },
    ],
  }
}

function file(...values: readonly unknown[]) {
  const text = values
    .map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
    .join('')
  const path = values.length > 1 ? 'spans.jsonl' : 'trace.json'
  return { path, files: memoryFiles({ [path]: text }) }
}

const COMMON = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.provider.name': 'openai',
}
const INPUT = [
  { role: 'user', parts: [{ type: 'text', content: 'Oslo?' }] },
  {
    role: 'assistant',
    parts: [{ type: 'tool_call', id: 'x9', name: 'get_weather', arguments: { city: 'Oslo' } }],
  },
  { role: 'tool', parts: [{ type: 'tool_call_response', id: 'x9', response: '12 degrees' }] },
]
const OUTPUT = [
  {
    role: 'assistant',
    parts: [{ type: 'tool_call', id: 'y', name: 'get_weather', arguments: { city: 'Bergen' } }],
    finish_reason: 'tool_call',
  },
]
const MESSAGES: SpanParts = {
  attributes: {
    ...COMMON,
    'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Be brief.' }]),
    'gen_ai.input.messages': JSON.stringify(INPUT),
    'gen_ai.output.messages': JSON.stringify(OUTPUT),
    'gen_ai.tool.definitions': JSON.stringify([DEFINITION]),
    'gen_ai.usage.input_tokens': 40,
    'gen_ai.usage.output_tokens': 8,
    'gen_ai.request.temperature': 0.5,
    'gen_ai.request.max_tokens': 100,
  },
}
const EVENTS: SpanParts = {
  attributes: { ...COMMON, 'gen_ai.tool.definitions': [DEFINITION] },
  events: [
    { name: 'gen_ai.system.message', attributes: { content: 'Be brief.' } },
    { name: 'gen_ai.user.message', attributes: { content: 'Oslo?' } },
    {
      name: 'gen_ai.assistant.message',
      attributes: {
        tool_calls: JSON.stringify([
          { id: 'x9', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
        ]),
      },
    },
    { name: 'gen_ai.tool.message', attributes: { id: 'x9', content: '12 degrees' } },
    {
      name: 'gen_ai.choice',
      attributes: {
        index: 0,
        finish_reason: 'tool_calls',
        message: JSON.stringify({
          tool_calls: [{ id: 'y', function: { name: 'get_weather', arguments: '{"city":"Bergen"}' } }],
        }),
      },
    },
  ],
}
const OPEN_INFERENCE = {
  'openinference.span.kind': 'LLM',
  'llm.model_name': 'gpt-4o',
  'llm.invocation_parameters': '{"temperature": 0.5, "max_tokens": 100}',
  'llm.input_messages.0.message.role': 'system',
  'llm.input_messages.0.message.content': 'Be brief.',
  'llm.input_messages.1.message.role': 'user',
  'llm.input_messages.1.message.contents.0.message_content.type': 'text',
  'llm.input_messages.1.message.contents.0.message_content.text': 'Oslo?',
  'llm.input_messages.2.message.role': 'assistant',
  'llm.input_messages.2.message.tool_calls.0.tool_call.id': 'x9',
  'llm.input_messages.2.message.tool_calls.0.tool_call.function.name': 'get_weather',
  'llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments': '{"city":"Oslo"}',
  'llm.input_messages.3.message.role': 'tool',
  'llm.input_messages.3.message.tool_call_id': 'x9',
  'llm.input_messages.3.message.content': '12 degrees',
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'get_weather',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"city":"Bergen"}',
  'llm.tools.0.tool.json_schema': JSON.stringify(DEFINITION),
  'llm.token_count.prompt': 40,
  'llm.token_count.completion': 8,
}
const TRACELOOP = {
  'llm.request.type': 'chat',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.prompt.0.role': 'system',
  'gen_ai.prompt.0.content': 'Be brief.',
  'gen_ai.prompt.1.role': 'user',
  'gen_ai.prompt.1.content': 'Oslo?',
  'gen_ai.prompt.2.role': 'assistant',
  'gen_ai.prompt.2.tool_calls.0.id': 'x9',
  'gen_ai.prompt.2.tool_calls.0.name': 'get_weather',
  'gen_ai.prompt.2.tool_calls.0.arguments': '{"city":"Oslo"}',
  'gen_ai.prompt.3.role': 'tool',
  'gen_ai.prompt.3.tool_call_id': 'x9',
  'gen_ai.prompt.3.content': '12 degrees',
  'gen_ai.completion.0.role': 'assistant',
  'gen_ai.completion.0.finish_reason': 'tool_calls',
  'gen_ai.completion.0.tool_calls.0.name': 'get_weather',
  'gen_ai.completion.0.tool_calls.0.arguments': '{"city":"Bergen"}',
  'llm.request.functions.0.name': 'get_weather',
  'llm.request.functions.0.description': 'Says it.',
  'llm.request.functions.0.parameters': JSON.stringify(SCHEMA),
}
const flat = (attributes: object) => ({
  name: 'chat',
  context: { trace_id: 'a' },
  start_time: '2031-01-01T00:00:00Z',
  end_time: '2031-01-01T00:00:01Z',
  attributes,
})

describeRunReader({
  reader: otelTraces,
  samples: [
    { ...file(otlp(MESSAGES, EVENTS)), exchanges: 2 },
    { ...file(flat(OPEN_INFERENCE), flat(TRACELOOP)), exchanges: 2 },
    { ...file(otlp(MESSAGES), otlp(MESSAGES, { attributes: { 'http.method': 'GET' } })), exchanges: 2 },
  ],
  broken: [
    {
      name: 'a span that asks no model',
      ...file(otlp({ attributes: { 'gen_ai.operation.name': 'execute_tool' } })),
      code: 'span-other',
    },
    {
      name: 'a span without its content',
      ...file(otlp({ attributes: COMMON })),
      code: 'content-not-recorded',
    },
    { name: 'a document that is cut', ...file('{"resourceSpans":[', '{}'), code: 'line-broken' },
    { name: 'nesting without end', ...file(`{"resourceSpans":${'['.repeat(9000)}`), code: 'line-broken' },
    {
      name: 'several answers',
      ...file(
        otlp({
          attributes: {
            ...MESSAGES.attributes,
            'gen_ai.output.messages': JSON.stringify([...OUTPUT, ...OUTPUT]),
          },
        }),
      ),
      code: 'choices-dropped',
    },
  ],
  foreign: [
    { path: 'items.jsonl', files: memoryFiles({ 'items.jsonl': '{"id":"a","kind":"call"}\n' }) },
    { path: 'a.json', files: memoryFiles({ 'a.json': '[1]' }) },
  ],
})

describe('otelTraces', () => {
  const shapes = [
    ['messages as attributes', file(otlp(MESSAGES))],
    ['messages as events', file(otlp(EVENTS))],
    ['OpenInference', file(flat(OPEN_INFERENCE))],
    ['Traceloop', file(flat(TRACELOOP))],
  ] as const

  it.each(shapes)('reads the same conversation out of %s', async (_name, log) => {
    const { exchanges, notices } = await readLog(otelTraces, log)
    expect(notices).toEqual([])
    const [exchange] = exchanges
    expect(exchange?.subject.model).toBe('gpt-4o')
    expect(JSON.parse(JSON.stringify(exchange?.messages))).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Oslo?' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '12 degrees' },
    ])
    expect(JSON.parse(JSON.stringify(exchange?.tools))).toEqual([
      { name: 'get_weather', description: 'Says it.', inputSchema: SCHEMA },
    ])
    const message = exchange?.answer?.kind === 'said' ? JSON.parse(exchange.answer.message) : undefined
    expect(message.tool_calls[0].function).toEqual({ name: 'get_weather', arguments: '{"city":"Bergen"}' })
  })

  it('reads usage, settings and time, integers that are texts included', async () => {
    const { exchanges } = await readLog(otelTraces, file(otlp(MESSAGES)))
    expect(exchanges[0]).toMatchObject({
      subject: { provider: 'openai' },
      usage: { promptTokens: 40, completionTokens: 8 },
      settings: { temperature: 0.5, maxTokens: 100 },
      startedMs: 1924905600000,
      durationMs: 250,
      answer: { stopReason: 'stop', stopDetail: 'tool_call' },
    })
  })

  it('keeps a span that failed as a failure', async () => {
    const { 'gen_ai.output.messages': _, ...asked } = MESSAGES.attributes as Record<string, unknown>
    const { exchanges } = await readLog(
      otelTraces,
      file(otlp({ attributes: asked, status: { code: 2, message: 'timeout' } })),
    )
    expect(exchanges[0]?.answer).toEqual({ kind: 'failed', message: 'timeout' })
  })

  it('reads the event of a whole request among log records', async () => {
    const record = {
      eventName: 'gen_ai.client.inference.operation.details',
      attributes: listed(MESSAGES.attributes),
    }
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [record, { eventName: 'other' }] }] }] }
    const { exchanges } = await readLog(otelTraces, file(logs))
    expect(exchanges).toMatchObject([{ tools: [{ name: 'get_weather' }], answer: { kind: 'said' } }])
  })
})
