import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomStream } from '../../../numeric/random.js'
import { Deck } from './deck.js'

describe('Deck', () => {
  it('deals all cards before any comes again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer(), (size, seed) => {
        const cards = Array.from({ length: size }, (_, at) => at)
        const deck = new Deck([0, ...cards.slice(1)], randomStream(seed, 'deck'))
        for (let round = 0; round < 3; round++) {
          expect(cards.map(() => deck.deal()).sort((left = 0, right = 0) => left - right)).toEqual(cards)
        }
      }),
    )
  })
  it('keeps cards that were passed over for the next time', () => {
    const deck = new Deck([1, 2, 3, 4], randomStream(0, 'deck'))
    const even = [1, 2, 3].map(() => deck.deal((card = 0) => card % 2 === 0))
    expect(new Set(even)).toEqual(new Set([2, 4]))
    expect([deck.deal(), deck.deal()].every((card = 0) => card % 2 === 1)).toBe(true)
    expect(deck.deal((card) => card > 4)).toBeUndefined()
  })
})
