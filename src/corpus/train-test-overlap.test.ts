import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '../text/shingles.js'
import { OVERLAP_SIMILARITY, TestTexts } from './train-test-overlap.js'

const tests = (...texts: readonly string[]) =>
  new TestTexts(texts.map((text, at) => ({ benchmark: 'b', id: `t${at}`, text })))
const kinds = (set: TestTexts, text: string) =>
  set.overlaps({ id: 'x', text }).map(({ kind, test }) => [kind, test.id])

describe('TestTexts', () => {
  it('tells the same characters, the same words and many of the same words apart', () => {
    const set = tests('Send a mail to Ann', 'send a mail, to ANN!', 'List all mails', 'Send to Ann a mail')
    expect(kinds(set, 'Send a mail to Ann')).toEqual([
      ['exact', 't0'],
      ['normalised', 't1'],
      ['near', 't3'],
    ])
    expect(kinds(set, 'nothing of the kind')).toEqual([])
  })

  it('draws the line at 0.8: four words of five are near, three of four are not', () => {
    expect(tests('a b c d e').overlaps({ id: 'x', text: 'a b c d' })).toMatchObject([
      { kind: 'near', similarity: 0.8 },
    ])
    expect(tests('a b c d').overlaps({ id: 'x', text: 'a b c' })).toEqual([])
  })

  it('compares texts without words by their characters', () => {
    expect(kinds(tests('🎉', '?'), '🎉')).toEqual([['exact', 't0']])
    expect(kinds(tests(''), '')).toEqual([['exact', 't0']])
    expect(kinds(tests(), 'a')).toEqual([])
  })

  it('finds what comparing all with all finds', () => {
    const text = fc
      .array(fc.constantFrom(...'abcdefghijkl'), { minLength: 1, maxLength: 14 })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), fc.array(text, { maxLength: 12 }), (held, trained) => {
        const set = tests(...held)
        for (const one of trained) {
          const mine = new Set(wordsOf(one))
          const expected = held.flatMap((other, at) => {
            const theirs = new Set(wordsOf(other))
            const shared = [...mine].filter((word) => theirs.has(word)).length
            return shared / (mine.size + theirs.size - shared) >= OVERLAP_SIMILARITY ? [`t${at}`] : []
          })
          expect(kinds(set, one).map(([, id]) => id)).toEqual(expected)
        }
      }),
      { numRuns: 300 },
    )
  })
})
