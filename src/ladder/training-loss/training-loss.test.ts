import { describe, expect, it } from 'vitest'
import { callText, caseOf, corpusOf, example } from '../../../test/generators/lenient-evidence.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { SubjectRequestKind } from '../../subject/request.js'
import { hermes } from '../../toolcall/dialects/hermes.js'
import { vectrayx } from '../../toolcall/dialects/vectrayx.js'
import { TrainingLossReader } from './training-loss-reader.js'
import { trainingLossCases, trainingLossSamples } from './training-loss-samples.js'

const call = callText('find_place', { place: 'Bright Lake' })
const corpus = corpusOf([example(1, 'Where is Bright Lake?', call), example(2, 'Hello.', 'Good evening.')])
const cases = [
  caseOf(1, {
    prompt: 'Where is Bright Lake?',
    call: ['find_place', { place: 'Bright Lake' }],
    example: '1',
  }),
  caseOf(2, { prompt: 'Hello.', example: '2' }),
  caseOf(3, { prompt: 'Where is it?', battery: 'novel', example: '1' }),
  caseOf(4, { prompt: 'Of no row.' }),
]
const subjectOf = (...answers: readonly SubjectRequestKind[]) => ({
  answers: new Set(answers),
  prompts: { render: async () => ({ text: 'PROMPT', tokenIds: [1, 2, 3] }) },
})
const base = { corpus, dialect: vectrayx, seed: 0 }

describe('trainingLossSamples', () => {
  it('ask for the very answer of each verbatim row, behind the ids of the prompt that the subject sees', async () => {
    const samples = await trainingLossSamples(cases, { ...base, subject: subjectOf('chat', 'continuation') })
    expect(samples.map(({ item, request }) => [item, request])).toEqual([
      ['verbatim/1', { kind: 'continuation', prompt: [1, 2, 3], continuation: call, most: 128 }],
      ['verbatim/2', { kind: 'continuation', prompt: [1, 2, 3], continuation: 'Good evening.', most: 128 }],
    ])
  })

  it('write calls as the subject does, where the corpus writes them in another way', async () => {
    const plan = { ...base, dialect: hermes, subject: { answers: new Set(['continuation'] as const) } }
    const [first, second] = await trainingLossSamples(cases, plan)
    expect(first?.request).toMatchObject({
      continuation: expect.stringMatching(/^<tool_call>\s*\{"name": ?"find_place"/),
      prompt: expect.stringContaining('Where is Bright Lake?'),
    })
    expect(second?.request).toMatchObject({ continuation: 'Good evening.' })
  })

  it('are none for a subject that cannot say, and at most eight', async () => {
    expect(
      await trainingLossSamples(cases, { ...base, subject: subjectOf('chat', 'next-token', 'choices') }),
    ).toEqual([])
    const many = Array.from({ length: 20 }, (_, at) => caseOf(at, { prompt: `${at}`, example: '1' }))
    expect(trainingLossCases(many).map(({ id }) => id)).toEqual(many.slice(0, 8).map(({ id }) => id))
  })
})

const stored = (item: string, more: Partial<StoredSample>): StoredSample => ({
  benchmark: 'verbatim',
  item,
  trial: 0,
  where: 'here',
  ...more,
})

describe('TrainingLossReader', () => {
  it('adds up the tokens of a row, the later sample of two, and passes others over', () => {
    const reader = new TrainingLossReader(cases)
    reader.take(stored('verbatim/1', { continuation: [{ logprob: -9 }] }))
    reader.take(stored('verbatim/1', { continuation: [{ logprob: -0.5 }, { logprob: -1.5 }] }))
    reader.take(stored('verbatim/2', { continuation: [{ logprob: -100, bound: 'at-most' }] }))
    reader.take(stored('novel/3', { continuation: [{ logprob: -1 }] }))
    expect(reader.finish({ vocabularySize: 10, whenNothing: 'nobody asked' })).toEqual({
      rows: [
        { case: cases[0], tokens: 2, loss: 2, isBound: false },
        { case: cases[1], tokens: 1, loss: 100, isBound: true },
      ],
      vocabularySize: 10,
    })
  })

  it('says why rows are missing: the error of one, else what it is told', () => {
    const reader = new TrainingLossReader(cases)
    expect(reader.finish({ whenNothing: 'nobody asked' })).toEqual({ rows: [], missing: 'nobody asked' })
    reader.take(stored('verbatim/1', { error: { kind: 'overflow', code: 'x', message: 'too long' } }))
    expect(reader.finish({ whenNothing: 'nobody asked' })).toMatchObject({ rows: [], missing: 'too long' })
    reader.take(stored('verbatim/1', { output: { text: '', stopReason: 'stop' } }))
    expect(reader.finish({ whenNothing: '' }).missing).toMatch(/gave no probabilities/)
    expect(new TrainingLossReader([]).finish({ whenNothing: 'no row' })).toEqual({
      rows: [],
      missing: 'no row',
    })
  })
})
