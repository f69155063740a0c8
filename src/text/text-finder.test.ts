import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TextFinder } from './text-finder.js'

describe('TextFinder', () => {
  it('answers as indexOf does, in whatever order it is asked', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 })
    fc.assert(
      fc.property(
        letters,
        fc.constantFrom('a', 'ab', 'aab', 'c'),
        fc.array(fc.nat({ max: 32 })),
        (text, needle, questions) => {
          const finder = new TextFinder(text, needle)
          for (const at of questions) {
            const found = text.indexOf(needle, at)
            expect(finder.next(at)).toBe(found === -1 ? text.length : found)
          }
        },
      ),
    )
  })

  it('passes over occurrences that do not count', () => {
    const finder = new TextFinder('ab ab ab', 'ab', (at) => at !== 3)
    expect([finder.next(0), finder.next(1), finder.next(7)]).toEqual([0, 6, 8])
  })
})
