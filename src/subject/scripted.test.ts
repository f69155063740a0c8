import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../test/contract/fake-embeddings.js'
import type { Tool } from '../catalog/tool.js'
import type { JsonValue } from '../text/json.js'
import { readJsonText } from '../text/jsonl.js'
import { hermes } from '../toolcall/dialects/hermes.js'
import { parseOutput } from '../toolcall/parse-output.js'
import { toolTable } from '../toolcall/tool-table.js'
import type { ChatRequest } from './request.js'
import { readScript } from './script.js'
import { scriptedSubject } from './scripted.js'
import type { AskContext } from './subject.js'

/** As JSON text gives it. */
const json = (value: unknown): JsonValue => readJsonText(JSON.stringify(value), { path: 'script.json' })
const play = (script: unknown, clock = fakeClock()) =>
  scriptedSubject(readScript(json(script), 'script.json'), { clock })
const asked = (more: Partial<AskContext> = {}): AskContext => ({
  signal: new AbortController().signal,
  timeoutMs: 1000,
  ...more,
})
const tool: Tool = {
  name: 'get_weather',
  inputSchema: { type: 'object' },
  source: { format: 'assay', at: 'test' },
}
const chat = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  kind: 'chat',
  messages: [{ role: 'user', content }],
  tools: [],
  settings: {},
  ...more,
})
const sample = (item: string, trial = 0) => ({ benchmark: 'b', item, trial })

describe('scriptedSubject', () => {
  it('answers by the first rule that fits', async () => {
    const subject = play({
      rules: [
        {
          when: { contains: ['weather', 'Lima'], tool: 'get_weather' },
          answer: { calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }] },
        },
        { when: { matches: '^(hi|hello)\\b' }, answer: 'Good day.' },
        { when: { equals: 'weather in Lima' }, answer: 'No tool.' },
        { when: { item: 'q7', trial: 1 }, answer: 'the second trial' },
        { when: { after: 'tool' }, answer: 'It is 20 °C.' },
        { when: { kind: 'completion' }, answer: { text: ' world', stopReason: 'max_tokens' } },
      ],
      otherwise: { text: 'What?' },
    })
    const said = async (request: Parameters<typeof subject.ask>[0], context = asked()) =>
      (await subject.ask(request, context)).output
    expect(JSON.parse((await said(chat('weather in Lima', { tools: [tool] }))).message ?? '')).toMatchObject({
      tool_calls: [{ function: { name: 'get_weather', arguments: '{"city":"Lima"}' } }],
    })
    expect((await said(chat('weather in Lima'))).text).toBe('No tool.')
    expect((await said(chat('hello there'))).text).toBe('Good day.')
    expect((await said(chat('x'), asked({ sample: sample('q7', 1) }))).text).toBe('the second trial')
    expect((await said(chat('x'), asked({ sample: sample('q7') }))).text).toBe('What?')
    const messages = [
      { role: 'user', content: 'x' },
      { role: 'tool', content: '20' },
    ] as const
    expect((await said(chat('', { messages }))).text).toBe('It is 20 °C.')
    const completion = { kind: 'completion', prompt: 'hello, no', settings: {} } as const
    expect((await said(completion)).text).toBe('Good day.')
    expect(await said({ ...completion, prompt: 'x' })).toEqual({ text: ' world', stopReason: 'length' })
  })

  it('writes calls in the dialect of the script, so that they are read back', async () => {
    const subject = play({
      dialect: 'hermes',
      otherwise: { text: 'I look.', calls: [{ name: 'get_weather', arguments: { city: 'Lima' } }] },
    })
    const { output } = await subject.ask(chat('x'), asked())
    expect(subject.facts.dialect).toBe('hermes')
    const { strict } = parseOutput({ text: output.text ?? '' }, { dialect: hermes, tools: toolTable([tool]) })
    expect(strict.calls).toMatchObject([{ name: 'get_weather', arguments: { city: 'Lima' } }])
    expect(output.text).toContain('I look.')
  })

  it.each([
    ['repeat', ['a', 'b', 'b', 'b']],
    ['cycle', ['a', 'b', 'a', 'b']],
  ])('gives answers in order, and afterwards: %s', async (afterwards, texts) => {
    const subject = play({ rules: [{ answers: ['a', 'b'], afterwards }] })
    for (const text of texts) expect((await subject.ask(chat('x'), asked())).output.text).toBe(text)
  })

  it.each([
    [{}, /fail: as the script says\.$/m],
    [{ message: 'Too many.' }, /fail: Too many\.$/m],
    [{ message: 'too many' }, /fail: too many\.$/m],
  ])('tells of a fault in a sentence: %j', async (more, sentence) => {
    const subject = play({ rules: [{ answer: { fault: 'server', ...more } }] })
    await expect(subject.ask(chat('x'), asked())).rejects.toThrow(sentence)
  })

  it('counts by rule, or for each sample by itself', async () => {
    const subject = play({
      rules: [
        { each: 'item', answers: [{ fault: 'rate-limit', retryAfterMs: 40 }, 'now'], afterwards: 'fail' },
      ],
    })
    for (const item of ['q1', 'q2']) {
      const context = asked({ sample: sample(item) })
      await expect(subject.ask(chat('x'), context)).rejects.toMatchObject({
        failure: 'rate-limit',
        retryAfterMs: 40,
        retryable: true,
      })
      expect((await subject.ask(chat('x'), context)).output.text).toBe('now')
      await expect(subject.ask(chat('x'), context)).rejects.toMatchObject({
        code: 'scripted-silent',
        retryable: false,
      })
    }
  })

  it('waits as long as it is told, and no longer than the sample may take', async () => {
    const clock = fakeClock()
    const subject = play(
      { latencyMs: 20, rules: [{ answers: ['a', { text: 'b', latencyMs: 3000 }] }] },
      clock,
    )
    await subject.ask(chat('x'), asked())
    await expect(subject.ask(chat('x'), asked())).rejects.toMatchObject({ failure: 'timeout' })
    expect(clock.sleeps).toEqual([20, 1000])
    await expect(subject.ask(chat('x'), asked({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      failure: 'stopped',
    })
  })

  it('gives probabilities', async () => {
    const told = {
      firstTokens: [{ text: 'A', logprob: -0.1 }],
      firstEntropy: 0.4,
      continuation: [{ id: 3, logprob: -0.2 }],
    }
    const subject = play({
      otherwise: {
        choices: { A: -0.1, B: -2.5 },
        ...told,
      },
    })
    expect([...subject.answers]).toEqual(
      expect.arrayContaining(['choices', 'logprobs', 'next-token', 'continuation']),
    )
    expect(await subject.ask(chat('x', { choices: ['A', 'B'] }), asked())).toMatchObject({
      choices: { A: -0.1, B: -2.5 },
      choiceMethod: 'logprobs',
      ...told,
    })
  })

  it.each([
    [{}, /no rules/],
    [{ rule: [] }, /Did you mean "rules"/],
    [{ rules: {} }, /no list/],
    [{ rules: [{}] }, /either one "answer"/],
    [{ rules: [{ answers: [] }] }, /empty[^]*rules\[0\]/],
    [{ rules: [{ answer: 'x', when: { contain: 'y' } }] }, /Did you mean "contains"/],
    [{ rules: [{ answer: 'x', when: { matches: '(' } }] }, /no pattern of RE2/],
    [{ rules: [{ answer: 'x', when: { matches: '(?=x)' } }] }, /no pattern of RE2/],
    [{ rules: [{ answer: 'x', each: 'turn' }] }, /none of rule, item/],
    [{ rules: [{ answer: { fault: 'flood' } }] }, /none of transport/],
    [{ rules: [{ answer: { txt: 'x' } }] }, /says nothing/],
    [{ rules: [{ answer: { text: 'x', firstEntropy: -1 } }] }, /"firstEntropy" is below 0/],
    [{ rules: [{ answer: { continuation: [{ logprob: 2 }] } }] }, /"logprob" of "continuation" is 2/],
    [{ rules: [{ answer: { text: 'x', latencyMs: -1 } }] }, /milliseconds/],
    [{ dialect: 'hermess', otherwise: 'x' }, /Did you mean "hermes"/],
    [[], /no object/],
  ])('refuses %j', (script, reason) => {
    expect(() => play(script)).toThrow(reason)
  })
})
