import { afterEach, describe, expect, it } from 'vitest'
import { anthropicKind } from '../../src/adapters/models/anthropic.js'
import { compatibleKind } from '../../src/adapters/models/compatible.js'
import { completionsKind } from '../../src/adapters/models/completions.js'
import { googleKind } from '../../src/adapters/models/google.js'
import { openaiKind } from '../../src/adapters/models/openai.js'
import type { SubjectOptions } from '../../src/subject/kind.js'
import type { ChatRequest, SubjectRequest } from '../../src/subject/request.js'
import type { Subject } from '../../src/subject/subject.js'
import { anthropicApi } from './mock-servers/anthropic-api.js'
import { googleApi } from './mock-servers/google-api.js'
import {
  llamaServer,
  ollamaServer,
  plainServer,
  sglangServer,
  vllmServer,
} from './mock-servers/local-servers.js'
import {
  type MockAnswer,
  type MockFault,
  type MockServer,
  mockServer,
  type SeenRequest,
} from './mock-servers/mock-server.js'
import { openOverLoopback } from './mock-servers/open-over-loopback.js'
import { openaiApi } from './mock-servers/openai-api.js'
import { verbatimArguments, wireTokens } from './mock-servers/wire-model.js'
import { contractTools } from './subject-suite.js'

const KEY = 'sk-planted-0123456789abcdef'
const servers: MockServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serve(answer: (request: SeenRequest) => MockAnswer): Promise<MockServer> {
  const server = await mockServer(answer)
  servers.push(server)
  return server
}

const kinds = {
  openai: { kind: openaiKind, answer: openaiApi, spec: (url: string) => `openai:m,key=K,url=${url}/v1` },
  responses: {
    kind: openaiKind,
    answer: openaiApi,
    spec: (url: string) => `openai:m,responses,key=K,url=${url}/v1`,
  },
  anthropic: {
    kind: anthropicKind,
    answer: anthropicApi,
    spec: (url: string) => `anthropic:m,key=K,url=${url}`,
  },
  google: { kind: googleKind, answer: googleApi, spec: (url: string) => `google:m,key=K,url=${url}/v1beta` },
} as const

async function opened(
  name: keyof typeof kinds,
  options: SubjectOptions = {},
): Promise<{ readonly server: MockServer; readonly subject: Subject }> {
  const { kind, answer, spec } = kinds[name]
  const server = await serve(answer)
  return {
    server,
    subject: await openOverLoopback(kind, spec(server.url), { variables: { K: KEY }, options }),
  }
}

const request: ChatRequest = {
  kind: 'chat',
  messages: [{ role: 'user', content: 'How is the weather in Bergen?' }],
  tools: contractTools,
  settings: { maxTokens: 64, temperature: 0 },
}

async function failureOf(
  subject: Subject,
  asked: SubjectRequest = request,
  timeoutMs = 5000,
): Promise<unknown> {
  const signal = new AbortController().signal
  return subject.ask(asked, { signal, timeoutMs }).then(
    () => expect.unreachable('an answer came'),
    (error: unknown) => error,
  )
}

async function ask(subject: Subject, asked: SubjectRequest) {
  return subject.ask(asked, { signal: new AbortController().signal, timeoutMs: 5000 })
}

/** Everything a failure holds, as text. */
function shown(error: unknown): string {
  const parts: string[] = []
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const raw: unknown = Reflect.get(one, 'raw')
    parts.push(one.message, one.stack ?? '', raw instanceof Uint8Array ? new TextDecoder().decode(raw) : '')
  }
  return parts.join('\n')
}

describe.each(['openai', 'responses', 'anthropic', 'google'] as const)('faults of %s', (name) => {
  const echo = { error: { message: `Incorrect API key provided: ${KEY}.`, code: 'invalid_api_key' } }
  const faults: readonly (readonly [string, MockFault, object])[] = [
    ['a connection that is cut', 'reset', { failure: 'transport', retryable: true }],
    ['half a response', 'half', { failure: 'transport', retryable: true }],
    ['JSON that is cut', 'cut-json', { failure: 'schema', retryable: true }],
    ['a page of HTML', 'html', { failure: 'schema', retryable: true }],
    ['an empty body', 'empty', { failure: 'schema', retryable: true }],
    [
      '429 with retry-after',
      { status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'slow' } } },
      { failure: 'rate-limit', retryAfterMs: 7000 },
    ],
    ['429 without', { status: 429, body: '' }, { failure: 'rate-limit', retryAfterMs: undefined }],
    ['500', { status: 500, body: 'Internal Server Error' }, { failure: 'server', retryable: true }],
    [
      '401 that echoes the key',
      { status: 401, headers: { 'x-key': KEY }, body: echo },
      { failure: 'auth', retryable: false },
    ],
    [
      'an error with status 200',
      { body: { error: { code: 503, message: 'no capacity' } } },
      { failure: 'server' },
    ],
    [
      'an error with status 200 that echoes the key',
      { body: { error: { code: 401, message: KEY } } },
      { failure: 'auth' },
    ],
    ['an answer that says nothing', { body: {} }, { failure: 'schema' }],
    ['NaN', { body: '{"choices": [{"logprobs": NaN}]}' }, { failure: 'schema' }],
    [
      'a redirect',
      { status: 302, headers: { location: `http://127.0.0.1:1/${KEY}` }, body: '' },
      { failure: 'missing' },
    ],
  ]

  it.each(faults)('tells %s', async (_, fault, expected) => {
    const { server, subject } = await opened(name)
    server.faults.push(fault)
    const error = await failureOf(subject)
    expect(error).toMatchObject({ name: 'SubjectError', ...expected })
    expect(shown(error)).not.toContain(KEY)
    expect((await ask(subject, request)).output.stopReason).toBe('stop')
  })

  it('gives up on a stall when its time is over', async () => {
    const { server, subject } = await opened(name)
    server.faults.push('stall', 'stall-within')
    expect(await failureOf(subject, request, 100)).toMatchObject({ failure: 'timeout', retryable: true })
    expect(await failureOf(subject, request, 100)).toMatchObject({ failure: 'timeout', retryable: true })
    server.faults.push('stall')
    const signal = AbortSignal.timeout(100)
    await expect(subject.ask(request, { signal, timeoutMs: 5000 })).rejects.toMatchObject({
      failure: 'timeout',
    })
  })

  it('keeps the body as it came, but for the key', async () => {
    const { server, subject } = await opened(name, { headers: { 'X-Note': 'weather' } })
    const reply = await ask(subject, request)
    expect(new TextDecoder().decode(reply.raw)).toContain('get_weather')
    expect(server.seen[0]?.headers['x-note']).toBe('weather')
    expect(reply.output.text).toBeUndefined()
    expect(reply.usage).toMatchObject({ promptTokens: 120, completionTokens: 9, cachedTokens: 64 })
  })

  it('hands on spelling that reading and writing again would lose', async () => {
    const { subject } = await opened(name)
    const { output } = await ask(subject, { ...request, messages: [{ role: 'user', content: 'verbatim' }] })
    const kept =
      name === 'openai' || name === 'responses' ? JSON.stringify(verbatimArguments) : verbatimArguments
    expect(output.message).toContain(kept)
  })
})

describe('keys', () => {
  it('never reach a message, also where a variable holds what no header can', async () => {
    const bad = openOverLoopback(openaiKind, 'openai:m', { variables: { OPENAI_API_KEY: `${KEY}\nx` } })
    await expect(bad).rejects.toMatchObject({ code: 'subject-key' })
    await expect(bad).rejects.not.toThrow(KEY)
  })

  it('are asked for by the name of their variable', async () => {
    await expect(openOverLoopback(openaiKind, 'openai:m')).rejects.toThrow(/OPENAI_API_KEY is not set/)
    for (const option of ['key', 'apikey', 'api-key', 'token', 'kee']) {
      for (const value of [KEY, 'AIzaPlanted0123456789abcdef']) {
        const spec = `openai:m,${option}=${value}`
        const error: unknown = await openOverLoopback(openaiKind, spec).catch((failure: unknown) => failure)
        expect(String(error)).toMatch(/fix:/)
        if (option !== 'kee') expect(String(error)).not.toContain(value)
      }
    }
  })

  it("of a provider go to no other address than the provider's own", async () => {
    const server = await serve(openaiApi)
    const variables = { OPENAI_API_KEY: KEY }
    const subject = await openOverLoopback(openaiKind, `openai:m,url=${server.url}/v1`, { variables })
    await ask(subject, request)
    expect(JSON.stringify(server.seen[0]?.headers)).not.toContain(KEY)
  })

  it('may stand in headers of the config, by the names of variables', async () => {
    const server = await serve((seen) => ({
      status: 400,
      body: { error: { message: String(seen.headers['x-key']) } },
    }))
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference as configs write it
    const options = { headers: { 'X-Key': 'Token ${MINE}' } }
    const subject = await openOverLoopback(compatibleKind, `compatible:${server.url}/v1#m,server=other`, {
      variables: { MINE: KEY },
      options,
    })
    const error = await failureOf(subject)
    expect(server.seen[0]?.headers['x-key']).toBe(`Token ${KEY}`)
    expect(shown(error)).toContain('«secret:')
    expect(shown(error)).not.toContain(KEY)
  })

  it('are refused in an address', async () => {
    const open = (spec: string) => openOverLoopback(compatibleKind, spec)
    await expect(open('compatible:http://user:pass1234@h/v1#m')).rejects.toThrow(/user name or a password/)
    await expect(open('compatible:http://h/v1?api-key=abcdef#m')).rejects.toThrow(/looks like a key/)
    await expect(open('compatible:http://user:pass1234@h/v1#m')).rejects.not.toThrow('pass1234')
    await expect(open('compatible:http://h/v1?api-key=abcdef#m')).rejects.not.toThrow('abcdef')
  })
})

describe('specs', () => {
  it.each([
    ['openai:', /model is missing/],
    ['openai:m,respones', /Did you mean responses\?/],
    ['openai:m,logprobs=maybe', /on or off/],
    ['openai:m,url=ftp://x', /not one of http or https/],
  ])('%s is refused with its reason', async (spec, says) => {
    await expect(openOverLoopback(openaiKind, spec, { variables: { OPENAI_API_KEY: KEY } })).rejects.toThrow(
      says,
    )
  })

  it('of servers say what is wrong', async () => {
    const open = (spec: string) => openOverLoopback(completionsKind, spec)
    await expect(open('completions:http://127.0.0.1:1/v1')).rejects.toThrow(/model is missing/)
    await expect(open('completions:http://127.0.0.1:1/v1#m,server=other,dialect=hermse')).rejects.toThrow(
      /hermes/,
    )
    await expect(open('completions:http://127.0.0.1:1/v1#m,server=other,depth=99')).rejects.toThrow(/1 to 5/)
    await expect(open('completions:http://127.0.0.1:1/v1#m')).rejects.toMatchObject({ failure: 'transport' })
  })

  it('name a wrong key at once', async () => {
    const server = await serve(() => ({ status: 401, body: { error: 'no' } }))
    await expect(openOverLoopback(compatibleKind, `compatible:${server.url}/v1#m`)).rejects.toMatchObject({
      failure: 'auth',
    })
  })

  it('know Ollama by its version, whoever published the model', async () => {
    const server = await serve((seen) =>
      seen.path === '/v1/models'
        ? { body: { data: [{ id: 'm', owned_by: 'somebody' }] } }
        : ollamaServer(seen),
    )
    const { facts } = await openOverLoopback(compatibleKind, `compatible:${server.url}/v1#m`)
    expect(facts.engine).toBe('Ollama 0.12.11')
  })

  it('take the address as it is copied', async () => {
    const server = await serve(plainServer())
    await ask(
      await openOverLoopback(compatibleKind, `compatible:${server.url}/v1/chat/completions#m`),
      request,
    )
    expect(server.seen.map(({ path }) => path)).toEqual(['/v1/models', '/v1/chat/completions'])
  })
})

describe('compatible', () => {
  it('knows its server, its ids and its prompts', async () => {
    const server = await serve(vllmServer())
    const subject = await openOverLoopback(compatibleKind, `compatible:${server.url}/v1#m`)
    expect(subject.facts).toMatchObject({ engine: 'vLLM 0.11.2', dialect: 'openai', model: 'm' })
    const reply = await ask(subject, { ...request, messages: [{ role: 'user', content: 'Hello' }] })
    expect(reply.output.tokenIds).toEqual([10])
    const prompt = await subject.prompts?.render(request)
    expect(prompt?.text).toMatch(/^<\|bos\|>.*get_weather.*<\|assistant\|>$/s)
    expect(prompt?.tokenIds?.[0]).toBe(1)
    expect(subject.prompts?.specials).toEqual({ bos: 1, addsBos: true })
    expect(await subject.prompts?.tokenize?.('<|bos|>Yes')).toEqual([1, 10])
    expect(await subject.prompts?.detokenize?.([1, 10])).toBe('<|bos|>Yes')
  })

  it('is examined through a gateway that hands on chat alone', async () => {
    const whole = vllmServer()
    const server = await serve((seen) =>
      /tokenize|version/.test(seen.path) ? { status: 404, body: 'not here' } : whole(seen),
    )
    const subject = await openOverLoopback(compatibleKind, `compatible:${server.url}/v1#m`)
    expect(subject.prompts).toBeUndefined()
    expect(subject.facts.engine).toBe('vLLM')
    expect((await ask(subject, request)).output.message).toContain('get_weather')
  })

  it('holds an answer to its labels where no label is among the likeliest tokens', async () => {
    for (const [version, member] of [
      ['0.11.2', 'structured_outputs'],
      ['0.9.0', 'guided_choice'],
    ] as const) {
      const server = await serve(vllmServer({ version }))
      const subject = await openOverLoopback(compatibleKind, `compatible:${server.url}/v1#m`)
      const reply = await ask(subject, { ...request, tools: [], choices: ['left', 'right'] })
      expect(reply).toMatchObject({ choiceMethod: 'constrained', output: { text: 'left' } })
      expect(server.seen.at(-1)?.json).toHaveProperty(member)
      expect(new TextDecoder().decode(reply.raw).match(/"choices"/g)).toHaveLength(2)
    }
  })

  it('says how to leave out what a model does not take', async () => {
    const server = await serve(() => ({
      status: 400,
      body: { error: { message: "Unsupported parameter: 'max_tokens'", code: 'unsupported_parameter' } },
    }))
    const spec = `compatible:${server.url}/v1#m,server=other`
    expect(shown(await failureOf(await openOverLoopback(compatibleKind, spec)))).toContain(
      '{"max_tokens": null}',
    )
    const options = { extra: { max_tokens: null, temperature: null } }
    await failureOf(await openOverLoopback(compatibleKind, spec, { options }))
    expect(server.seen.at(-1)?.json).not.toHaveProperty('max_tokens')
  })
})

describe('completions', () => {
  const open = async (answer: (request: SeenRequest) => MockAnswer, options = '') => {
    const server = await serve(answer)
    return {
      server,
      subject: await openOverLoopback(completionsKind, `completions:${server.url}/v1#m${options}`),
    }
  }
  const settings = { maxTokens: 8, temperature: 0 } as const
  const next = { kind: 'next-token', prompt: 'Is it?', candidates: ['rare', 'No'], top: 2 } as const

  it('vLLM: sends the prompt as it stands, and keeps special tokens', async () => {
    const { server, subject } = await open(vllmServer())
    await ask(subject, {
      kind: 'completion',
      prompt: '<|bos|>Is it?',
      settings: { ...settings, seed: 4, stop: ['x'] },
    })
    expect(server.seen.at(-1)?.json).toMatchObject({
      prompt: '<|bos|>Is it?',
      echo: false,
      add_special_tokens: false,
      skip_special_tokens: false,
      seed: 4,
      stop: ['x'],
    })
    const reply = await ask(subject, { kind: 'completion', prompt: [1, 10], settings, topLogprobs: 2 })
    expect(reply).toMatchObject({ promptIds: [1, 10], output: { tokenIds: [10], text: 'Yes' } })
    expect(reply.firstTokens?.[0]).toEqual({ id: 10, text: 'Yes', logprob: Math.log(0.6) })
  })

  it.each([
    ['by id', vllmServer(), 2],
    ['as the last token of the prompt, on an older server', vllmServer({ knowsLogprobIds: false }), 3],
  ] as const)('vLLM: gives an unlisted candidate exactly, %s', async (_, answer, requests) => {
    const { server, subject } = await open(answer, ',depth=2')
    const before = server.seen.filter(({ path }) => path === '/v1/completions').length
    const { firstTokens = [] } = await ask(subject, next)
    expect(firstTokens.slice(0, 2)).toEqual([
      { id: 15, text: 'rare', logprob: Math.log(0.001) },
      { id: 12, text: 'No', logprob: Math.log(0.2) },
    ])
    expect(firstTokens[2]).toEqual({ id: 10, logprob: Math.log(0.6) })
    expect(server.seen.filter(({ path }) => path === '/v1/completions').length - before).toBe(requests)
  })

  it('SGLang: gives any candidate in one request, and sends prompts as ids', async () => {
    const { server, subject } = await open(sglangServer, ',depth=2')
    const { firstTokens = [] } = await ask(subject, next)
    expect(firstTokens[0]).toMatchObject({ id: 15, text: 'rare', logprob: Math.log(0.001) })
    expect(server.seen.at(-1)?.json).toMatchObject({
      input_ids: wireTokens('Is it?'),
      token_ids_logprob: [15, 12],
    })
  })

  it('llama.cpp: says "at most" of what is not listed, and puts special tokens back', async () => {
    const { server, subject } = await open(llamaServer)
    expect(subject.facts).toMatchObject({ engine: 'llama.cpp b6500-abc', dialect: 'hermes' })
    expect(subject.prompts?.specials).toEqual({ bos: 1, addsBos: true, eos: [2] })
    const { tokenIds = [] } = (await subject.prompts?.render(request)) ?? {}
    expect(tokenIds.filter((id) => id === 1)).toEqual(tokenIds.slice(0, 1))
    const { firstTokens = [] } = await ask(subject, next)
    expect(firstTokens[0]).toEqual({ id: 15, text: 'rare', logprob: Math.log(0.02), bound: 'at-most' })
    expect(firstTokens[1]).toEqual({ id: 12, text: 'No', logprob: Math.log(0.2) })
    expect(server.seen.at(-1)?.json).toMatchObject({ temperature: -1, n_predict: 1, n_probs: 100 })
    const { output } = await ask(subject, { kind: 'completion', prompt: 'Is it?', settings })
    expect(output).toMatchObject({
      text: 'Yes<|end|>',
      tokenIds: [10, 2],
      stopReason: 'stop',
      stopDetail: 'eos',
    })
    expect(server.seen.find(({ path }) => path === '/completion')?.json).toMatchObject({
      prompt: wireTokens('Is it?'),
    })
  })

  it('Ollama: puts no template around the prompt, and takes no ids', async () => {
    const { server, subject } = await open(ollamaServer)
    const { firstTokens = [] } = await ask(subject, next)
    expect(firstTokens[0]).toMatchObject({ text: 'rare', bound: 'at-most' })
    expect(server.seen.at(-1)?.json).toMatchObject({ raw: true, stream: false })
    await expect(ask(subject, { ...next, candidates: [15] })).rejects.toMatchObject({ code: 'subject-unfit' })
    await expect(ask(subject, { kind: 'completion', prompt: [1], settings })).rejects.toMatchObject({
      code: 'subject-unfit',
    })
  })

  it('refuses a candidate that is several tokens', async () => {
    const { subject } = await open(vllmServer())
    await expect(ask(subject, { ...next, candidates: ['Yes no'] })).rejects.toMatchObject({
      code: 'candidate-not-a-token',
    })
  })

  it('takes a conversation where its template is known, and says what to do where it is not', async () => {
    const plain = await open(plainServer())
    expect(plain.subject.answers.has('chat')).toBe(false)
    await expect(ask(plain.subject, request)).rejects.toThrow(/dialect=hermes/)
    const { server, subject } = await open(plainServer(), ',dialect=hermes')
    const { output } = await ask(subject, request)
    expect(output.text).toContain('<tool_call>')
    expect(server.seen.at(-1)?.json).toMatchObject({ prompt: expect.stringContaining('get_weather') })
  })

  it('holds an answer to its labels on llama.cpp by a grammar', async () => {
    const { server, subject } = await open(llamaServer)
    const asked = {
      ...request,
      tools: [],
      messages: [{ role: 'user' as const, content: 'Left?' }],
      choices: ['left', 'right'],
    }
    expect(await ask(subject, asked)).toMatchObject({ choiceMethod: 'constrained' })
    const bodies = server.seen.filter(({ path }) => path === '/completion').map(({ json }) => json)
    expect(bodies.at(-1)).toMatchObject({ grammar: 'root ::= "left" | "right"' })
  })
})
