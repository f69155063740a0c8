import { describe, expect, it } from 'vitest'
import { vocabularyCounter } from './vocabulary-counter.js'

const counter = (
  encoding: 'byte-level' | 'sentencepiece' | 'plain',
  pieces: readonly (string | undefined)[],
  added: readonly number[] = [],
) => vocabularyCounter({ encoding, pieces, added: new Set(added) }, 'tokenizer.json')

describe('vocabularyCounter', () => {
  it('merges byte-level pieces in the order of their ids', () => {
    // "Ġ" is a space, "Ã©" the two bytes of "é".
    const { count, tokenizer } = counter('byte-level', ['a', 'b', 'Ġ', 'ab', 'Ġab', 'Ã', '©', 'Ã©'])
    expect(count('ab ab')).toBe(2)
    expect(count('aab')).toBe(2)
    expect(count('é')).toBe(1)
    expect(tokenizer).toBe('tokenizer.json, words cut as in o200k_base')
  })

  it('counts bytes that no merge joins', () => {
    expect(counter('byte-level', ['a', 'Ã', '©']).count('é')).toBe(2)
    expect(counter('byte-level', ['a']).count('aaa')).toBe(3)
  })

  it('reads spaces and bytes of SentencePiece', () => {
    const { count } = counter('sentencepiece', ['<0xC3>', '<0xA9>', '▁', 'a', 'b', 'ab', '▁ab'])
    expect(count('ab ab')).toBe(2)
    expect(count('é')).toBe(2)
  })

  it('takes no added token for text, and passes over holes', () => {
    expect(counter('byte-level', ['a', undefined, 'aa'], [2]).count('aa')).toBe(2)
    expect(counter('plain', ['a', 'aa']).count('aa')).toBe(1)
  })
})
