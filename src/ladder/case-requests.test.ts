import { describe, expect, it } from 'vitest'
import { madeCase } from '../../test/generators/ladder-readings.js'
import type { Subject } from '../subject/subject.js'
import { hermes } from '../toolcall/dialects/hermes.js'
import { answerSamples, caseChat, listedOpenings } from './case-requests.js'
import type { LadderCase } from './ladder-case.js'

const subject = (...answers: readonly ('chat' | 'completion')[]): Pick<Subject, 'answers' | 'facts'> => ({
  answers: new Set(answers),
  facts: { model: 'made' },
})
const options = { subject: subject('chat'), dialect: hermes, seed: 7 }
const one = madeCase({ id: 'a', calls: true })
const asking = (more: Partial<LadderCase['asking']>): LadderCase => ({
  ...one,
  asking: { ...one.asking, ...more },
})

describe('caseChat', () => {
  it('is greedy unless the case says otherwise, and offers tools only where they are offered', () => {
    expect(caseChat(one, options)).toEqual({
      kind: 'chat',
      messages: one.messages,
      tools: one.tools,
      settings: { maxTokens: 256, temperature: 0, seed: 7 },
    })
    const sampled = asking({ settings: { temperature: 0.7, maxTokens: 9, stop: ['x'] } })
    expect(caseChat({ ...sampled, offersTools: false }, options)).toMatchObject({
      tools: [],
      settings: { temperature: 0.7, maxTokens: 9, stop: ['x'], seed: 7 },
    })
  })
})

describe('answerSamples', () => {
  it('asks each trial under a seed of its own, and nothing of cases that generate nothing', () => {
    const samples = answerSamples([asking({ trials: 3 }), asking({ generates: false })], options)
    expect(
      samples.map(({ trial, seed, request }) => [
        trial,
        seed,
        'settings' in request && request.settings.seed,
      ]),
    ).toEqual([
      [0, 7, 7],
      [1, 8, 8],
      [2, 9, 9],
    ])
    expect(samples[0]).toMatchObject({ benchmark: 'verbatim', item: 'verbatim/a' })
  })

  it('writes the conversation out for a subject that only completes', () => {
    const [sample] = answerSamples([one], { ...options, subject: subject('completion') })
    expect(sample?.request).toEqual({
      kind: 'completion',
      prompt: hermes.render(one.messages, one.tools),
      settings: { maxTokens: 256, temperature: 0, seed: 7 },
    })
  })

  it('refuses a subject that does neither', () => {
    expect(() => answerSamples([one], { ...options, subject: subject() })).toThrow(
      /neither chats nor prompts[^]*made/,
    )
  })
})

describe('listedOpenings', () => {
  it('asks one token with the likeliest, of cases whose opening is looked at', () => {
    const samples = listedOpenings([one, asking({ probesOpening: false })], options)
    expect(samples).toHaveLength(1)
    expect(samples[0]?.request).toMatchObject({
      kind: 'chat',
      settings: { maxTokens: 1, temperature: 0 },
      topLogprobs: 20,
    })
    const [completed] = listedOpenings([one], { ...options, subject: subject('completion') })
    expect(completed?.request).toMatchObject({ kind: 'completion', topLogprobs: 20 })
  })
})
