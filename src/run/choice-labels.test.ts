import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { McqItem } from '../benchmark/item.js'
import { optionLabels, rotationOfVariant, rotationVariant } from './choice-labels.js'

const item = (id: string, distractors: readonly string[]): McqItem => ({
  kind: 'mcq',
  id,
  tool: 't',
  question: 'q',
  answer: 'right',
  distractors,
})

describe('optionLabels', () => {
  it('puts every option once at every letter over all rotations', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 25 }), (id, wrong) => {
        const options = ['right', ...Array.from({ length: wrong }, (_, index) => `wrong ${index}`)]
        const one = item(id, options.slice(1))
        const seen = new Map<string, Set<string>>()
        for (let rotation = 0; rotation < options.length; rotation++) {
          const labels = optionLabels(one, rotation)
          expect(Object.values(labels).sort()).toEqual([...options].sort())
          for (const [letter, option] of Object.entries(labels)) {
            seen.set(option, (seen.get(option) ?? new Set()).add(letter))
          }
        }
        for (const letters of seen.values()) expect(letters.size).toBe(options.length)
      }),
      { numRuns: 30 },
    )
  })

  it('puts the answer at a letter that the id decides', () => {
    const letters = Array.from({ length: 400 }, (_, index) => {
      const labels = optionLabels(item(`item-${index}`, ['a', 'b', 'c']), 0)
      return Object.keys(labels).find((letter) => labels[letter] === 'right')
    })
    for (const letter of ['A', 'B', 'C', 'D']) {
      const share = letters.filter((one) => one === letter).length / 400
      expect(share).toBeGreaterThan(0.17)
      expect(share).toBeLessThan(0.33)
    }
  })

  it('keeps the labels that samples were asked under', () => {
    expect(optionLabels(item('item-1', ['a', 'b', 'c']), 0)).toEqual(EXPECTED)
    expect(optionLabels(item('item-1', ['a', 'b', 'c']), 1)).toEqual({
      A: EXPECTED.D,
      B: EXPECTED.A,
      C: EXPECTED.B,
      D: EXPECTED.C,
    })
  })
})

const EXPECTED = { A: 'right', B: 'c', C: 'a', D: 'b' }

describe('rotationOfVariant', () => {
  it('reads what rotationVariant writes, and nothing else', () => {
    for (const rotation of [0, 3, 25]) expect(rotationOfVariant(rotationVariant(rotation))).toBe(rotation)
    for (const variant of ['rotation-', 'rotation-01', 'rotation--1', 'rotation-1 ', 'catalog', '']) {
      expect(rotationOfVariant(variant)).toBeUndefined()
    }
  })
})
