import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mix32, murmur3 } from './murmur3.js'

describe('murmur3', () => {
  it.each([
    // Vectors of the reference implementation for inputs of whole words.
    { words: [], seed: 0, hash: 0 },
    { words: [], seed: 1, hash: 0x514e28b7 },
    { words: [], seed: 0xffffffff, hash: 0x81f16f39 },
    { words: [0xffffffff], seed: 0, hash: 0x76293b50 },
    { words: [0x87654321], seed: 0, hash: 0xf55b516b },
    { words: [0x87654321], seed: 0x5082edee, hash: 0x2362f9de },
    { words: [0x61616161], seed: 0x9747b28c, hash: 0x5a97808a },
  ])('hashes $words under $seed as the reference does', ({ words, seed, hash }) => {
    expect(murmur3(words, seed)).toBe(hash)
  })
  it('tells apart texts that differ in one bit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 32 - 1), { minLength: 1 }), fc.nat(31), (words, bit) => {
        const [first = 0, ...rest] = words
        expect(murmur3([(first ^ (1 << bit)) >>> 0, ...rest], 0)).not.toBe(murmur3(words, 0))
      }),
    )
  })
})

describe('mix32', () => {
  it('is one to one on a sample', () => {
    const mixed = new Set(Array.from({ length: 10_000 }, (_, value) => mix32(value)))
    expect(mixed.size).toBe(10_000)
  })
})
