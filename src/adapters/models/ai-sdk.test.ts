import { describe, expect, it } from 'vitest'
import { contractTools, describeSubject } from '../../../test/contract/subject-suite.js'
import type { SubjectContext } from '../../subject/kind.js'
import type { ChatRequest } from '../../subject/request.js'
import type { Subject } from '../../subject/subject.js'
import { aiSdkKind, type PackageLoader } from './ai-sdk.js'

const KEY = 'planted-0123456789abcdef'

interface Call {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly name: string }[]
  readonly abortSignal: AbortSignal
}

/** A provider package whose model calls the first tool that it is offered. */
function fakePackage(answer: (call: Call) => unknown = callsFirstTool): PackageLoader {
  return async (name) => {
    expect(name).toBe('@ai-sdk/acme-cloud')
    return {
      acmeCloud: (model: string) => ({
        specificationVersion: 'v3',
        modelId: model,
        doGenerate: async (call: Call) => {
          call.abortSignal.throwIfAborted()
          return answer(call)
        },
      }),
    }
  }
}

function callsFirstTool({ tools = [] }: Call): unknown {
  const [tool] = tools
  const content =
    tool === undefined
      ? [{ type: 'text', text: 'Yes' }]
      : [
          {
            type: 'tool-call',
            toolCallId: 'c1',
            toolName: tool.name,
            input: '{"city": "Bergen", "days": 3.0}',
          },
        ]
  return {
    content,
    finishReason: { unified: tool === undefined ? 'stop' : 'tool-calls', raw: 'done' },
    usage: { inputTokens: { total: 12, cacheRead: 4 }, outputTokens: { total: 3, reasoning: 1 } },
    response: { body: { echoed: KEY, id: 'r1' } },
  }
}

async function open(load: PackageLoader, spec = 'acme-cloud/some-model'): Promise<Subject> {
  const context = {
    clock: { now: () => 0 },
    variable: (name: string) => (name === 'ACME_CLOUD_API_KEY' ? KEY : undefined),
    options: {},
  } as unknown as SubjectContext // the kind asks for nothing more
  return aiSdkKind(load).open(spec, context)
}

const request: ChatRequest = {
  kind: 'chat',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: 'I look.',
      calls: [{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a' }],
    },
    { role: 'tool', content: 'Rain', id: 'a', name: 'get_weather' },
  ],
  tools: contractTools,
  toolChoice: 'auto',
  settings: { maxTokens: 9, temperature: 0, seed: 1, stop: ['x'] },
}

const context = { signal: new AbortController().signal, timeoutMs: 1000 }

describeSubject({
  name: 'ai',
  open: () => open(fakePackage()),
  secrets: [KEY],
})

describe('ai', () => {
  it('gives the call as the SDK handed it on, counts, and the body without the key', async () => {
    const subject = await open(fakePackage())
    const reply = await subject.ask(request, context)
    expect(reply.output).toEqual({
      message:
        '{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\": \\"Bergen\\", \\"days\\": 3.0}"}}]}',
      stopReason: 'stop',
      stopDetail: 'done',
    })
    expect(reply.usage).toEqual({
      promptTokens: 12,
      completionTokens: 3,
      cachedTokens: 4,
      reasoningTokens: 1,
    })
    expect(new TextDecoder().decode(reply.raw)).toBe('{"echoed":"«secret:ACME_CLOUD_API_KEY»","id":"r1"}')
  })

  it('asks in the form of the specification', async () => {
    let seen: Call | undefined
    const subject = await open(
      fakePackage((call) => {
        seen = call
        return { content: [], finishReason: 'length', usage: { inputTokens: 1, outputTokens: 2 } }
      }),
    )
    expect((await subject.ask(request, context)).output).toMatchObject({ stopReason: 'length' })
    expect(seen).toMatchObject({
      maxOutputTokens: 9,
      temperature: 0,
      seed: 1,
      stopSequences: ['x'],
      toolChoice: { type: 'auto' },
      tools: [{ type: 'function', name: 'get_weather' }, { name: 'list_boats' }],
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
        {
          role: 'assistant',
          content: [{ type: 'text' }, { type: 'tool-call', toolCallId: 'a', input: { city: 'Oslo' } }],
        },
        { role: 'tool', content: [{ type: 'tool-result', output: { type: 'text', value: 'Rain' } }] },
      ],
    })
  })

  it.each([
    [
      { statusCode: 429, responseBody: 'slow', responseHeaders: { 'Retry-After': '2' } },
      { failure: 'rate-limit', retryAfterMs: 2000 },
    ],
    [{ statusCode: 401, responseBody: `wrong key ${KEY}` }, { failure: 'auth' }],
    [{ name: 'AI_LoadAPIKeyError' }, { failure: 'auth' }],
    [{ name: 'AI_NoSuchModelError' }, { failure: 'missing' }],
    [{ name: 'AI_JSONParseError' }, { failure: 'schema' }],
    [{}, { failure: 'transport' }],
  ])('takes the error %j for a failure', async (fields, expected) => {
    const subject = await open(
      fakePackage(() => {
        throw Object.assign(new Error(`it broke ${KEY}`), fields)
      }),
    )
    const error: unknown = await subject.ask(request, context).catch((failure: unknown) => failure)
    expect(error).toMatchObject(expected)
    expect(String(error)).not.toContain(KEY)
  })

  it('takes an answer that is none for a failure', async () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    for (const value of [undefined, null, 3, {}, { content: 'x' }, cyclic]) {
      const subject = await open(fakePackage(() => value))
      await expect(subject.ask(request, context)).rejects.toMatchObject({ failure: 'schema' })
    }
  })

  it('says what to install', async () => {
    const absent: PackageLoader = () => Promise.reject(new Error('Cannot find package'))
    await expect(open(absent)).rejects.toThrow(
      /@ai-sdk\/acme-cloud is not installed[^]*npm install @ai-sdk\/acme-cloud/,
    )
    await expect(open(async () => ({}))).rejects.toThrow(/exports no provider "acmeCloud"/)
    await expect(open(async () => ({ acmeCloud: () => ({}) }))).rejects.toThrow(/no language model/)
    await expect(open(absent, '../evil/x')).rejects.toMatchObject({ code: 'subject-spec' })
    await expect(open(absent, 'openai')).rejects.toMatchObject({ code: 'subject-spec' })
  })
})
