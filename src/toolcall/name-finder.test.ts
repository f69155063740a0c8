import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NameFinder } from './name-finder.js'

describe('NameFinder', () => {
  it('finds what includes finds, for few names and for many', () => {
    const letter = fc.constantFrom('a', 'b', 'c')
    const names = fc.uniqueArray(fc.string({ unit: letter, minLength: 0, maxLength: 5 }), { maxLength: 80 })
    fc.assert(
      fc.property(names, fc.string({ unit: letter, maxLength: 60 }), (all, text) => {
        const expected = all.filter((name) => name !== '' && text.includes(name))
        expect(new NameFinder(all).namedIn(text)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('takes names of any characters', () => {
    const names = ['天気', '__proto__', 'a.b', '🎉', ...Array.from({ length: 40 }, (_, at) => `tool_${at}`)]
    expect(new NameFinder(names).namedIn('x 天気 a.b tool_12 __proto__')).toEqual([
      '天気',
      '__proto__',
      'a.b',
      'tool_1',
      'tool_12',
    ])
  })

  it('needs one pass for many names of one beginning', () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `${'a'.repeat(30)}${at}`)
    expect(new NameFinder(names).namedIn('a'.repeat(200_000))).toEqual([])
  })
})
