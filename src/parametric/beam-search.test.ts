import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BeamSettings, beamSearch, type Hypothesis } from './beam-search.js'
import type { NextTokens } from './next-tokens.js'
import { TokenTrie } from './token-trie.js'

const END = 0
const VOCABULARY = 12

/** A model whose probabilities depend on the whole prefix, so that no two prefixes are alike. */
function toyModel(seed: number): NextTokens {
  return {
    next: async (prefixes) =>
      prefixes.map((prefix) => {
        const logits = Float64Array.from({ length: VOCABULARY }, (_, token) =>
          noise([seed, ...prefix, token]),
        )
        const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0))
        return { logprobs: logits.map((logit) => logit - total) }
      }),
  }
}

/** Between −3 and 3. */
function noise(parts: readonly number[]): number {
  let state = 0x811c9dc5
  for (const part of parts) state = Math.imul(state ^ (part + 1), 0x01000193) ^ (state >>> 13)
  return ((state >>> 0) / 2 ** 32) * 6 - 3
}

/** Every sequence up to a length, scored by hand. */
async function enumerate(
  next: NextTokens,
  sequences: readonly (readonly number[])[],
  { lengthPenalty = 1, rule = 'hf' }: BeamSettings,
  trie: TokenTrie | undefined,
): Promise<readonly Hypothesis[]> {
  const all: Hypothesis[] = []
  for (const tokenIds of sequences) {
    let logprob = 0
    let node = 0
    for (let at = 0; at <= tokenIds.length; at++) {
      const token = tokenIds[at] ?? END
      const [distribution] = await next.next([tokenIds.slice(0, at)])
      const logprobs = distribution?.logprobs ?? new Float64Array()
      logprob += logprobs[token] ?? Number.NaN
      if (rule === 'renormalised' && trie !== undefined) {
        const ends = trie.entryAt(node) === undefined ? [] : [END]
        const allowed = [...trie.allowed(node), ...ends]
        logprob -= Math.log(allowed.reduce((sum, id) => sum + Math.exp(logprobs[id] ?? Number.NaN), 0))
        node = trie.step(node, token) ?? node
      }
    }
    const score = logprob / (tokenIds.length + 1) ** lengthPenalty
    all.push({ tokenIds, score, logprob, isFinished: true })
  }
  return all.sort((left, right) => right.score - left.score)
}

const textOf = ({ tokenIds }: Hypothesis): string => tokenIds.join(' ')

describe('beamSearch', () => {
  const sequence = fc.array(fc.integer({ min: 1, max: VOCABULARY - 1 }), { minLength: 1, maxLength: 3 })
  const catalog = fc.uniqueArray(sequence, { minLength: 1, maxLength: 30, selector: (ids) => ids.join() })

  it.each(['hf', 'renormalised'] as const)(
    'constrained, gives what enumeration gives, by the rule %s',
    async (rule) => {
      await fc.assert(
        fc.asyncProperty(
          fc.nat(),
          catalog,
          fc.constantFrom(0, 0.5, 1, 2),
          async (seed, sequences, lengthPenalty) => {
            const next = toyModel(seed)
            const trie = new TokenTrie(sequences)
            const settings = { width: 200, maxNewTokens: 5, lengthPenalty, rule }
            const found = await beamSearch({ next, end: [END], trie, ...settings })
            const expected = await enumerate(next, sequences, settings, trie)
            expect(found.map(textOf)).toEqual(expected.map(textOf))
            for (const [place, { score, entry }] of found.entries()) {
              expect(score).toBeCloseTo(expected[place]?.score ?? Number.NaN, 10)
              expect(sequences[entry ?? -1]).toEqual(found[place]?.tokenIds)
            }
          },
        ),
        { numRuns: 40 },
      )
    },
  )

  it('free, gives what enumeration gives when no beam is lost', async () => {
    const next = toyModel(5)
    const sequences: number[][] = [[]]
    for (let a = 1; a < VOCABULARY; a++) {
      sequences.push([a])
      for (let b = 1; b < VOCABULARY; b++) sequences.push([a, b])
    }
    const settings = { width: 2000, maxNewTokens: 3, lengthPenalty: 1 }
    const found = await beamSearch({ next, end: [END], ...settings })
    const finished = found.filter(({ isFinished }) => isFinished)
    const expected = await enumerate(next, sequences, settings, undefined)
    expect(finished.map(textOf)).toEqual(expected.map(textOf))
    expect(found.filter(({ isFinished }) => !isFinished).every(({ tokenIds }) => tokenIds.length === 3)).toBe(
      true,
    )
  })

  it('over single tokens, equals the best of the first step: in order when renormalised, as a set under hf', async () => {
    const width = 4
    const sequences = Array.from({ length: 10 }, (_, index) => [index + 1])
    const trie = new TokenTrie(sequences)
    for (let seed = 0; seed < 50; seed++) {
      const next = toyModel(seed)
      const [first] = await next.next([[]])
      const best = sequences
        .map(([token = 0]) => token)
        .sort((a, b) => (first?.logprobs[b] ?? 0) - (first?.logprobs[a] ?? 0))
        .slice(0, width)
      const search = async (rule: 'hf' | 'renormalised') =>
        (await beamSearch({ next, end: [END], trie, width, rule })).map(({ tokenIds }) => tokenIds[0])
      expect(await search('renormalised')).toEqual(best)
      expect(new Set(await search('hf'))).toEqual(new Set(best))
    }
  })

  it('refuses to rank by a list that leaves out too much, and NaN', async () => {
    const told = (values: readonly number[], unlistedAtMost?: number): NextTokens => ({
      next: async (prefixes) =>
        prefixes.map(() => ({
          logprobs: Float64Array.from(values),
          ...(unlistedAtMost === undefined ? {} : { unlistedAtMost }),
        })),
    })
    const none = Number.NEGATIVE_INFINITY
    await expect(
      beamSearch({ next: told([-1, -2, none, none, none], -3), end: [END], width: 2, maxNewTokens: 2 }),
    ).rejects.toThrow(/too few log-probabilities to rank 2 beams[^]*at least 4/)
    await expect(
      beamSearch({ next: told([-1, Number.NaN]), end: [END], width: 1, maxNewTokens: 2 }),
    ).rejects.toThrow(/token 1 is not a number/)
  })

  it('stops early only when nothing open can win', async () => {
    let steps = 0
    const model = toyModel(1)
    const next: NextTokens = {
      next: (prefixes) => {
        steps++
        return model.next(prefixes)
      },
    }
    const count = async (earlyStopping: boolean | 'never') => {
      steps = 0
      await beamSearch({ next, end: [END], width: 2, maxNewTokens: 12, earlyStopping })
      return steps
    }
    const [asked, lazy, thorough] = [await count(true), await count(false), await count('never')]
    expect(asked).toBeLessThanOrEqual(lazy)
    expect(lazy).toBeLessThanOrEqual(thorough)
  })
})

describe('beamSearch over what is told in part', () => {
  const none = Number.NEGATIVE_INFINITY
  const told = (values: readonly number[], unlistedAtMost: number): NextTokens => ({
    next: async (prefixes) =>
      prefixes.map((prefix) =>
        prefix.length === 0
          ? { logprobs: Float64Array.from(values), unlistedAtMost }
          : { logprobs: Float64Array.from([-0.1, -5, -5, -5, -5, -5]), unlistedAtMost: -6 },
      ),
  })
  const trie = new TokenTrie([[1], [2], [3], [4]])

  it('needs the allowed tokens alone, and asks for no more than could change the order', async () => {
    const settings = { end: [END], trie, width: 2, maxNewTokens: 3 }
    const tokens = async (values: readonly number[], unlistedAtMost: number) =>
      (await beamSearch({ next: told(values, unlistedAtMost), ...settings })).map(
        ({ tokenIds }) => tokenIds[0],
      )
    // Token 5 is not allowed, so that it is missing does not matter.
    expect(await tokens([-9, -1, -2, -3, -4, none], -0.5)).toEqual([1, 2])
    // Four candidates are taken for two beams: the fourth could be any of those that were left out.
    await expect(tokens([-9, -1, -2, -3, none, -0.2], -3.5)).rejects.toThrow(/too few/)
  })

  it('cannot share out what it does not know', async () => {
    const settings = { end: [END], trie, width: 1, maxNewTokens: 3, rule: 'renormalised' as const }
    await expect(beamSearch({ next: told([-9, -1, -2, none, none, none], -8), ...settings })).rejects.toThrow(
      /too few/,
    )
    await expect(
      beamSearch({ next: told([-9, -1, -2, none, none, none], -8), ...settings, rule: 'hf' }),
    ).resolves.toHaveLength(1)
  })

  it('takes an output that ends in two ways for one output', async () => {
    for (const rule of ['hf', 'renormalised'] as const) {
      const settings = { next: toyModel(9), end: [END, 11], trie, width: 4, maxNewTokens: 3, rule }
      const found = await beamSearch(settings)
      expect(new Set(found.map(({ entry }) => entry)).size).toBe(4)
    }
  })

  it('asks nobody about a token without a rival, under the rule of shares', async () => {
    let asked = 0
    const model = toyModel(3)
    const next: NextTokens = {
      next: (prefixes) => {
        asked += prefixes.length
        return model.next(prefixes)
      },
    }
    const settings = { next, end: [END], trie, width: 4, maxNewTokens: 3 }
    await beamSearch({ ...settings, rule: 'renormalised' })
    expect(asked).toBe(1)
    asked = 0
    await beamSearch(settings)
    expect(asked).toBe(5)
  })
})

describe('beamSearch, worked by hand', () => {
  const fixed = (...probabilities: readonly number[]): NextTokens => ({
    next: async (prefixes) => prefixes.map(() => ({ logprobs: Float64Array.from(probabilities, Math.log) })),
  })
  it('gives the best of one beam, of two, and in either rule the same where all is allowed', async () => {
    // After anything: end .5, token 1 .3, token 2 .2.
    const settings = { next: fixed(0.5, 0.3, 0.2), end: [END], maxNewTokens: 2, lengthPenalty: 0 }
    const one = [{ tokenIds: [], score: Math.log(0.5), logprob: Math.log(0.5), isFinished: true }]
    expect(await beamSearch({ ...settings, width: 1 })).toStrictEqual(one)
    for (const rule of ['hf', 'renormalised'] as const) {
      const two = await beamSearch({ ...settings, width: 2, rule })
      expect(two.map(({ tokenIds }) => tokenIds)).toEqual([[], [1]])
      expect(two[1]?.logprob).toBeCloseTo(Math.log(0.15), 12)
    }
  })
  it('asks for the allowed tokens with the end tokens among them, ascending', async () => {
    const asked: unknown[] = []
    const model = fixed(0.1, 0.2, 0.3, 0.4)
    const next: NextTokens = {
      next: (prefixes, allowed) => {
        asked.push([prefixes, allowed?.map((list) => [...list])])
        return model.next(prefixes)
      },
    }
    const trie = new TokenTrie([[1], [1, 3]])
    await beamSearch({ next, end: [2, 2], trie, width: 2, maxNewTokens: 3 })
    expect(asked).toEqual([
      [[[]], [[1]]],
      [[[1]], [[2, 3]]],
      [[[1, 3]], [[2]]],
    ])
  })
  it('does not take a missing answer for one', async () => {
    const next: NextTokens = { next: async () => [] }
    await expect(beamSearch({ next, end: [END] })).rejects.toThrow(RangeError)
  })
})
