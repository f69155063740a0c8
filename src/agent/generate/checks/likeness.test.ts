import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DialogueTemplate } from '../../dialogue-template.js'
import { checkLikeness, TakenTemplates, templateWords } from './likeness.js'

const template = (id: string, text: string): DialogueTemplate => ({
  id,
  category: 'hotel',
  language: 'en',
  about: { scenario: 's', persona: 'p' },
  turns: [{ role: 'user', text }],
})

/** One by one, as the definition says. */
function jaccardOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((word) => right.has(word)).length
  return shared / new Set([...left, ...right]).size
}

describe('likeness of templates', () => {
  it('is the share of words that both have: 3 of 5', () => {
    const taken = new TakenTemplates()
    expect(taken.likest(new Set(['a']))).toBeUndefined()
    taken.take('town', templateWords(template('town', 'a hotel in town')))
    expect(taken.likest(templateWords(template('x', 'a hotel in space')))).toEqual({
      id: 'town',
      jaccard: 3 / 5,
    })
  })
  it('counts placeholders as words, case and marks not', () => {
    expect([...templateWords(template('x', 'Hi, <CITY_1>! hi <CITY_2>.'))]).toEqual([
      'hi',
      '<city_1>',
      '<city_2>',
    ])
  })
  it('finds two that share more than the limit, and leaves those below alone', () => {
    const near = [template('a', 'we need a hotel in town'), template('b', 'we need a hotel in space')]
    expect(checkLikeness(near)).toEqual([
      { check: 'likeness', what: 'Templates a and b share 0.71 of their words.' },
    ])
    expect(checkLikeness([template('a', 'we need a hotel'), template('b', 'flights to the moon')])).toEqual(
      [],
    )
  })
  it('finds the likest without looking at all words of all', () => {
    const words = fc
      .uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1 })
      .map((all) => new Set(all))
    fc.assert(
      fc.property(fc.array(words, { minLength: 1 }), words, (taken, asked) => {
        const templates = new TakenTemplates()
        for (const [at, one] of taken.entries()) templates.take(String(at), one)
        expect(templates.likest(asked)?.jaccard).toBe(Math.max(...taken.map((one) => jaccardOf(one, asked))))
      }),
    )
  })
})
