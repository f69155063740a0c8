import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable } from './printable.js'

describe('printable', () => {
  it('leaves ordinary writing and emoji as they are', () => {
    for (const text of ['plain', 'naïve', '東京', 'привет', 'Ok 👍🏽', '👩‍💻', '1️⃣', 'C:\\temp', '']) {
      expect(printable(text)).toBe(text)
    }
  })

  it('spells out what a terminal would act on', () => {
    expect(printable('\u001b[31mred\u001b[0m')).toBe('\\u{1b}[31mred\\u{1b}[0m')
    expect(printable('a\nb\r\tc')).toBe('a\\nb\\r\\tc')
    expect(printable('\u009b2J')).toBe('\\u{9b}2J')
    expect(printable('\u0007\u007f')).toBe('\\u{7}\\u{7f}')
  })

  it('spells out what would hide or turn the line', () => {
    expect(printable('get\u202eresu')).toBe('get\\u{202e}resu')
    expect(printable('a\u200bb\u2028c')).toBe('a\\u{200b}b\\u{2028}c')
    expect(printable('x\u{e0041}')).toBe('x\\u{e0041}')
    expect(printable('\ud800')).toBe('\\u{d800}')
  })

  it('cuts to a length, escapes included, and never through a pair', () => {
    expect(printable('abcdef', { maxLength: 4 })).toBe('abc…')
    expect(printable('abcd', { maxLength: 4 })).toBe('abcd')
    expect(printable('ab😀cd', { maxLength: 4 })).toBe('ab…')
    expect(printable('\u0000'.repeat(100), { maxLength: 10 })).toHaveLength(10)
  })

  it('never lets a control character or a lone surrogate through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, maxLength) => {
        for (const shown of [printable(text), printable(text, { maxLength })]) {
          expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
          expect(shown).not.toMatch(/\p{Surrogate}/u)
        }
        expect(printable(text, { maxLength }).length).toBeLessThanOrEqual(maxLength)
      }),
    )
  })
})
