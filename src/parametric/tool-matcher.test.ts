import { describe, expect, it } from 'vitest'
import { catalogOf } from '../catalog/catalog.js'
import { givenTokens } from './token-map.js'
import { tokenizeMap } from './tokenize-map.js'
import { nameMatcher, strangerMatcher, tokenMatcher } from './tool-matcher.js'

const catalog = catalogOf(
  ['a', 'b', 'c'].map((name) => ({
    name,
    inputSchema: {},
    source: { format: 'test', at: name },
    ...(name === 'a' ? { aliases: ['first'] } : {}),
  })),
)
const parts = (tool: string, ...texts: readonly string[]) => ({
  tool,
  spelling: { kind: 'parts' as const, parts: texts },
  where: 't',
})
const ids = (tool: string, ...list: readonly number[]) => ({
  tool,
  spelling: { kind: 'ids' as const, ids: list },
  where: 't',
})
const tokenize = async (text: string) => Array.from(text, (character) => character.charCodeAt(0))

describe('tokenMatcher', () => {
  it('takes the token text but for white space around it, and nothing near it', async () => {
    const map = givenTokens(catalog, [parts('a', '<<x>>'), parts('b', '<<y>>')])
    const match = tokenMatcher(await tokenizeMap(map, catalog, { tokenize }))
    expect(match({ text: '<<x>>' })).toBe(0)
    expect(match({ text: ' <<y>>\n' })).toBe(1)
    expect(match({ text: '<<x>>.' })).toBeUndefined()
    expect(match({ text: '' })).toBeUndefined()
    expect(match({})).toBeUndefined()
  })
  it('takes ids, also where the text says nothing', async () => {
    const match = tokenMatcher(
      await tokenizeMap(givenTokens(catalog, [ids('a', 7), ids('c', 8, 9)]), catalog, {}),
    )
    expect(match({ tokenIds: [7] })).toBe(0)
    expect(match({ tokenIds: [8, 9], text: 'prose' })).toBe(2)
    expect(match({ tokenIds: [8] })).toBeUndefined()
    expect(match({ tokenIds: [9, 8] })).toBeUndefined()
  })
  it('names the first of two tools with one text, and none whose ids are another’s', async () => {
    const map = givenTokens(catalog, [parts('a', 'x', 'y'), parts('b', 'xy'), parts('c', '~')])
    const drops = async (text: string) => (text === '~' ? [] : [text.length, text.charCodeAt(0)])
    const match = tokenMatcher(await tokenizeMap(map, catalog, { tokenize: drops }))
    expect(match({ text: 'xy' })).toBe(0)
    expect(match({ text: '~' })).toBeUndefined()
    expect(match({ text: 'xy', tokenIds: [2, 120] })).toBe(0)
    expect(match({ text: 'prose', tokenIds: [2, 120] })).toBe(1)
  })
})

describe('nameMatcher', () => {
  const match = nameMatcher(catalog)
  it.each([
    ['a', 0],
    [' b\n', 1],
    ['<<c>>', 2],
    ['first', 0],
    ['<<c', undefined],
    ['c>>', undefined],
    ['<<d>>', undefined],
    ['xxc>>', undefined],
    ['<<cyy', undefined],
    ['call a', undefined],
  ])('reads %j as %j', (text, position) => {
    expect(match({ text })).toBe(position)
  })
  it('needs a text', () => {
    expect(match({ tokenIds: [1] })).toBeUndefined()
  })
})

describe('strangerMatcher', () => {
  it('numbers tokens of tools that the catalog lacks from −1 down', () => {
    const map = givenTokens(catalog, [
      parts('gone', '<<g>>', '<<h>>'),
      ids('lost', 5, 6),
      parts('a', '<<x>>'),
    ])
    const match = strangerMatcher(map)
    expect(match({ text: ' <<g>><<h>> ' })).toBe(-1)
    expect(match({ tokenIds: [5, 6] })).toBe(-2)
    expect(match({ text: '<<x>>' })).toBeUndefined()
    expect(match({ tokenIds: [5] })).toBeUndefined()
    expect(match({ text: 'no', tokenIds: [5, 6] })).toBe(-2)
    expect(match({})).toBeUndefined()
  })
})
