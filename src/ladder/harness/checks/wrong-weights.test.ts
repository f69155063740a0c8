import { describe, expect, it } from 'vitest'
import {
  callText,
  caseOf,
  corpusOf,
  evidenceOf,
  example,
} from '../../../../test/generators/lenient-evidence.js'
import type { LadderSubject } from '../../ladder-evidence.js'
import { harnessRung } from '../../rungs/harness.js'
import type { TrainingLoss } from '../../training-loss/training-loss.js'

const subject: LadderSubject = {
  spec: 'x',
  label: 'x',
  facts: { model: 'x' },
  givesTokenIds: true,
  givesProbabilities: true,
}
const corpus = corpusOf([
  example(1, 'Where is Bright Lake?', callText('find_place', { place: 'Bright Lake' })),
])

/** Rows of ten tokens, four calls and then two of prose, by their nats a token. */
function judged(nats: readonly number[], more: Partial<TrainingLoss> = { vocabularySize: 586 }) {
  const rows = nats.map((loss, at) => ({
    case: caseOf(at, {
      prompt: 'Where is Bright Lake?',
      ...(at < 4 ? { call: ['find_place', { place: 'Bright Lake' }] as const } : {}),
    }),
    tokens: 10,
    loss: loss * 10,
    isBound: false,
  }))
  return harnessRung.judge(evidenceOf({ corpus, subject, trainingLoss: { rows, ...more } }))
}
const codes = (result: ReturnType<typeof judged>) => result.findings.map(({ code }) => code)

describe('wrong-weights', () => {
  it('blocks weights to which no training row is likelier than chance', () => {
    // As measured on a reference model whose tensors were shuffled: 11.4 to 13.3, where chance is ln 586 = 6.37.
    const shuffled = judged([12.9, 13.3, 13, 12.3, 12.2, 12.1])
    expect(shuffled.verdict).toBe('fails')
    expect(shuffled.findings[0]).toMatchObject({
      code: 'weights-wrong',
      severity: 'blocking',
      count: 6,
      what: expect.stringMatching(/6 training answers costs the subject 12\.10 nats a token.*6\.37/),
    })
    // Weights that say nothing of anything lose the logarithm of the vocabulary.
    expect(codes(judged(Array.from({ length: 6 }, () => Math.log(586))))).toEqual(['weights-wrong'])
  })

  it('does not take a model that was never taught to call for wrong weights, and says what is strange to it', () => {
    const talker = judged([10.5, 11.7, 11.5, 11.6, 0.003, 0.004])
    expect(talker.findings.map(({ code, severity, count }) => [code, severity, count])).toEqual([
      ['training-rows-unlikely', 'warn', 4],
    ])
    expect(talker.findings[0]?.what).toMatch(/4 training rows answer with calls costs the subject 11\.32/)
    expect(judged([0.01, 0, 0.09, 0.01, 11.98, 12.2]).findings[0]?.what).toMatch(/2 training rows.*prose/)
  })

  it('finds nothing where rows are likely, nor where a good model merely never saw them', () => {
    expect(codes(judged([0, 0.01, 0.1, 0, 0.002, 0.002]))).toEqual([])
    const foreign = { vocabularySize: 49_152 }
    expect(codes(judged([0.47, 0.64, 0.55, 0.58, 3, 3], foreign))).toEqual([])
  })

  it('shows each row, the means over tokens, and chance', () => {
    const table = judged([1, 1, 1, 3, 0.5, 0.001]).tables.find(({ id }) => id === 'training-loss')
    expect(table?.rows.slice(-4)).toEqual([
      ['all calls', '', 40, '1.50'],
      ['all prose', '', 20, '0.25'],
      ['all', '', 60, '1.08'],
      ['chance', '586 tokens', null, '6.37'],
    ])
    expect(table?.rows[5]).toEqual(['verbatim/5', 'prose', 10, '1.0e-3'])
  })

  it('says what was not measured, and why', () => {
    const silent = judged([], { missing: 'The subject does not say.' })
    expect(silent.findings).toMatchObject([{ code: 'weights-unchecked', severity: 'info' }])
    expect(silent.findings[0]?.what).toMatch(/Not measured.*The subject does not say/)
    expect(judged([12, 12], {}).findings[0]?.what).toMatch(/vocabulary is not known/)
    expect(codes(judged([0, 0], {}))).toEqual(['weights-unchecked'])
    const unasked = harnessRung.judge(evidenceOf({ corpus, subject }))
    expect(unasked.findings).toEqual([])
  })
})
