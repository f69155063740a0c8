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

describe('wordings', () => {
  it('are known by their own names only, and given words come first', () => {
    const phrases = book({ a: ['{b}'], b: ['own'] })
    expect([phrases.has('a'), phrases.has('toString'), phrases.has('c')]).toEqual([true, false, false])
    expect(phrases.say('a')).toBe('own')
    expect(phrases.say('a', { b: 'given' })).toBe('given')
    expect(() => phrases.say('c')).toThrow('There is no wording "c".')
    expect(() => phrases.say('toString')).toThrow('There is no wording "toString".')
  })

  it('take the least used of all choices, chance between equals', () => {
    const phrases = book({ x: ['a', 'b', 'c'] }, 3)
    const said = Array.from({ length: 9 }, () => phrases.say('x'))
    for (const at of [0, 3, 6]) expect([...said.slice(at, at + 3)].sort()).toEqual(['a', 'b', 'c'])
    const firsts = new Set(
      Array.from({ length: 20 }, (_, seed) => book({ x: ['a', 'b', 'c'] }, seed).say('x')),
    )
    expect([...firsts].sort()).toEqual(['a', 'b', 'c'])
  })

  it('nest as deep as thirty-two, names and brackets alike', () => {
    const chain = (depth: number): Record<string, readonly string[]> =>
      Object.fromEntries(
        Array.from({ length: depth }, (_, at) => [`w${at}`, [at === depth - 1 ? 'end' : `{w${at + 1}}`]]),
      )
    expect(book(chain(33)).say('w0')).toBe('end')
    expect(() => book(chain(34)).say('w0')).toThrow('Wordings refer to each other without end.')
    expect(book({ x: [`${'['.repeat(32)}a${']'.repeat(32)}`] }).say('x')).toBe('a')
    expect(() => book({ x: [`${'['.repeat(33)}a${']'.repeat(33)}`] }).say('x')).toThrow('without end')
  })

  it('say which bracket is wrong, where', () => {
    const thrown = (text: string): unknown => {
      try {
        book({ x: [text] }).say('x')
      } catch (error) {
        const { code, what, where, fix } = error as Readonly<Record<string, unknown>>
        return [code, what, where, fix]
      }
      return 'nothing'
    }
    const place = ['the grammar of a pack', 'Correct the wording.']
    expect(thrown('a|b')).toEqual(['grammar-wording', 'A bracket does not open in "a|b".', ...place])
    expect(thrown('a]')).toEqual(['grammar-wording', 'A bracket does not open in "a]".', ...place])
    expect(thrown('[a')).toEqual(['grammar-wording', 'A bracket does not close in "[a".', ...place])
    expect(thrown('[a|b] c')).toBe('nothing')
  })

  it.each([
    ['a  b\n c', 'a b c'],
    [' a , b ; c : d . e ! f ? ', 'a, b; c: d. e! f?'],
    ['a,, b', 'a, b'],
    ['a;: b', 'a: b'],
    ['a,?', 'a?'],
    ['a..', 'a..'],
    ['hi :) there', 'hi :) there'],
    ['x :(', 'x:('],
  ])('tidies %j to %j', (text, tidied) => {
    expect(tidy(text)).toBe(tidied)
  })

  it.each([
    ['a', 'A'],
    ['a.b c', 'A.b c'],
    ['one. two! three? four', 'One. Two! Three? Four'],
    ['a.  b', 'A.  b'],
    ['1. x', '1. X'],
    ['<a> b. é', '<a> b. é'],
  ])('begins the sentences of %j as %j', (text, begun) => {
    expect(sentenceCase(text)).toBe(begun)
  })
})
