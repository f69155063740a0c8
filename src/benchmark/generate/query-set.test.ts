import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characterShingles, jaccard, ShingleVocabulary } from '../../text/shingles.js'
import { QuerySet } from './query-set.js'

describe('QuerySet', () => {
  it('finds what an all-pairs comparison finds', () => {
    const word = fc.constantFrom(
      'show',
      'me',
      'the',
      'weather',
      'in',
      'Rome',
      'now',
      'please',
      'today',
      'a',
      'report',
    )
    const query = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(query, { maxLength: 12 }), (queries) => {
        const set = new QuerySet()
        const vocabulary = new ShingleVocabulary()
        const kept: string[] = []
        for (const text of queries) {
          const own = vocabulary.setOf(characterShingles(text, 3))
          const isNear = kept.some(
            (other) => jaccard(own, vocabulary.setOf(characterShingles(other, 3))) >= 0.9,
          )
          const isSame = kept.includes(text)
          expect(set.repeated(text) !== undefined).toBe(isNear || isSame)
          if (isNear || isSame) continue
          set.add(text, text)
          kept.push(text)
        }
      }),
    )
  })

  it('looks past case and marks, and names the earlier query', () => {
    const set = new QuerySet()
    set.add('a', 'Show me the weather in Rome.')
    expect(set.repeated('show me the weather, in ROME!')).toBe('a')
    expect(set.repeated('Show me the weather in Romes')).toBe('a')
    expect(set.repeated('Show me the news of Rome')).toBeUndefined()
  })
})
