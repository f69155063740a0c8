import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutHalfCharacters } from './half-characters.js'

const cleaned = (text: string): string => JSON.parse(withoutHalfCharacters(JSON.stringify(text)))

describe('withoutHalfCharacters', () => {
  it('replaces halves alone and leaves pairs', () => {
    expect(cleaned('a\ud800b\udc00')).toBe('a\ufffdb\ufffd')
    expect(cleaned('😀')).toBe('😀')
  })
  it('leaves a text that only looks like one', () => {
    expect(cleaned('\\ud800 and \\\\ud800')).toBe('\\ud800 and \\\\ud800')
  })
  it('gives what encoding as UTF-8 and back gives', () => {
    const unit = fc.oneof(
      fc.constantFrom('\\', 'u', 'd', '8', '0', '"', '\n', '\u0001'),
      fc.integer({ min: 0xd7ff, max: 0xe000 }).map((code) => String.fromCharCode(code)),
    )
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join('')
        expect(cleaned(text)).toBe(new TextDecoder().decode(new TextEncoder().encode(text)))
      }),
    )
  })
})
