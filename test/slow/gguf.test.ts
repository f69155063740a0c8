import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostTemplates } from '../../src/adapters/chat-template.js'
import { hostClock } from '../../src/adapters/clock.js'
import { hostFiles } from '../../src/adapters/files.js'
import { hostHttp } from '../../src/adapters/http.js'
import { ggufEmbedders } from '../../src/adapters/models/embeddings-gguf.js'
import { ggufKind } from '../../src/adapters/models/gguf.js'
import type { Tool } from '../../src/catalog/tool.js'
import type { SubjectOptions } from '../../src/subject/kind.js'
import { openSubject } from '../../src/subject/open.js'
import { preflight } from '../../src/subject/preflight.js'
import type { ChatRequest } from '../../src/subject/request.js'
import type { AskContext, Subject } from '../../src/subject/subject.js'
import { type Bigram, bigramGguf } from '../generators/bigram-gguf.js'

/*
 * Runs where node-llama-cpp is installed: `npm ci --prefix test/assets/local-models`. The part on a real model runs
 * where it was fetched: `node test/assets/chat-templates.mjs`.
 */
const peers = resolve(process.env.ASSAY_PEERS ?? 'test/assets/local-models')
const hasEngine = existsSync(join(peers, 'node_modules/node-llama-cpp'))
const realModel = resolve('.cache/chat-templates/smollm2/model.gguf')

const TOKENS = ['<s>', '<|im_start|>', '<|im_end|>', 'Ċ', 'Ġ', ...'abcdefghijklmnopqrstuvwxyz', 'é', '"', '_']
const idOf = (token: string): number => TOKENS.indexOf(token)
const TEMPLATE =
  "{{ bos_token }}{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}" +
  "{% if tools %}{% for t in tools %}{{ t['function']['name'] }} {% endfor %}{% endif %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"

/** Any numbers will do; these differ for each pair. */
const logit = (last: number, next: number): number =>
  3 * Math.sin(1.7 * last + 2.9 * next + 0.4 * last * next)

function logprob(last: number, next: number): number {
  let sum = 0
  for (let other = 0; other < TOKENS.length; other++) sum += Math.exp(logit(last, other))
  return logit(last, next) - Math.log(sum)
}

const BIGRAM: Bigram = {
  tokens: TOKENS,
  control: [0, 1, 2],
  bos: 0,
  eos: 2,
  addsBos: true,
  template: TEMPLATE,
  logit,
}

const tool: Tool = {
  name: 'look_up',
  inputSchema: { type: 'object', properties: {} },
  source: { format: 'assay', at: 'test' },
}
const asked: AskContext = { signal: new AbortController().signal, timeoutMs: 60_000 }
const chat = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  kind: 'chat',
  messages: [{ role: 'user', content }],
  tools: [],
  settings: { maxTokens: 12, temperature: 0 },
  ...more,
})

function open(path: string, options: SubjectOptions = {}): Promise<Subject> {
  return openSubject(
    `gguf:${path}`,
    {
      files: hostFiles,
      http: hostHttp,
      clock: hostClock,
      notify: () => undefined,
      templates: hostTemplates(),
      variable: () => undefined,
      mayExecute: true,
      options,
    },
    [ggufKind],
  )
}

describe.skipIf(!hasEngine)('gguf: (needs npm ci --prefix test/assets/local-models)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-gguf-'))
  const path = join(folder, 'bigram.gguf')
  let subject: Subject

  beforeAll(async () => {
    process.env.ASSAY_PEERS = peers
    writeFileSync(path, bigramGguf(BIGRAM))
    subject = await open(path)
  })
  afterAll(async () => {
    await subject?.close?.()
    rmSync(folder, { recursive: true, force: true })
  })

  it('gives the whole distribution of the next token in closed form', async () => {
    const last = idOf('k')
    const { firstTokens = [] } = await subject.ask(
      {
        kind: 'next-token',
        prompt: [0, idOf('b'), last],
        candidates: ['a', idOf('z'), '<|im_end|>'],
        top: TOKENS.length,
      },
      asked,
    )
    expect(firstTokens.slice(0, 3).map(({ id }) => id)).toEqual([idOf('a'), idOf('z'), 2])
    expect(firstTokens).toHaveLength(TOKENS.length)
    for (const { id = -1, logprob: value } of firstTokens) expect(value).toBeCloseTo(logprob(last, id), 4)
    expect(firstTokens.reduce((sum, { logprob: value }) => sum + Math.exp(value), 0)).toBeCloseTo(1, 6)
  })

  it('orders the likeliest after those asked for', async () => {
    const { firstTokens = [] } = await subject.ask(
      { kind: 'next-token', prompt: '<s>ab', candidates: ['q'], top: 3 },
      asked,
    )
    const likeliest = TOKENS.map((_, id) => id).sort((a, b) => logprob(idOf('b'), b) - logprob(idOf('b'), a))
    expect(firstTokens.map(({ id }) => id)).toEqual([...new Set([idOf('q'), ...likeliest.slice(0, 3)])])
  })

  it('is held to a schema', async () => {
    expect(subject.answers.has('json-schema')).toBe(true)
    for (const answerSchema of [{ const: 'ab' }, { enum: ['zz', 'qa'] }] as const) {
      const { output } = await subject.ask(chat('abc', { answerSchema }), asked)
      const said: unknown = JSON.parse(output.text ?? '')
      expect('enum' in answerSchema ? answerSchema.enum : [answerSchema.const]).toContain(said)
      expect(output.stopReason).toBe('stop')
    }
    const free = await subject.ask(chat('abc'), asked)
    expect(() => JSON.parse(free.output.text ?? '')).toThrow()
  })

  it('goes on greedily as the closed form does, special tokens kept, up to the end of the turn', async () => {
    const expected: number[] = []
    for (let last = idOf('h'); expected.length < 12 && expected.at(-1) !== 2; last = expected.at(-1) ?? 0) {
      let best = 0
      for (let next = 1; next < TOKENS.length; next++) if (logit(last, next) > logit(last, best)) best = next
      expected.push(best)
    }
    const { output, promptIds, usage } = await subject.ask(
      { kind: 'completion', prompt: 'h', settings: { maxTokens: 12 } },
      asked,
    )
    expect(promptIds).toEqual([0, idOf('h')])
    expect(output.tokenIds).toEqual(expected)
    expect(output.stopReason).toBe(expected.at(-1) === 2 ? 'stop' : 'length')
    expect(output.text).toBe(
      expected.map((id) => (TOKENS[id] ?? '').replace('Ċ', '\n').replace('Ġ', ' ')).join(''),
    )
    expect(usage).toEqual({ promptTokens: 2, completionTokens: expected.length })
  })

  it('scores choices of several tokens by their joint probability, and branches without a trace', async () => {
    const request = chat('x', { choices: ['b', 'yes', 'no'] })
    const prompt = await subject.prompts?.render(request)
    const last = prompt?.tokenIds?.at(-1) ?? -1
    expect(last).toBe(3)
    const joint = (label: string): number =>
      [...label].reduce<readonly [number, number]>(
        ([sum, before], letter) => [sum + logprob(before, idOf(letter)), idOf(letter)],
        [0, last],
      )[0]
    const { choices = {}, choiceMethod, output } = await subject.ask(request, asked)
    expect(choiceMethod).toBe('logprobs')
    for (const label of ['b', 'yes', 'no']) expect(choices[label]).toBeCloseTo(joint(label), 4)
    const best = ['b', 'yes', 'no'].reduce((a, b) => (joint(b) > joint(a) ? b : a))
    expect(output.text).toBe(best)
    expect((await subject.ask(request, asked)).choices).toEqual(choices)
  })

  it('samples by seed from the whole distribution', async () => {
    const draw = async (seed: number): Promise<string> => {
      const settings = { maxTokens: 1, temperature: 1, seed }
      return String((await subject.ask({ kind: 'completion', prompt: 'h', settings }, asked)).output.tokenIds)
    }
    expect(await draw(7)).toBe(await draw(7))
    const counts = new Map<number, number>()
    const draws = 600
    for (let seed = 0; seed < draws; seed++) {
      const id = Number(await draw(seed))
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    // Pearson's statistic over the tokens that are expected five times or more, the rest as one: 99.9 % lie below.
    let statistic = 0
    let cells = 0
    let [restSeen, restExpected] = [0, 0]
    for (const id of TOKENS.keys()) {
      const expected = draws * Math.exp(logprob(idOf('h'), id))
      const seen = counts.get(id) ?? 0
      if (expected < 5) {
        restSeen += seen
        restExpected += expected
        continue
      }
      statistic += (seen - expected) ** 2 / expected
      cells++
    }
    if (restExpected > 0) statistic += (restSeen - restExpected) ** 2 / restExpected
    expect(statistic).toBeLessThan(cells + 4.5 * Math.sqrt(2 * cells))
  })

  it('draws each token anew', async () => {
    const even = join(folder, 'even.gguf')
    writeFileSync(even, bigramGguf({ ...BIGRAM, logit: (_, next) => (next < 5 ? -30 : 0) }))
    const drawing = await open(even)
    const settings = { maxTokens: 200, temperature: 1, seed: 5 }
    const { output } = await drawing.ask({ kind: 'completion', prompt: 'h', settings }, asked)
    await drawing.close?.()
    const ids = output.tokenIds ?? []
    expect(ids).toHaveLength(200)
    // Of 29 tokens 200 draws miss 0.03 on average; repeats of one draw would show as few.
    expect(new Set(ids).size).toBeGreaterThan(24)
    expect(ids.filter((id, at) => id === ids[at - 1]).length).toBeLessThan(25)
  })

  it('ends at a stop text and leaves it out', async () => {
    const free = await subject.ask({ kind: 'completion', prompt: 'h', settings: { maxTokens: 8 } }, asked)
    const stop = (free.output.text ?? '').slice(2, 4)
    const { output } = await subject.ask(
      { kind: 'completion', prompt: 'h', settings: { maxTokens: 8, stop: [stop] } },
      asked,
    )
    expect(output).toMatchObject({
      text: (free.output.text ?? '').split(stop)[0],
      stopReason: 'stop',
      stopDetail: stop,
    })
  })

  it('begins a prompt once, whether template, tokenizer or neither writes the beginning', async () => {
    for (const prompt of ['ab', '<s>ab']) {
      const { promptIds } = await subject.ask({ kind: 'next-token', prompt, candidates: [] }, asked)
      expect(promptIds).toEqual([0, idOf('a'), idOf('b')])
    }
    const { promptIds = [] } = await subject.ask(chat('ab'), asked)
    expect(promptIds.filter((id) => id === 0)).toHaveLength(1)
  })

  it('tells tools through the template, and passes preflight', async () => {
    const request = chat('go', { tools: [tool] })
    expect((await subject.prompts?.render(request))?.text).toContain('look_up ')
    const findings = await preflight(subject, [request], {})
    expect(findings.filter(({ severity }) => severity === 'blocking')).toEqual([])
  })

  it('refuses to hide tools that the template leaves out, unless a dialect tells them', async () => {
    const without = join(folder, 'without-tools.gguf')
    writeFileSync(without, bigramGguf({ ...BIGRAM, template: "{{ messages[0]['content'] }}" }))
    const silent = await open(without)
    await expect(silent.ask(chat('go', { tools: [tool] }), asked)).rejects.toMatchObject({
      code: 'template-without-tools',
    })
    await silent.close?.()
    const told = await open(without, { dialect: 'hermes' })
    expect((await told.prompts?.render(chat('go', { tools: [tool] })))?.text).toContain('look_up')
    await told.close?.()
  })

  it('says that a prompt is too long, and goes on with the next', async () => {
    await expect(subject.ask(chat('ab'.repeat(200)), asked)).rejects.toMatchObject({
      failure: 'overflow',
      retryable: false,
    })
    await expect(subject.ask(chat('ab'), asked)).resolves.toMatchObject({
      output: { stopReason: expect.any(String) },
    })
  })

  it('fills the context to its end and no further', async () => {
    const short = await open(path, { extra: { contextSize: 16 } })
    const { output } = await short.ask(
      { kind: 'completion', prompt: 'h', settings: { maxTokens: 100 } },
      asked,
    )
    expect((output.tokenIds ?? []).length).toBeLessThanOrEqual(14)
    await short.close?.()
    await expect(open(path, { extra: { contextSize: 0 } })).rejects.toMatchObject({ code: 'subject-options' })
  })

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort()
    await expect(subject.ask(chat('ab'), { signal, timeoutMs: 1000 })).rejects.toMatchObject({
      failure: 'stopped',
    })
  })

  it('refuses what is no GGUF file, a part of one, and tokens that are not there', async () => {
    const bytes = bigramGguf(BIGRAM)
    const write = (name: string, content: Uint8Array | string): string => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    await expect(open(write('no.gguf', 'not a model at all, only a text'))).rejects.toMatchObject({
      code: 'gguf-broken',
    })
    await expect(open(write('cut.gguf', bytes.subarray(0, bytes.length - 64)))).rejects.toMatchObject({
      code: 'gguf-truncated',
    })
    await expect(open(write('head.gguf', bytes.subarray(0, 400)))).rejects.toMatchObject({
      code: 'gguf-broken',
    })
    // Two tokens of one text end the engine's whole process.
    const doubled = bigramGguf({ ...BIGRAM, tokens: TOKENS.map((token) => token.replace('z', 'y')) })
    await expect(open(write('doubled.gguf', doubled))).rejects.toMatchObject({
      code: 'gguf-unloadable',
      message: expect.stringContaining('SIGABRT'),
    })
    await expect(open(join(folder, 'none.gguf'))).rejects.toMatchObject({ code: 'file-missing' })
    await expect(
      subject.ask({ kind: 'next-token', prompt: [99], candidates: [] }, asked),
    ).rejects.toMatchObject({ code: 'token-unknown' })
    await expect(
      subject.ask({ kind: 'next-token', prompt: 'a', candidates: ['ab'] }, asked),
    ).rejects.toMatchObject({ code: 'candidate-tokens' })
  })

  it('embeds a text by the model', async () => {
    const embedder = await ggufEmbedders.open(path)
    const [first, second, again] = await embedder.embed(['ab', 'xyz', 'ab'])
    expect(first).toHaveLength(64)
    expect(first).toEqual(again)
    expect(first).not.toEqual(second)
    await embedder.close()
  })
})

describe.skipIf(!hasEngine || !existsSync(realModel))(
  'gguf: on SmolLM2-135M-Instruct (needs node test/assets/chat-templates.mjs)',
  () => {
    let subject: Subject
    beforeAll(async () => {
      process.env.ASSAY_PEERS = peers
      subject = await open(realModel, { dialect: 'hermes' })
    })
    afterAll(() => subject?.close?.())

    it('answers a question by its own template', async () => {
      const { output } = await subject.ask(
        chat('Hello!', { settings: { maxTokens: 80, temperature: 0 } }),
        asked,
      )
      expect(output).toMatchObject({ stopReason: 'stop', stopDetail: '<|im_end|>' })
      expect(output.text).toMatch(/^Hello[^]*<\|im_end\|>$/)
    })

    it('writes nothing but the JSON that a schema asks for', async () => {
      const answerSchema = {
        type: 'object',
        properties: { colour: { type: 'string', enum: ['red', 'green'] }, bright: { type: 'boolean' } },
      }
      const settings = { maxTokens: 80, temperature: 0 }
      const { output } = await subject.ask(chat('Which colour has grass?', { answerSchema, settings }), asked)
      expect(output.stopReason).toBe('stop')
      expect(JSON.parse(output.text ?? '')).toEqual({
        colour: expect.stringMatching(/^(?:red|green)$/),
        bright: expect.any(Boolean),
      })
    })

    it('reads prompts back as it wrote them', async () => {
      const request = chat('What is the weather in Zürich?', { tools: [tool] })
      const prompt = await subject.prompts?.render(request)
      expect(await subject.prompts?.detokenize?.(prompt?.tokenIds ?? [])).toBe(prompt?.text)
      expect(
        (await preflight(subject, [request], {})).filter(({ severity }) => severity === 'blocking'),
      ).toEqual([])
    })
  },
)
