import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PackedTexts } from './packed-texts.js'

describe('PackedTexts', () => {
  it('gives every text back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const packed = new PackedTexts()
        const places = texts.map((text) => packed.add(text))
        expect(places.map((place) => packed.at(place))).toEqual(texts)
      }),
    )
  })
  it('holds more than one block, and a text longer than a block', () => {
    const packed = new PackedTexts()
    const texts = Array.from({ length: 3000 }, (_, at) => `${at} ${'ü'.repeat(500)}`)
    texts.push('x'.repeat(3_000_000), 'after')
    const places = texts.map((text) => packed.add(text))
    expect(places.every((place, at) => packed.at(place) === texts[at])).toBe(true)
  })
})
