import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseOf, corpusOf, evidenceOf, example } from '../../../test/generators/lenient-evidence.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { TokenProbability } from '../../subject/reply.js'
import type { SubjectRequestKind } from '../../subject/request.js'
import { vectrayx } from '../../toolcall/dialects/vectrayx.js'
import { harnessRung } from '../rungs/harness.js'
import { compareFirstTokens } from './compare-first-tokens.js'
import type { ParityPair } from './logit-parity.js'
import { LogitParityReader } from './logit-parity-reader.js'
import { directPrompts, parityCases, paritySamples } from './logit-parity-samples.js'

const list = (...probabilities: readonly number[]): readonly TokenProbability[] =>
  probabilities.map((probability, id) => ({ id, text: `t${id}`, logprob: Math.log(probability) }))

describe('compareFirstTokens', () => {
  it('is the largest difference of logarithms over the tokens of both lists', () => {
    expect(compareFirstTokens(list(0.5, 0.25, 0.1), list(0.6, 0.125))).toEqual({
      isTopEqual: true,
      shared: 2,
      largest: expect.closeTo(Math.log(2), 12),
    })
  })

  it('tells a tie from a change of the likeliest token by the smaller margin', () => {
    const tie = compareFirstTokens(list(0.41, 0.4), list(0.4, 0.42))
    expect(tie).toMatchObject({ isTopEqual: false, margin: expect.closeTo(Math.log(0.41 / 0.4), 12) })
    expect(compareFirstTokens(list(0.9), [{ id: 7, logprob: -0.1 }])).toEqual({
      isTopEqual: false,
      shared: 0,
    })
  })

  it('goes by texts where one list has no ids, however the leading space is written, and passes bounds over', () => {
    const direct: readonly TokenProbability[] = [
      { id: 4, text: '▁Yes', logprob: -0.2 },
      { id: 9, text: '<tool_call>', logprob: -3 },
      { id: 5, text: 'No', logprob: -20, bound: 'at-most' },
    ]
    const served = [
      { text: ' Yes', logprob: -0.3 },
      { text: '<tool_call>', logprob: -2.5 },
      { text: 'No', logprob: -1.4 },
    ]
    expect(compareFirstTokens(direct, served)).toEqual({
      isTopEqual: true,
      shared: 2,
      largest: expect.closeTo(0.5, 12),
    })
    expect(compareFirstTokens([], served)).toBeUndefined()
  })

  it('does not depend on which path is which, nor on the order of a list', () => {
    const tokens = fc.uniqueArray(
      fc.record({ id: fc.nat(8), logprob: fc.double({ min: -20, max: -1e-9, noNaN: true }) }),
      {
        selector: ({ id }) => id,
        minLength: 1,
        maxLength: 6,
      },
    )
    fc.assert(
      fc.property(tokens, tokens, (left, right) => {
        fc.pre(new Set(left.map(({ logprob }) => logprob)).size === left.length)
        fc.pre(new Set(right.map(({ logprob }) => logprob)).size === right.length)
        const there = compareFirstTokens(left, right)
        expect(compareFirstTokens(right, left)).toEqual(there)
        expect(compareFirstTokens([...left].reverse(), right)).toEqual(there)
        expect(compareFirstTokens(left, left)).toMatchObject({ isTopEqual: true, largest: 0 })
      }),
    )
  })
})

const cases = ['xxx', 'x', 'xxxxx', 'xx', 'xxxx', 'xxxxxx'].map((prompt, at) => caseOf(at, { prompt }))
const subjectOf = (...answers: readonly SubjectRequestKind[]) => ({
  answers: new Set<SubjectRequestKind>(['chat', ...answers]),
  facts: { model: 'm' },
  prompts: { render: async () => ({ text: 'PROMPT' }) },
})
const plan = { dialect: vectrayx, seed: 0 }

describe('the questions of logit parity', () => {
  it('are about four verbatim prompts, from the shortest to the longest', () => {
    const compared = parityCases([caseOf(9, { prompt: '', battery: 'novel' }), ...cases])
    expect(compared.map(({ messages }) => messages.at(-1)?.content)).toEqual(['x', 'xxx', 'xxxx', 'xxxxxx'])
    expect(parityCases(cases.slice(0, 1))).toEqual(cases.slice(0, 1))
    expect(parityCases([])).toEqual([])
  })

  it('give one text to whoever continues prompts, a conversation to whoever does not, and nothing to others', async () => {
    const texts = await directPrompts(cases, { ...plan, subject: subjectOf('next-token') })
    expect([...texts.values()]).toEqual(['PROMPT', 'PROMPT', 'PROMPT', 'PROMPT'])
    const direct = paritySamples(cases, { ...plan, subject: subjectOf('next-token', 'logprobs'), texts })
    expect(direct).toHaveLength(4)
    expect(direct[0]).toMatchObject({
      variant: 'prompt',
      request: { kind: 'next-token', prompt: 'PROMPT', candidates: [], top: 20 },
    })
    const served = paritySamples(cases, { ...plan, subject: subjectOf('logprobs'), texts })
    expect(served[0]).toMatchObject({
      variant: 'chat',
      request: { kind: 'chat', topLogprobs: 20, settings: { maxTokens: 1, temperature: 0 } },
    })
    expect(served.map(({ item }) => item)).toEqual(direct.map(({ item }) => item))
    expect(paritySamples(cases, { ...plan, subject: subjectOf(), texts })).toEqual([])
  })
})

const stored = (item: string, more: Partial<StoredSample>): StoredSample => ({
  ...{ benchmark: 'verbatim', item, trial: 0, where: 'here' },
  ...more,
})

describe('LogitParityReader', () => {
  it('pairs both paths, and says whether they were given one text', () => {
    const two = cases.slice(0, 2)
    const reader = new LogitParityReader(two)
    for (const { id } of two) {
      reader.take('direct', stored(id, { variant: 'prompt', firstTokens: list(0.5) }))
      reader.take(
        'served',
        stored(id, { variant: id.endsWith('0') ? 'chat' : 'prompt', firstTokens: list(0.4) }),
      )
    }
    const { pairs, missing } = reader.finish()
    expect(missing).toBeUndefined()
    expect(pairs.map((pair) => [pair.case.id, pair.prompt])).toEqual([
      ['verbatim/1', 'same'],
      ['verbatim/0', 'own'],
    ])
  })

  it('says who gave nothing', () => {
    const reader = new LogitParityReader(cases)
    expect(reader.finish().missing).toMatch(/by the subject and the served subject\.$/)
    reader.take('direct', stored('verbatim/1', { variant: 'prompt', firstTokens: list(0.5) }))
    expect(reader.finish()).toEqual({ pairs: [], missing: expect.stringMatching(/by the served subject\.$/) })
    reader.take('served', stored('verbatim/1', { error: { kind: 'server', code: 'x', message: 'gone' } }))
    expect(reader.finish().missing).toBe('gone')
    expect(new LogitParityReader([]).finish().missing).toMatch(/no training row/)
  })
})

describe('the check logit-parity', () => {
  const corpus = corpusOf([example(1, 'Where?', 'There.')])
  const pairOf = (at: number, served: readonly TokenProbability[], prompt: 'same' | 'own' = 'same') =>
    ({
      case: cases[at] as ParityPair['case'],
      prompt,
      direct: list(0.9, 0.05, 0.01),
      served,
    }) satisfies ParityPair
  const judged = (pairs: readonly ParityPair[], missing?: string) =>
    harnessRung.judge(
      evidenceOf({ corpus, logitParity: { pairs, ...(missing === undefined ? {} : { missing }) } }),
    )

  it('finds nothing where rounding is all that differs, and shows the figures', () => {
    const result = judged([0, 1, 2, 3].map((at) => pairOf(at, list(0.88, 0.06, 0.008))))
    expect(result.findings).toEqual([])
    const table = result.tables.find(({ id }) => id === 'logit-parity')
    expect(table?.rows).toHaveLength(4)
    expect(table?.rows[0]).toEqual(['verbatim/0', 'one text', 'same', 3, Math.log(1.25).toFixed(4)])
  })

  it('warns of another likeliest token that is no tie, and of probabilities that moved', () => {
    const others = [0, 2, 3].map((at) => pairOf(at, list(0.88, 0.06)))
    const flipped = judged([...others, pairOf(1, list(0.2, 0.7))])
    expect(flipped.findings).toMatchObject([
      { code: 'logits-differ', severity: 'warn', count: 1, cases: ['verbatim/1'] },
    ])
    expect(flipped.findings[0]?.what).toMatch(/same in 3 of 4 prompts.*up to 2\.64.*rotary positions/)
    const moved = judged([pairOf(0, list(0.99, 0.005), 'own'), pairOf(1, list(0.99, 0.005))])
    expect(moved.findings).toMatchObject([{ code: 'logits-differ', count: 2 }])
    expect(moved.findings[0]?.what).toMatch(/same in 2 of 2 prompts.*its template/)
    expect(judged([pairOf(0, [{ id: 8, logprob: -0.1 }])]).findings).toMatchObject([
      { code: 'logits-differ' },
    ])
  })

  it('says what was not measured, and why', () => {
    expect(judged([], 'The server says nothing.').findings).toMatchObject([
      {
        code: 'logits-unchecked',
        severity: 'info',
        what: expect.stringContaining('The server says nothing.'),
      },
    ])
    expect(harnessRung.judge(evidenceOf({ corpus })).tables.map(({ id }) => id)).not.toContain('logit-parity')
  })
})
