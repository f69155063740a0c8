import { describe, expect, it } from 'vitest'
import { catalogOf } from '../catalog/catalog.js'
import { type GivenToken, givenTokens } from './token-map.js'
import { tokenizeMap } from './tokenize-map.js'

const catalogNamed = (names: readonly string[]) =>
  catalogOf(names.map((name) => ({ name, inputSchema: {}, source: { format: 'test', at: name } })))
const texts = (tool: string, ...parts: readonly string[]): GivenToken => ({
  tool,
  spelling: { kind: 'parts', parts },
  where: 't',
})
const ids = (tool: string, ...list: readonly number[]): GivenToken => ({
  tool,
  spelling: { kind: 'ids', ids: list },
  where: 't',
})
const tokenize = async (text: string) => Array.from(text, (character) => character.charCodeAt(0))

describe('tokenizeMap', () => {
  it('writes each part once, and tells places, texts and what can be reached', async () => {
    const catalog = catalogNamed(['x', 'a', 'b', 'c', 'd'])
    const map = givenTokens(
      catalog,
      [texts('a', ' p', 'q '), texts('b', ' p'), ids('c', 9, 8), texts('d', ' p', 'q ')],
      { isSingle: true },
    )
    const asked: string[] = []
    const found = await tokenizeMap(map, catalog, {
      tokenize: async (text) => {
        asked.push(text)
        return text === ' p' ? [1] : [2, 3]
      },
    })
    expect(asked).toEqual([' p', 'q '])
    expect([...found.positions]).toEqual([1, 2, 3, 4])
    expect(found.texts).toEqual(['pq', 'p', undefined, 'pq'])
    expect([...found.reachable]).toEqual([1, 2, 3])
    expect(found.faults).toStrictEqual({
      split: [{ text: 'q ', tokenCount: 2, tools: ['a', 'd'] }],
      lossy: [],
      collisions: [['a', 'd']],
      prefixes: [['b', 'a']],
      empty: [],
    })
    expect(found.trie.find([1, 2, 3])).toBe(0)
    expect(found.trie.find([9, 8])).toBe(2)
    expect(found.map).toBe(map)
  })
  it('reads back what it wrote but for white space at the ends, and nothing where there are no ids', async () => {
    const catalog = catalogNamed(['a', 'b', 'c'])
    const map = givenTokens(catalog, [texts('a', ' x '), texts('b', '~'), texts('c', 'y')])
    const readBack: (readonly number[])[] = []
    const { faults } = await tokenizeMap(map, catalog, {
      tokenize: async (text) => (text === '~' ? [] : text === 'y' ? [6] : [5]),
      detokenize: async (list) => {
        readBack.push(list)
        return list[0] === 5 ? 'x' : 'z '
      },
    })
    expect(readBack).toEqual([[5], [6]])
    expect(faults.lossy).toEqual([{ text: 'y', readsAs: 'z ' }])
    expect(faults.empty).toEqual(['b'])
    expect(faults.split).toEqual([])
  })
  it('calls progress after each thousand, of as many as there are', async () => {
    const names = Array.from({ length: 2001 }, (_, at) => `t${at}`)
    const catalog = catalogNamed(names)
    const map = givenTokens(
      catalog,
      names.map((name) => texts(name, name)),
    )
    const calls: number[][] = []
    await tokenizeMap(map, catalog, { tokenize }, { progress: (...call) => void calls.push(call) })
    expect(calls).toEqual([
      [1000, 2001],
      [2000, 2001],
    ])
  })
  it.each([
    [undefined, 1],
    [3, 3],
  ])('with concurrency %s has %s texts under way at most', async (concurrency, expected) => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const catalog = catalogNamed(names)
    const map = givenTokens(
      catalog,
      names.map((name) => texts(name, name)),
    )
    let busy = 0
    let most = 0
    const slow = async (text: string) => {
      busy++
      most = Math.max(most, busy)
      await Promise.resolve()
      busy--
      return tokenize(text)
    }
    const options = concurrency === undefined ? {} : { concurrency }
    const { trie } = await tokenizeMap(map, catalog, { tokenize: slow }, options)
    expect([most, trie.size]).toEqual([expected, 5])
  })
  it('says what to do without a tokenizer', async () => {
    const catalog = catalogNamed(['a'])
    const asked = tokenizeMap(givenTokens(catalog, [texts('a', 'x')]), catalog, {})
    await expect(asked).rejects.toMatchObject({
      code: 'tokenizer-missing',
      what: expect.stringMatching(/no tokenizer/),
      where: '--tokens',
      fix: expect.stringMatching(/with ids[^]*vLLM, SGLang or llama\.cpp/),
    })
  })
})
