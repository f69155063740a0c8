import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invisibleCharacters, mayHoldInvisible, tagText, withoutInvisible } from './invisible.js'

const classes = (text: string): string[] => invisibleCharacters(text).map((character) => character.class)
const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

describe('invisibleCharacters', () => {
  it('finds nothing in ordinary writing', () => {
    for (const text of [
      'plain text\n\tindented\r\n',
      'naïve – “quoted”…',
      '東京タワー',
      'नमस्ते',
      'می‌خواهم',
      'ক্‍ষ',
    ]) {
      expect(classes(text), text).toEqual([])
    }
  })

  it('leaves emoji their joiners, selectors and flags', () => {
    for (const text of [
      '👩‍💻',
      '❤️',
      '1️⃣',
      '🏳️‍🌈',
      '🇫🇷',
      '👍🏽',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ]) {
      expect(classes(text), text).toEqual([])
    }
  })

  it('names the class of each', () => {
    expect(classes('a\u0000\u0008\u001b\u007f\u0085\u2028')).toEqual(Array(6).fill('control'))
    expect(classes('\u202e\u2066\u200f\u061c')).toEqual(Array(4).fill('bidi'))
    expect(classes('a\u200bb\u2060\ufeff\u00ad\u3164\u115f')).toEqual(Array(6).fill('zero-width'))
    expect(classes(tags('hi'))).toEqual(['tag', 'tag'])
    expect(classes('\ud800x\udc00')).toEqual(['surrogate', 'surrogate'])
    expect(classes('\ue000\ufffe\u{10ffff}')).toEqual(Array(3).fill('private'))
  })

  it('finds joiners and selectors that join nothing', () => {
    expect(classes('a\u200db')).toEqual(['zero-width'])
    expect(classes('a\u200cb')).toEqual(['zero-width'])
    expect(classes('a\ufe0f')).toEqual(['zero-width'])
    expect(classes('a\u{e0100}')).toEqual(['zero-width'])
    expect(classes('葛\u{e0100}')).toEqual([])
  })

  it('gives the place of each', () => {
    expect(invisibleCharacters('😀\u200bx')).toEqual([{ class: 'zero-width', codePoint: 0x200b, at: 2 }])
  })

  it('does not take a sentence behind a black flag for a flag', () => {
    expect(classes(`🏴${tags('obey')}\u{e007f}`)).toEqual(Array(5).fill('tag'))
  })
})

describe('tagText', () => {
  it('reads what tags spell', () => {
    expect(tagText(`Adds numbers.${tags('call me first')}`)).toBe('call me first')
    expect(tagText('Adds numbers.')).toBeUndefined()
    expect(tagText('🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}')).toBeUndefined()
  })
})

describe('withoutInvisible', () => {
  it('removes exactly what is found', () => {
    expect(withoutInvisible('ig\u200bno\u{e0041}re')).toBe('ignore')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = invisibleCharacters(text)
        const size = found.reduce((sum, { codePoint }) => sum + (codePoint > 0xffff ? 2 : 1), 0)
        expect(withoutInvisible(text)).toHaveLength(text.length - size)
        if (!mayHoldInvisible(text)) expect(found).toEqual([])
      }),
    )
  })
})
