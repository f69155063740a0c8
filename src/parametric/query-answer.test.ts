import { describe, expect, it } from 'vitest'
import { keepingPlaces, matchFree } from './query-answer.js'

const nobody = () => undefined

describe('matchFree', () => {
  it('keeps the first three outputs that are no tool, as text or as ids', () => {
    const outputs = [{ text: 'one' }, { tokenIds: [7, 8] }, {}, { text: 'four' }]
    expect(matchFree(outputs, nobody)).toStrictEqual({
      tools: [],
      returned: 4,
      nonTools: 4,
      duplicates: 0,
      examples: ['one', 'ids 7 8', 'ids '],
    })
  })
  it('counts each repetition, and keeps negative places', () => {
    const places = [3, -1, 3, 0, -1, 3]
    const outputs = places.map((place) => ({ tokenIds: [place] }))
    expect(matchFree(outputs, ({ tokenIds }) => tokenIds?.[0])).toStrictEqual({
      tools: [3, -1, 0],
      returned: 6,
      nonTools: 0,
      duplicates: 3,
      examples: [],
    })
  })
})

describe('keepingPlaces', () => {
  it('numbers each unknown output once, from −2³¹ down, white space at its ends aside', () => {
    const placeOf = keepingPlaces(({ text }) => (text === 'known' ? 0 : undefined))
    const outputs = [
      { text: 'a' },
      { text: 'known' },
      { tokenIds: [1, 2] },
      { text: ' a\n' },
      { tokenIds: [1] },
    ]
    const start = -(2 ** 31)
    expect(outputs.map(placeOf)).toEqual([start, 0, start - 1, start, start - 2])
    expect(placeOf({ tokenIds: [1, 2] })).toBe(start - 1)
  })
})
