import { describe, expect, it } from 'vitest'
import { lookOf } from './lookalikes.js'

describe('lookOf', () => {
  it('shows what a reader sees', () => {
    expect(lookOf('pаy')).toBe('pay')
    expect(lookOf('ｐａｙ')).toBe('pay')
    expect(lookOf('ΑΒΕ')).toBe('ABE')
    expect(lookOf('ﬁle')).toBe('file')
  })

  it('leaves what looks like itself', () => {
    for (const text of ['plain', 'Größe', '天気', '😀']) expect(lookOf(text)).toBe(text)
  })
})
