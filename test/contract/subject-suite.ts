import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyInputSchema, type Tool } from '../../src/catalog/tool.js'
import { SubjectFailure } from '../../src/subject/failure.js'
import type { SubjectReply } from '../../src/subject/reply.js'
import type { ChatRequest, SubjectRequest } from '../../src/subject/request.js'
import type { AskContext, Subject } from '../../src/subject/subject.js'
import type { JsonObject } from '../../src/text/json.js'
import { parseJson } from '../../src/text/json.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { parseOutput } from '../../src/toolcall/parse-output.js'
import { toolTable } from '../../src/toolcall/tool-table.js'

export interface SubjectSuite {
  readonly name: string
  readonly open: () => Promise<Subject> | Subject
  /** Values that must appear nowhere in what the subject says of itself and answers. */
  readonly secrets?: readonly string[]
  /** What the laws ask, where the subject answers only some requests, as a recording does. */
  readonly asks?: Partial<ContractAsks>
  /** Laws that do not hold for this subject, each with the reason. */
  readonly exceptions?: Readonly<Partial<Record<SubjectLaw, string>>>
}

/** The laws that a subject may be excepted from. */
export type SubjectLaw =
  | 'its dialect reads its messages'
  | 'answers stay apart when many are asked at once'
  | 'a request of a kind that it does not answer is refused'
  | 'an aborted request ends soon'

export interface ContractAsks {
  readonly chat: ChatRequest
  readonly choices: ChatRequest
  readonly prompt: string | readonly number[]
  /** Candidates of the next token after `prompt`. */
  readonly candidates: readonly (number | string)[]
}

const settings = { maxTokens: 64, temperature: 0, seed: 7 } as const

const weatherSchema: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city'],
}

/** Tools that every suite offers. */
export const contractTools: readonly Tool[] = [
  {
    name: 'get_weather',
    description: 'Weather of a city for some days',
    inputSchema: weatherSchema,
    source: { format: 'contract', at: 'get_weather' },
  },
  { name: 'list_boats', inputSchema: emptyInputSchema(), source: { format: 'contract', at: 'list_boats' } },
]

const defaults: ContractAsks = {
  chat: {
    kind: 'chat',
    messages: [
      { role: 'system', content: 'You help sailors.' },
      { role: 'user', content: 'How is the weather in Bergen?' },
    ],
    tools: contractTools,
    toolChoice: 'auto',
    settings,
  },
  choices: {
    kind: 'chat',
    messages: [{ role: 'user', content: 'Is Bergen in Norway? Answer yes or no.' }],
    tools: [],
    settings: { ...settings, maxTokens: 1 },
    choices: ['yes', 'no'],
  },
  prompt: 'Is Bergen in Norway?',
  candidates: ['yes', 'no'],
}

/** Laws of every subject; subjects of users can be run through them, too. */
export function describeSubject({ name, open, secrets = [], asks, exceptions = {} }: SubjectSuite): void {
  const { chat, choices, prompt, candidates } = { ...defaults, ...asks }
  const context: AskContext = { signal: new AbortController().signal, timeoutMs: 10_000 }

  describe(`subject ${name}`, () => {
    let subject: Subject
    const law = (which: SubjectLaw, check: () => Promise<void>): void => {
      const reason = exceptions[which]
      if (reason === undefined) it(which, check)
      else it.skip(`${which} (excepted: ${reason})`, check)
    }
    const ask = async (request: SubjectRequest): Promise<SubjectReply> => {
      const reply = await subject.ask(request, context)
      expectReply(reply)
      expectNoSecret(reply)
      return reply
    }
    const expectNoSecret = (value: unknown): void => {
      const text = JSON.stringify(value, (_, inner: unknown) =>
        inner instanceof Uint8Array
          ? new TextDecoder().decode(inner)
          : inner instanceof Set
            ? [...inner]
            : inner,
      )
      for (const secret of secrets) expect(text).not.toContain(secret)
    }

    beforeAll(async () => {
      subject = await open()
    })
    afterAll(async () => {
      await subject?.close?.()
    })

    it('says who it is, without secrets', () => {
      const { spec, label, facts, endpoint, maxConcurrency, answers, price } = subject
      for (const text of [spec, label, facts.model, endpoint]) expect(text).toMatch(/\S/)
      expect(maxConcurrency).toBeGreaterThanOrEqual(1)
      expect(answers.size).toBeGreaterThan(0)
      expectNoSecret({ spec, label, facts, endpoint, price })
      if (facts.dialect !== undefined) expect(dialects.map(({ id }) => id)).toContain(facts.dialect)
    })

    it('answers a conversation, verbatim', async ({ skip }) => {
      if (!subject.answers.has('chat')) return skip('it takes no conversations')
      const { output } = await ask(chat)
      expect(output.text !== undefined || output.message !== undefined).toBe(true)
      if (output.message !== undefined)
        expect(parseJson(output.message, { duplicateKeys: 'last' }).kind).toBe('value')
      if (subject.answers.has('token-ids')) expect(output.tokenIds).toBeDefined()
    })

    law('its dialect reads its messages', async () => {
      const dialect = dialects.find(({ id }) => id === subject.facts.dialect)
      if (!subject.answers.has('chat') || dialect === undefined) return
      const { output } = await ask(chat)
      const said = dialect.isApi === true ? output.message : output.text
      if (said === undefined) return
      const { outcome, strict } = parseOutput({ text: said }, { dialect, tools: toolTable(contractTools) })
      expect(outcome).not.toBe('attempted')
      if (outcome === 'called') expect(strict.calls.map((call) => call.name)).toEqual(['get_weather'])
    })

    law('answers stay apart when many are asked at once', async () => {
      if (!subject.answers.has('chat')) return
      const alone = await ask(chat)
      const together = await Promise.all(Array.from({ length: 12 }, () => ask(chat)))
      for (const { output } of together) {
        expect(output.message).toBe(alone.output.message)
        expect(output.text).toBe(alone.output.text)
      }
    })

    it('honours choices, and says how', async ({ skip }) => {
      if (!subject.answers.has('choices')) return skip('it does not answer choices')
      const reply = await ask(choices)
      expect(['logprobs', 'constrained']).toContain(reply.choiceMethod)
      const labels = choices.choices ?? []
      for (const [label, logprob] of Object.entries(reply.choices ?? {})) {
        expect(labels).toContain(label)
        expect(logprob).toBeLessThanOrEqual(0)
      }
      if (reply.choiceMethod === 'constrained') {
        expect(labels.map((label) => label.toLowerCase())).toContain(reply.output.text?.trim().toLowerCase())
      }
    })

    it('lists the likeliest first tokens, likeliest first', async ({ skip }) => {
      if (!subject.answers.has('logprobs')) return skip('it gives no probabilities')
      const request: SubjectRequest = subject.answers.has('completion')
        ? { kind: 'completion', prompt, settings, topLogprobs: 3 }
        : { ...chat, tools: [], topLogprobs: 3 }
      const { firstTokens = [] } = await ask(request)
      expect(firstTokens.length).toBeGreaterThan(0)
      const logprobs = firstTokens.map(({ logprob }) => logprob)
      expect([...logprobs].sort((left, right) => right - left)).toEqual(logprobs)
    })

    it('continues a prompt', async ({ skip }) => {
      if (!subject.answers.has('completion')) return skip('it continues no prompts')
      const { output } = await ask({ kind: 'completion', prompt, settings })
      expect(output.text).toBeTypeOf('string')
      if (subject.answers.has('token-ids')) expect(output.tokenIds).toBeDefined()
    })

    it('gives the probabilities of tokens that are asked for, in their order', async ({ skip }) => {
      if (!subject.answers.has('next-token')) return skip('it gives no next-token probabilities')
      const { firstTokens = [] } = await ask({ kind: 'next-token', prompt, candidates, top: 3 })
      expect(firstTokens.length).toBeGreaterThanOrEqual(candidates.length)
      for (const [at, candidate] of candidates.entries()) {
        const token = firstTokens[at]
        expect(typeof candidate === 'number' ? token?.id : token?.text).toBe(candidate)
      }
      const mass = firstTokens.reduce(
        (sum, { logprob, bound }) => (bound === undefined ? sum + Math.exp(logprob) : sum),
        0,
      )
      expect(mass).toBeLessThanOrEqual(1 + 1e-6)
      const rest = firstTokens.slice(candidates.length).map(({ logprob }) => logprob)
      expect([...rest].sort((left, right) => right - left)).toEqual(rest)
    })

    it('weighs a given text token by token', async ({ skip }) => {
      if (!subject.answers.has('continuation')) return skip('it does not say how likely a text is')
      const weigh = async (most: number) => {
        const reply = await ask({ kind: 'continuation', prompt, continuation: String(candidates[0]), most })
        return reply.continuation ?? []
      }
      const tokens = await weigh(8)
      expect(tokens.length).toBeGreaterThan(0)
      for (const { logprob } of tokens) expect(logprob).toBeLessThanOrEqual(0)
      expect(await weigh(1)).toEqual(tokens.slice(0, 1))
    })

    law('a request of a kind that it does not answer is refused', async () => {
      const requests: readonly SubjectRequest[] = [
        chat,
        { kind: 'completion', prompt, settings },
        { kind: 'next-token', prompt, candidates },
        { kind: 'continuation', prompt, continuation: 'yes' },
      ]
      for (const request of requests) {
        if (subject.answers.has(request.kind)) continue
        await expect(async () => subject.ask(request, context)).rejects.toMatchObject({ name: 'InputError' })
      }
    })

    law('an aborted request ends soon', async () => {
      const request = subject.answers.has('chat') ? chat : ({ kind: 'completion', prompt, settings } as const)
      const begun = performance.now()
      const asked = subject.ask(request, { ...context, signal: AbortSignal.abort() })
      const error: unknown = await asked.then(
        () => undefined,
        (failure: unknown) => failure,
      )
      expect(error).toBeInstanceOf(SubjectFailure)
      expect(error).toMatchObject({ failure: 'stopped', retryable: false })
      expect(performance.now() - begun).toBeLessThan(5_000)
    })
  })
}

function expectReply({ output, firstTokens = [], usage = {}, raw }: SubjectReply): void {
  expect(['stop', 'length', 'refused', 'unknown']).toContain(output.stopReason)
  if (raw !== undefined) expect(raw).toBeInstanceOf(Uint8Array)
  for (const { logprob } of firstTokens) {
    expect(Number.isFinite(logprob)).toBe(true)
    expect(logprob).toBeLessThanOrEqual(0)
  }
  for (const count of Object.values(usage)) expect(count).toBeGreaterThanOrEqual(0)
  if (output.tokenIds !== undefined) {
    for (const id of output.tokenIds) expect(Number.isSafeInteger(id)).toBe(true)
  }
}
