import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogOf } from '../catalog/catalog.js'
import { decodeQuery } from './decode-query.js'
import type { NextTokens } from './next-tokens.js'
import { matchFree } from './query-answer.js'
import { givenTokens } from './token-map.js'
import { tokenizeMap } from './tokenize-map.js'
import { nameMatcher, tokenMatcher } from './tool-matcher.js'

const names = ['a&&one', 'a&&two', 'b&&one']
const catalog = catalogOf(
  names.map((name) => ({ name, inputSchema: {}, source: { format: 'test', at: name } })),
)
/** Service a is 1, b is 2; endpoints one is 3, two is 4. Text 5 is no tool. */
const IDS = [
  [1, 3],
  [1, 4],
  [2, 3],
]
const WORDS = ['', '<<a>>', '<<b>>', '<<one>>', '<<two>>', 'hello']

async function tokens() {
  const given = names.map((tool, at) => ({
    tool,
    spelling: { kind: 'parts' as const, parts: (IDS[at] ?? []).map((id) => WORDS[id] ?? '') },
    where: 'test',
  }))
  return tokenizeMap(givenTokens(catalog, given, { layout: 'hierarchical', isSingle: true }), catalog, {
    tokenize: async (text) => [WORDS.indexOf(text)],
  })
}

/** Probabilities by last token: after nothing, a .4, hello .4, b .2; after a service, one .7, two .3; then the end. */
const table: Readonly<Record<string, readonly number[]>> = {
  '': [0, 0.4, 0.2, 0, 0, 0.4],
  '1': [0.0, 0, 0, 0.7, 0.3, 0],
  '2': [0.5, 0, 0, 0.5, 0, 0],
}
const next: NextTokens = {
  next: async (prefixes) =>
    prefixes.map((prefix) => ({
      logprobs: Float64Array.from(table[prefix.join()] ?? [1, 0, 0, 0, 0, 0], Math.log),
    })),
}

describe('decodeQuery', () => {
  it('gives both rankings and the mass on tools, by hand', async () => {
    const tokenized = await tokens()
    const { answer } = await decodeQuery({
      id: 'q',
      next,
      end: [0],
      tokens: tokenized,
      match: tokenMatcher(tokenized),
      detokenize: async (ids) => `${ids.map((id) => WORDS[id]).join('')} `,
      width: 5,
      maxNewTokens: 4,
      lengthPenalty: 0,
    })
    // .28 a&&one, .12 a&&two, .1 b&&one; free: hello .4 first, then .28, .12, and .1 for <<b>> alone as for b&&one.
    expect(answer.constrained).toEqual([0, 1, 2])
    expect(answer.free).toMatchObject({ tools: [0, 1, 2], returned: 5, nonTools: 2, duplicates: 0 })
    expect(answer.free?.examples).toEqual(['hello ', '<<b>> '])
    expect(answer.toolMass).toBeCloseTo(0.6, 12)
  })
  it('hands on penalty and width, and leaves out what was not asked for', async () => {
    const tokenized = await tokens()
    const asked = {
      id: 'q',
      next,
      end: [0],
      tokens: tokenized,
      match: tokenMatcher(tokenized),
      maxNewTokens: 3,
    }
    const one = await decodeQuery({ ...asked, width: 1, lengthPenalty: 2, ways: ['constrained'] })
    // a&&one and its end are three tokens: log .28 over 3².
    expect(one).toStrictEqual({
      answer: { id: 'q', constrained: [0], toolMass: expect.closeTo(0.6, 12) },
      constrained: [{ ids: [1, 3], score: expect.closeTo(Math.log(0.28) / 9, 12), isFinished: true }],
    })
    const cut: NextTokens = {
      next: async (prefixes) =>
        (await next.next(prefixes)).map((distribution) =>
          prefixes[0]?.length === 0 ? { ...distribution, unlistedAtMost: -50 } : distribution,
        ),
    }
    const free = await decodeQuery({ ...asked, next: cut, width: 1, ways: ['free'] })
    expect(Object.keys(free.answer)).toEqual(['id', 'free'])
    expect(free).not.toHaveProperty('constrained')
  })
  it('says when the tools do not fit into the new tokens', async () => {
    const tokenized = await tokens()
    const asked = { id: 'q', next, end: [0], tokens: tokenized, match: tokenMatcher(tokenized), width: 2 }
    await expect(decodeQuery({ ...asked, maxNewTokens: 2 })).rejects.toThrow(
      /2 tokens and an end token[^]*at least 3/,
    )
    await expect(decodeQuery({ ...asked, maxNewTokens: 2 })).rejects.toMatchObject({
      code: 'new-tokens-few',
      where: '--max-new-tokens',
    })
  })
  it('leaves the mass out where some first token of a tool is not told', async () => {
    const tokenized = await tokens()
    const cut: NextTokens = {
      next: async (prefixes) =>
        prefixes.map((prefix) =>
          prefix.length === 0
            ? {
                logprobs: Float64Array.from([0, 0.4, 0, 0, 0, 0.4], Math.log),
                unlistedAtMost: Math.log(0.05),
              }
            : { logprobs: Float64Array.from(table[prefix.join()] ?? [1, 0, 0, 0, 0, 0], Math.log) },
        ),
    }
    const asked = { id: 'q', end: [0], tokens: tokenized, match: tokenMatcher(tokenized), maxNewTokens: 4 }
    const { answer } = await decodeQuery({ ...asked, next: cut, width: 1, ways: ['free'] })
    expect(answer.toolMass).toBeUndefined()
    await expect(decodeQuery({ ...asked, next: cut, width: 2, ways: ['constrained'] })).rejects.toThrow(
      /too few log-probabilities/,
    )
  })
})

describe('matchFree', () => {
  it('discards non-tools and duplicates and refills nothing', () => {
    const match = nameMatcher(catalog)
    const outputs = ['<<a&&one>>', ' a&&one\n', 'nonsense', 'b&&one', 'A&&ONE'].map((text) => ({ text }))
    expect(matchFree(outputs, match)).toEqual({
      tools: [0, 2],
      returned: 5,
      nonTools: 2,
      duplicates: 1,
      examples: ['nonsense', 'A&&ONE'],
    })
  })
  it('counts every output once', () => {
    const outputs = fc.array(fc.constantFrom(...names, 'x', ''))
    fc.assert(
      fc.property(outputs, (texts) => {
        const { tools, returned, nonTools, duplicates } = matchFree(
          texts.map((text) => ({ text })),
          nameMatcher(catalog),
        )
        expect(tools.length + nonTools + duplicates).toBe(returned)
        expect(new Set(tools).size).toBe(tools.length)
      }),
    )
  })
})
