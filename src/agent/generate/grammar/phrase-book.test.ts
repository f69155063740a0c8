import { describe, expect, it } from 'vitest'
import { randomStream } from '../../../numeric/random.js'
import { PhraseBook, sentenceCase, tidy } from './phrase-book.js'

const book = (wordings: Readonly<Record<string, readonly string[]>>, seed = 0): PhraseBook =>
  new PhraseBook(wordings, randomStream(seed, 'test'))

describe('PhraseBook', () => {
  it('says every part of every choice before any again', () => {
    const phrases = book({ greet: ['[hi|hello|hey] [you|all]'] })
    const said = Array.from({ length: 6 }, () => phrases.say('greet'))
    const counts = (word: string): number => said.filter((text) => text.split(' ').includes(word)).length
    expect(['hi', 'hello', 'hey'].map(counts)).toEqual([2, 2, 2])
    expect(['you', 'all'].map(counts)).toEqual([3, 3])
  })
  it('puts in what is given, else a wording of that name, and leaves out empty parts', () => {
    const phrases = book({ ask: ['a {kind} in {city}[, {polite}|, {polite}]'], polite: ['please'] })
    expect(phrases.say('ask', { kind: '', city: '<CITY_1>' })).toBe('a in <CITY_1>, please')
  })
  it('nests choices', () => {
    const phrases = book({ x: ['[a[1|2]|b]'] })
    expect(new Set(Array.from({ length: 8 }, () => phrases.say('x')))).toEqual(new Set(['a1', 'a2', 'b']))
  })
  it('says the same under the same seed and, sooner or later, something else under another', () => {
    const wordings = { x: ['[a|b|c|d] [e|f|g|h] [i|j|k|l]'] }
    const ten = (seed: number): readonly string[] => {
      const phrases = book(wordings, seed)
      return Array.from({ length: 10 }, () => phrases.say('x'))
    }
    expect(ten(1)).toEqual(ten(1))
    expect(ten(1)).not.toEqual(ten(2))
  })
  it.each([
    ['a name that nobody gives', { x: ['{y}'] }, /no wording "y"/],
    ['a bracket that does not close', { x: ['[a|b'] }, /does not close/],
    ['a bracket that does not open', { x: ['a]'] }, /does not open/],
    ['wordings without end', { x: ['{x}'] }, /without end/],
  ])('refuses %s', (_, wordings, message) => {
    expect(() => book(wordings).say('x')).toThrow(message)
  })
})

describe('tidy and sentenceCase', () => {
  it('mends spaces and marks, and leaves smileys alone', () => {
    expect(tidy(' a  b , c . Thanks :)')).toBe('a b, c. Thanks :)')
    expect(tidy('find: ?')).toBe('find?')
  })
  it('begins sentences with capitals', () => {
    expect(sentenceCase('so, we go. when? <CITY_1> it is! ok')).toBe('So, we go. When? <CITY_1> it is! Ok')
  })
})
