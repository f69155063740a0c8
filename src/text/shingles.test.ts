import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characterShingles, jaccard, ShingleVocabulary, unionOf, wordsOf, wordsOfName } from './shingles.js'

describe('wordsOf', () => {
  it('keeps letters and digits in lower case, in order, repeats included', () => {
    expect(wordsOf("Get the user's QR-code, the 2nd time!")).toEqual([
      'get',
      'the',
      'user',
      's',
      'qr',
      'code',
      'the',
      '2nd',
      'time',
    ])
    expect(wordsOf(' \n')).toEqual([])
    expect(wordsOf('C++, C# and C; café++')).toEqual(['c++', 'c#', 'and', 'c', 'café++'])
  })

  it('reads other writing: accents stay, wide forms fold, unspaced writing falls into characters', () => {
    expect(wordsOf('Ｃafé Münze')).toEqual(['café', 'münze'])
    expect(wordsOf('東京の天気 API')).toEqual(['東', '京', 'の', '天', '気', 'api'])
    expect(wordsOf('weather天気2x')).toEqual(['weather', '天', '気', '2x'])
    expect(wordsOf('привет мир')).toEqual(['привет', 'мир'])
    expect(wordsOf('हिन्दी')).toEqual(['हिन्दी'])
  })

  it('gives the same words on the quick path for ASCII and on the other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(wordsOf(`${text} é`)).toEqual([...wordsOf(text), 'é'])
      }),
    )
  })
})

describe('wordsOfName', () => {
  it('parts identifiers', () => {
    expect(wordsOfName('getUserById')).toEqual(['get', 'user', 'by', 'id'])
    expect(wordsOfName('HTTPServer_list-all/items')).toEqual(['http', 'server', 'list', 'all', 'items'])
    expect(wordsOfName('v2Users')).toEqual(['v2', 'users'])
  })
})

describe('shingles', () => {
  it('are runs of characters', () => {
    expect(characterShingles('Abc  d!', 3)).toEqual(['abc', 'bc ', 'c d'])
    expect(characterShingles('ab', 3)).toEqual(['ab'])
    expect(characterShingles('!', 3)).toEqual([])
  })
})

describe('jaccard', () => {
  const vocabulary = new ShingleVocabulary()
  const set = (text: string) => vocabulary.setOf(wordsOf(text))

  it('matches a hand count', () => {
    expect(jaccard(set('list all users'), set('list all groups'))).toBe(2 / 4)
    expect(jaccard(set('a b c'), set('c b a a'))).toBe(1)
    expect(jaccard(set('a'), set('b'))).toBe(0)
    expect(jaccard(set(''), set(''))).toBe(0)
  })

  it('agrees with sets of strings on any texts', () => {
    const words = fc.array(fc.constantFrom(...'abcdefghij'), { maxLength: 12 })
    fc.assert(
      fc.property(words, words, (left, right) => {
        const a = new Set(left)
        const b = new Set(right)
        const union = new Set([...a, ...b])
        const shared = [...a].filter((word) => b.has(word)).length
        expect(jaccard(vocabulary.setOf(left), vocabulary.setOf(right))).toBe(
          union.size === 0 ? 0 : shared / union.size,
        )
        expect(unionOf(vocabulary.setOf(left), vocabulary.setOf(right))).toEqual(vocabulary.setOf(union))
      }),
    )
  })
})
