import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeCase } from '../../../test/generators/ladder-readings.js'
import type { TokenProbability } from '../../subject/reply.js'
import type { NextTokenRequest } from '../../subject/request.js'
import { openingRequests, type TokenName } from './opening-requests.js'
import { readOpening } from './read-opening.js'

const one = madeCase({ id: 'a', calls: true })

/** A model whose next logits depend on the last token; it answers as a subject with whole distributions does. */
class ToyModel {
  readonly #logits: readonly (readonly number[])[]
  /** What generation would use; a next-token question must not. */
  readonly sampling: { readonly temperature: number; readonly penalty: number }

  constructor(logits: readonly (readonly number[])[], sampling = { temperature: 1, penalty: 1 }) {
    this.#logits = logits
    this.sampling = sampling
  }

  answer({ prompt, candidates, top = 5 }: NextTokenRequest): readonly TokenProbability[] {
    const last = (prompt as readonly number[]).at(-1) ?? 0
    const row = this.#logits[last] ?? []
    const sum = Math.log(row.reduce((total, logit) => total + Math.exp(logit), 0))
    const of = (id: number) => ({ id, text: 'abcdef'[id] ?? '', logprob: (row[id] ?? 0) - sum })
    const likeliest = row.map((_logit, id) => of(id)).sort((left, right) => right.logprob - left.logprob)
    const asked = candidates.map((id) => of(Number(id)))
    return [...asked, ...likeliest.slice(0, top).filter(({ id }) => !candidates.includes(id))]
  }
}

function probe(
  model: ToyModel,
  sequences: readonly (readonly TokenName[])[],
  prompt: readonly number[] = [0],
) {
  const asked = openingRequests({ prompt, sequences, top: 5 })
  const replies = asked.map(({ position, prefix, request }) => ({
    position,
    prefix,
    firstTokens: model.answer(request),
  }))
  const result = readOpening({ case: one, sequences, replies })
  if (result.kind === 'missing') throw new Error(result.reason)
  return { asked, opening: result.openings[0] as (typeof result.openings)[0] }
}

describe('the first-token probability', () => {
  it('is the analytic softmax of a model of three tokens', () => {
    const { opening, asked } = probe(new ToyModel([[0.3, 1.7, -2]]), [[1]])
    const expected = Math.exp(1.7) / (Math.exp(0.3) + Math.exp(1.7) + Math.exp(-2))
    expect(asked).toHaveLength(1)
    expect(Math.exp(opening.logprob)).toBeCloseTo(expected, 14)
    expect(opening).toMatchObject({ isBound: false, isArgmax: true, rank: 1, position: 'first' })
    expect(opening.top.map(({ id }) => id)).toEqual([1, 0, 2])
  })

  it('has the entropy of the first token, where it is told, and not that of tokens behind it', () => {
    const listed = [{ id: 1, logprob: -0.1 }]
    const replies = [
      { position: 'first', prefix: [1], firstTokens: [{ id: 2, logprob: -0.3 }], firstEntropy: 2 },
      { position: 'first', prefix: [], firstTokens: listed, firstEntropy: 0.7 },
      { position: 'content', prefix: [], firstTokens: listed },
    ] as const
    const read = readOpening({ case: one, sequences: [[1, 2]], replies })
    const told = read.kind === 'read' ? read.openings.map(({ position, entropy }) => [position, entropy]) : []
    expect(told).toEqual([
      ['first', 0.7],
      ['content', undefined],
    ])
  })

  it('is the same whatever temperature and penalty generation uses: no question carries a setting', () => {
    const logits = [[2, 0.3, -1.7]]
    const plain = probe(new ToyModel(logits), [[1]])
    for (const sampling of [
      { temperature: 0, penalty: 1.3 },
      { temperature: 2, penalty: 0.5 },
    ]) {
      const { opening, asked } = probe(new ToyModel(logits, sampling), [[1]])
      expect(opening).toEqual(plain.opening)
      expect(asked.every(({ request }) => !('settings' in request))).toBe(true)
    }
    expect(plain.opening).toMatchObject({ isArgmax: false, rank: 2 })
  })

  it('is the product of the conditionals of a trigger of several tokens', () => {
    const model = new ToyModel([
      [0, 1, 2],
      [1, 0, 3],
      [0.5, 0.2, 0.1],
    ])
    const { asked, opening } = probe(model, [[2, 1, 2]])
    expect(asked.map(({ prefix, request }) => [prefix, request.prompt, request.candidates])).toEqual([
      [[], [0], [2]],
      [[2], [0, 2], [1]],
      [[2, 1], [0, 2, 1], [2]],
    ])
    const softmax = (row: readonly number[], id: number) =>
      Math.exp(row[id] ?? 0) / row.reduce((sum, logit) => sum + Math.exp(logit), 0)
    const links = [softmax([0, 1, 2], 2), softmax([0.5, 0.2, 0.1], 1), softmax([1, 0, 3], 2)]
    expect(opening.chain.map(({ logprob }) => Math.exp(logprob))).toEqual(
      links.map((link) => expect.closeTo(link, 12)),
    )
    expect(Math.exp(opening.logprob)).toBeCloseTo(
      links.reduce((product, link) => product * link, 1),
      12,
    )
  })

  it('adds up ways to open a call that exclude each other, and leaves out those that another one begins', () => {
    const logit = fc.double({ min: -5, max: 5, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(fc.array(logit, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
        (logits) => {
          const model = new ToyModel(logits)
          const single = (id: number) => Math.exp(probe(model, [[id]]).opening.logprob)
          const both = probe(model, [[0], [1], [1, 2]])
          expect(both.asked).toHaveLength(1)
          expect(Math.exp(both.opening.logprob)).toBeCloseTo(single(0) + single(1), 9)
          const whole = probe(model, [[0], [1, 0], [1, 1], [1, 2], [2]])
          expect(whole.opening.logprob).toBeCloseTo(0, 9)
        },
      ),
    )
  })
})

describe('servers that list the likeliest alone', () => {
  const read = (
    firstTokens: readonly TokenProbability[],
    sequences: readonly (readonly TokenName[])[] = [['<tool_call>']],
  ) => {
    const result = readOpening({
      case: one,
      sequences,
      replies: [{ position: 'first', prefix: [], firstTokens }],
    })
    return result.kind === 'read' ? result.openings[0] : result
  }

  it('give a bound, the last one listed, and no rank', () => {
    const listed = [
      { text: 'The', logprob: -0.1 },
      { text: 'A', logprob: -3 },
    ]
    expect(read(listed)).toMatchObject({ logprob: -3, isBound: true, isArgmax: false })
    expect(read(listed)).not.toHaveProperty('rank')
    expect(read([{ text: '<tool_call>', logprob: -9, bound: 'at-most' }, ...listed])).toMatchObject({
      logprob: -9,
      isBound: true,
    })
  })

  it('give no lower a bound than the tokens that begin the trigger', () => {
    const begun = [
      { text: '<', logprob: Math.log(0.6) },
      { text: 'The', logprob: Math.log(0.2) },
    ]
    expect(read(begun)).toMatchObject({ logprob: expect.closeTo(Math.log(0.8), 9), isBound: true })
  })

  it('give a bound for a trigger of several tokens of which only the first was asked for', () => {
    expect(read([{ id: 5, logprob: -0.5 }], [[5, 6]])).toMatchObject({
      logprob: -0.5,
      isBound: true,
      isArgmax: true,
    })
  })

  it('give nothing where they list nothing', () => {
    expect(read([])).toMatchObject({ kind: 'missing' })
  })
})

describe('openingRequests', () => {
  it('asks models that think first at both places', () => {
    const asked = openingRequests({
      prompt: 'P',
      sequences: [['<a>', '<b>']],
      emptyThought: '<think></think>',
    })
    expect(asked.map(({ position, request }) => [position, request.prompt])).toEqual([
      ['first', 'P'],
      ['first', 'P<a>'],
      ['content', 'P<think></think>'],
      ['content', 'P<think></think><a>'],
    ])
  })

  it('refuses what cannot be asked', () => {
    expect(() => openingRequests({ prompt: 'P', sequences: [] })).toThrow(/No token opens a call/)
    expect(() => openingRequests({ prompt: 'P', sequences: [[1, 2]] })).toThrow(/cannot be joined/)
    expect(() => openingRequests({ prompt: [1], sequences: [[1]], emptyThought: 'x' })).toThrow(
      /cannot be joined/,
    )
  })
})
