import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCamelCase, tokenizers } from './tokenize.js'

const { t1, t2, t3 } = tokenizers

describe('T1', () => {
  it('lower-cases and takes runs of letters and digits', () => {
    expect(t1.tokens('GET /users/{userId}?v=2 Über-snake_case')).toEqual([
      ...['get', 'users', 'userid', 'v', '2', 'ber', 'snake', 'case'],
    ])
  })
  it('has no terms for other scripts, nor for nothing', () => {
    expect(t1.tokens('天気 — погода')).toEqual([])
    expect(t1.tokens('')).toEqual([])
  })
})

describe('T2', () => {
  it('cuts at white space alone', () => {
    expect(t2.tokens("  What's\tNew,\u00a0World?\u3000天気\n")).toEqual(["what's", 'new,', 'world?', '天気'])
  })
  it('takes a byte-order mark for a character and U+0085 for white space, as Unicode does', () => {
    expect(t2.tokens('a\u0085b\ufeffc')).toEqual(['a', 'b\ufeffc'])
  })
})

describe('T3', () => {
  it('opens camelCase, drops stop words and cuts plurals', () => {
    expect(t3.tokens('getHTTPResponses for the XMLParser of v2Users')).toEqual([
      ...['get', 'http', 'response', 'xml', 'parser', 'v2', 'user'],
    ])
  })
  it.each([
    ['queries', 'query'],
    ['ties', 'tie'],
    ['eies', 'eie'],
    ['zombaies', 'zombaie'],
    ['boxes', 'boxe'],
    ['goes', 'goe'],
    ['trees', 'tree'],
    ['aloes', 'aloe'],
    ['status', 'status'],
    ['class', 'class'],
    ['gas', 'gas'],
    ['cats', 'cat'],
  ])('stems %s to %s', (word, stem) => {
    expect(t3.tokens(word)).toEqual([stem])
  })
  it('drops stop words after lower-casing only, not by what stemming makes of a word', () => {
    expect(t3.tokens('The ITS Shes')).toEqual(['she'])
  })
})

describe('openCamelCase', () => {
  it('does what the two usual replacements do', () => {
    const usual = (text: string): string =>
      text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', '1', '_', ' '), maxLength: 12 }),
        (text) => {
          expect(openCamelCase(text)).toBe(usual(text))
        },
      ),
    )
  })
  it('takes linear time on a long run of capitals', () => {
    const text = 'A'.repeat(1_000_000)
    expect(openCamelCase(text)).toBe(text)
  })
})

describe('every tokenizer', () => {
  it.each([t1, t2, t3])('$id gives the terms of two texts joined by a space', (tokenizer) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (left, right) => {
        expect(tokenizer.tokens(`${left} ${right}`)).toEqual([
          ...tokenizer.tokens(left),
          ...tokenizer.tokens(right),
        ])
      }),
    )
  })
})
