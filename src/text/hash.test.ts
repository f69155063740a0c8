import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedJson } from '../../test/generators/parsed-json.js'
import { fingerprintOf, hashText, textHasher } from './hash.js'

const fingerprint = (text: string): string => fingerprintOf(parsedJson(text))

describe('hashText', () => {
  it('gives the published digests of SHA-256', () => {
    expect(hashText('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it("agrees with the host's SHA-256 of the UTF-8 text", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(hashText(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
      }),
    )
  })
})

describe('textHasher', () => {
  it('hashes parts as if they were one text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (parts) => {
        const hasher = textHasher()
        for (const part of parts) hasher.add(part)
        expect(hasher.digest()).toBe(hashText(parts.join('')))
      }),
    )
  })
})

describe('fingerprintOf', () => {
  it('is the same for the same content, however it is spelled', () => {
    expect(fingerprint('{"b": 1.0, "a": "\\u0041"}')).toBe(fingerprint('{"a":"A","b":1}'))
    expect(fingerprint('{"a": 1}')).toBe(hashText('{"a":1}'))
  })

  it('differs by a digit that no double holds, and by order in lists', () => {
    expect(fingerprint('9007199254740993')).not.toBe(fingerprint('9007199254740992'))
    expect(fingerprint('[1,2]')).not.toBe(fingerprint('[2,1]'))
  })

  it('tells lone surrogates apart, which UTF-8 would not', () => {
    expect(fingerprint('"\\ud800"')).not.toBe(fingerprint('"\\ud801"'))
  })
})
