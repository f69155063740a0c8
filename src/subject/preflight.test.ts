import { describe, expect, it } from 'vitest'
import type { Tool } from '../catalog/tool.js'
import { InputError } from '../errors.js'
import type { Dialect } from '../toolcall/dialect.js'
import { dialects } from '../toolcall/dialects/index.js'
import { SubjectFailure } from './failure.js'
import { isBlocked, type PreflightOptions, preflight } from './preflight.js'
import type { SubjectOutput } from './reply.js'
import type { ChatRequest } from './request.js'
import type { AskContext, PromptRenderer, RenderedPrompt, Subject } from './subject.js'

const dialect = (id: string): Dialect => dialects.find((one) => one.id === id) as Dialect // of the list
const hermes = dialect('hermes')

const tool: Tool = {
  name: 'get_weather',
  description: 'Says how the "weather" is.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } },
  source: { format: 'assay', at: 'test' },
}
const other: Tool = { ...tool, name: 'get_news', description: 'Reads the news.' }

/** Specials are tokens 0 to 5, every other character is a token of its own. */
const SPECIALS = ['<s>', '</s>', '<|im_start|>', '<|im_end|>', '<tool_call>', '</tool_call>']
function tokenize(text: string): readonly number[] {
  const ids: number[] = []
  for (let at = 0; at < text.length; ) {
    const special = SPECIALS.findIndex((one) => text.startsWith(one, at))
    ids.push(special === -1 ? text.charCodeAt(at) + 100 : special)
    at += special === -1 ? 1 : (SPECIALS[special] ?? '').length
  }
  return ids
}
function detokenize(ids: readonly number[], skipsSpecials = false): string {
  return ids
    .map((id) => (id < 100 ? (skipsSpecials ? '' : (SPECIALS[id] ?? '')) : String.fromCharCode(id - 100)))
    .join('')
}

const request = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  kind: 'chat',
  messages: [{ role: 'user', content: 'How is the weather?' }],
  tools: [tool, other],
  settings: { temperature: 0, maxTokens: 50 },
  ...more,
})
const prompt = (text: string, ids = tokenize(text)): RenderedPrompt => ({ text, tokenIds: ids })
const rightText = (asked: ChatRequest): string => `<s>${hermes.render(asked.messages, asked.tools)}`

function renderer(more: Partial<PromptRenderer> = {}): PromptRenderer {
  return {
    render: async (asked) => prompt(rightText(asked)),
    tokenize: async (text) => tokenize(text),
    detokenize: async (ids) => detokenize(ids),
    specials: { bos: 0, eos: [1], addsBos: true },
    ...more,
  }
}

type Answer = () => SubjectOutput
function subject(
  prompts: PromptRenderer | undefined,
  answer: Answer = () => ({ text: 'x', stopReason: 'stop' }),
) {
  return {
    label: 'model',
    ...(prompts === undefined ? {} : { prompts }),
    ask: async () => ({ output: answer() }),
  } satisfies Pick<Subject, 'label' | 'prompts' | 'ask'>
}

async function codes(
  of: Parameters<typeof preflight>[0],
  requests: readonly ChatRequest[] = [request()],
  options: PreflightOptions = { dialect: hermes },
): Promise<readonly string[]> {
  return (await preflight(of, requests, options)).map(({ code }) => code)
}

const trial: AskContext = { signal: new AbortController().signal, timeoutMs: 1000 }

describe('preflight', () => {
  it('finds nothing where all is right', async () => {
    const reference = {
      name: 'the training renderer',
      render: async (asked: ChatRequest) => ({ text: rightText(asked) }),
    }
    expect(
      await codes(subject(renderer()), [request(), request({ tools: [] })], {
        dialect: hermes,
        reference,
        trial,
      }),
    ).toEqual([])
  })

  it('says that a prompt cannot be seen, which does not block', async () => {
    const findings = await preflight(subject(undefined), [request()], {})
    expect(findings.map(({ code }) => code)).toEqual(['prompt-unseen'])
    expect(isBlocked(findings)).toBe(false)
  })

  it.each([
    ['bos-doubled', true, (text: string) => `<s>${text}`],
    ['bos-missing', true, (text: string) => text.slice(3)],
    ['', false, (text: string) => text.slice(3)],
    ['bos-doubled', false, (text: string) => `<s>${text}`],
  ])('counts beginning tokens: %j when the model wants one: %j', async (code, addsBos, change) => {
    const prompts = renderer({
      render: async (asked) => prompt(change(rightText(asked))),
      specials: { bos: 0, addsBos },
    })
    expect(await codes(subject(prompts))).toEqual(code === '' ? [] : [code])
  })

  it('takes a beginning token that also opens turns for what it is', async () => {
    const prompts = renderer({
      render: async (asked) => prompt(rightText(asked).slice(3)),
      specials: { bos: 2, addsBos: false },
    })
    expect(await codes(subject(prompts))).toEqual([])
  })

  it('shows the first token that differs from the reference', async () => {
    const reference = {
      name: 'the training renderer',
      render: async (asked: ChatRequest) => ({
        text: rightText(asked).replace('<|im_end|>\n', '<|im_end|> \n'),
      }),
    }
    const findings = await preflight(subject(renderer()), [request(), request()], { reference })
    const at = tokenize(rightText(request())).indexOf(3) + 1
    expect(findings).toMatchObject([{ code: 'template-parity', severity: 'blocking', requests: 2 }])
    expect(findings[0]?.what).toContain(`from token ${at} on: [110,`)
    expect(findings[0]?.what).toMatch(/the training renderer.*instead of \[132, 110/)
  })

  it('compares character by character where there are no ids', async () => {
    const prompts: PromptRenderer = { render: async () => ({ text: 'abcdef get_weather get_news' }) }
    const reference = { name: 'the template', render: async () => ({ text: 'abcXef get_weather get_news' }) }
    const [finding] = await preflight(subject(prompts), [request()], { reference })
    expect(finding?.what).toMatch(/character 3 on: "def[^]*instead of "Xef/)
  })

  it('misses tools that are not in the ids, whatever the text says', async () => {
    const prompts = renderer({
      render: async (asked) => ({ text: rightText(asked), tokenIds: tokenize('<s>cut off get_news') }),
    })
    const findings = await preflight(subject(prompts), [request()], {})
    expect(findings.find(({ code }) => code === 'preamble-missing')).toMatchObject({
      severity: 'blocking',
      what: expect.stringMatching(/1 of 2 tools.*"get_weather"/),
    })
  })

  it('notices descriptions and arguments that are left out', async () => {
    const names = renderer({ render: async () => prompt('<s>get_weather, get_news') })
    const findings = await preflight(subject(names), [request()], {})
    expect(findings).toMatchObject([{ code: 'preamble-partial', severity: 'notice' }])
    expect(await codes(subject(names), [request({ toolChoice: 'none' })], {})).toEqual([])
  })

  it('notices ids that do not read back as the text', async () => {
    const prompts = renderer({ detokenize: async (ids) => detokenize(ids, true) })
    expect(await codes(subject(prompts), [request()], {})).toEqual(['prompt-decoding'])
  })

  it.each([
    ['hermes', '\n', true],
    ['hermes', '</tool_call>', true],
    ['hermes', '}', true],
    ['hermes', '<|im_end|>', false],
    ['hermes', '\n\n\n', false],
    ['llama-json', '}', true],
    ['mistral-v3', ',', true],
    ['pythonic', ']', true],
    ['pythonic', '\n', false],
    ['openai', '}', false],
  ])('in %s, a stop text %j stands inside a call: %j', async (id, stop, stands) => {
    const found = await codes(subject(undefined), [request({ settings: { temperature: 0, stop: [stop] } })], {
      dialect: dialect(id),
    })
    expect(found.includes('stop-inside-call')).toBe(stands)
  })

  it('finds triggers that decoding swallows', async () => {
    const prompts = renderer({
      render: async (asked) => ({ text: rightText(asked) }),
      detokenize: async (ids) => detokenize(ids, true),
    })
    const findings = await preflight(subject(prompts), [request()], { dialect: hermes })
    expect(findings).toMatchObject([
      { code: 'trigger-lost', severity: 'blocking', what: expect.stringContaining('ids 4') },
    ])
  })

  it('asks for settings that can be repeated', async () => {
    expect(await codes(subject(renderer()), [request({ settings: {} })])).toEqual(['sampling-unset'])
    expect(await codes(subject(renderer()), [request({ settings: { temperature: 0.7 } })])).toEqual([
      'seed-missing',
    ])
    expect(await codes(subject(renderer()), [request({ settings: { temperature: 0.7, seed: 1 } })])).toEqual(
      [],
    )
  })

  it('turns a template that refuses into a finding, and lets other errors pass', async () => {
    const refusing = renderer({
      render: () =>
        Promise.reject(new InputError({ code: 'template-refused', what: 'No system message.', fix: 'x' })),
    })
    expect(await preflight(subject(refusing), [request()], {})).toMatchObject([
      { code: 'prompt-refused', severity: 'blocking', what: 'No system message.' },
    ])
    const broken = renderer({ render: () => Promise.reject(new TypeError('a fault of ours')) })
    await expect(preflight(subject(broken), [request()], {})).rejects.toThrow(TypeError)
  })
})

describe('preflight with a trial', () => {
  const called: Answer = () => ({
    message:
      '{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"get_news","arguments":"{}"}}]}',
    stopReason: 'stop',
  })
  const written: Answer = () => ({
    message: JSON.stringify({
      role: 'assistant',
      content: '<tool_call>\n{"name": "get_news", "arguments": {}}\n</tool_call>',
    }),
    stopReason: 'stop',
  })

  const plain: Answer = () => ({
    text: '<tool_call>\n{"name": "get_news", "arguments": {}}\n</tool_call>',
    stopReason: 'stop',
  })
  const cut: Answer = () => ({ text: '<tool_call>\n{"name": "get_', stopReason: 'length' })
  const prose: Answer = () => ({ text: 'I would call get_news.', stopReason: 'stop' })

  it.each([
    ['hermes', called, ['server-parses-calls']],
    ['openai', called, []],
    ['openai', written, ['server-leaves-calls']],
    ['openai', plain, ['server-leaves-calls']],
    ['openai', cut, ['server-leaves-calls']],
    ['openai', prose, []],
    ['hermes', written, []],
    ['hermes', plain, []],
    ['glm', plain, ['calls-in-other-dialect']],
    ['glm', prose, []],
  ] as const)('sees where the server leaves calls, read as %s', async (id, answer, expected) => {
    expect(await codes(subject(renderer(), answer), [request()], { dialect: dialect(id), trial })).toEqual(
      expected,
    )
  })

  it('sees special tokens that were taken out of the text', async () => {
    const text = '<tool_call>{}</tool_call>'
    const stripped: Answer = () => ({ text: '{}', tokenIds: tokenize(text), stopReason: 'stop' })
    const whole: Answer = () => ({ text, tokenIds: tokenize(text), stopReason: 'stop' })
    expect(await codes(subject(renderer(), stripped), [request()], { dialect: hermes, trial })).toEqual([
      'special-tokens-stripped',
    ])
    expect(await codes(subject(renderer(), whole), [request()], { dialect: hermes, trial })).toEqual([])
  })

  it('notices answers that vary where they should not', async () => {
    let count = 0
    const varying: Answer = () => ({ text: `answer ${count++}`, stopReason: 'stop' })
    const settings = { temperature: 1, seed: 3 }
    expect(await codes(subject(renderer(), varying), [request()], { trial })).toEqual(['answers-vary'])
    expect(await codes(subject(renderer(), varying), [request({ settings })], { trial })).toEqual([
      'answers-vary',
    ])
    expect(
      await codes(subject(renderer(), varying), [request({ settings: { temperature: 1 } })], { trial }),
    ).toEqual(['seed-missing'])
  })

  it('says that a trial failed', async () => {
    const failing = {
      ...subject(renderer()),
      ask: () => Promise.reject(new SubjectFailure({ code: 'x', failure: 'server', what: 'It is down.' })),
    }
    expect(await preflight(failing, [request()], { trial })).toMatchObject([
      { code: 'trial-failed', severity: 'notice', what: expect.stringContaining('It is down.') },
    ])
  })

  it('asks nothing without leave', async () => {
    let asked = 0
    const counting = subject(renderer(), () => {
      asked++
      return { text: 'x', stopReason: 'stop' }
    })
    await preflight(counting, [request()], { dialect: hermes })
    expect(asked).toBe(0)
  })
})
