import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { loadTokenCounter, tokenCounter } from './count-tokens.js'

const plain = { disallowedSpecial: new Set<string>() }
const oracle = (text: string): number => countTokens(text, plain)

/** Texts that cross every class of the split expression. */
const mixed = fc
  .array(
    fc.constantFrom(
      'a',
      'B',
      'll',
      "'",
      "'s",
      "'LL",
      "'ve ",
      '7',
      '1234',
      ' ',
      '  ',
      '\t',
      '\n',
      '\r\n',
      '\u000b',
      '/',
      '{"',
      '":"',
      '.',
      '_',
      'é',
      'Ж',
      '漢字',
      'ˇ',
      '́',
      '😀',
      '\u00a0',
      '\u2028',
      '٣',
      'ſ',
      'K',
      '<|endoftext|>',
      'camelCase',
      'HTTPServer',
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))

describe('tokenCounter', () => {
  it('counts by hand: merges the lowest rank first, leftmost first', () => {
    // a=0 b=1 c=2 ab=3 bc=4 abc=5
    const counter = tokenCounter('toy', ['a', 'b', 'c', 'ab', 'bc', 'abc'])
    expect(counter.count('abc')).toBe(1)
    expect(counter.count('bca')).toBe(2) // bc a
    expect(counter.count('abab')).toBe(2) // ab ab
    expect(counter.count('')).toBe(0)
  })

  it('counts bytes that are no token of their own', () => {
    const counter = tokenCounter('toy', [[0xc3], [0xa9]])
    expect(counter.count('é')).toBe(2)
  })

  it('agrees with gpt-tokenizer on o200k_base', async () => {
    const { count, tokenizer } = await loadTokenCounter()
    expect(tokenizer).toBe('o200k_base')
    for (const text of [
      '{"name":"get_user","description":"Reads a user\'s profile.","inputSchema":{"type":"object"}}',
      "I'll they've WE'RE it'S o'clock 'Tis",
      '   leading, trailing   \n\n  and\t tabs \r\n x',
      'naïve façade 東京タワー здравствуйте नमस्ते',
      '2026-09-15T12:00:00Z 1234567',
    ]) {
      expect(count(text), text).toBe(oracle(text))
    }
  })

  it('agrees with gpt-tokenizer on any text', async () => {
    const { count } = await loadTokenCounter()
    fc.assert(
      fc.property(
        fc.oneof(mixed, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 60 })),
        (text) => {
          expect(count(text)).toBe(oracle(text))
        },
      ),
      { numRuns: 400 },
    )
  })

  it('takes a special token for the characters that spell it', async () => {
    const { count } = await loadTokenCounter()
    expect(count('<|endoftext|>')).toBeGreaterThan(1)
  })

  it('is not slowed by a piece without end, nor overflows', async () => {
    const { count } = await loadTokenCounter()
    const started = performance.now()
    for (const unit of ['A', ' ', 'Zq', 'é', '漢', 'a\u0301', '\u00a0', '\n', '.', '😀']) {
      expect(count(unit.repeat(300_000)), unit).toBeGreaterThan(100)
    }
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  it('is off by a token at most where it cuts', async () => {
    const { count } = await loadTokenCounter()
    for (const unit of ['abc', '  ', '漢', '==']) {
      const text = unit.repeat(5000 / unit.length)
      expect(Math.abs(count(text) - oracle(text)), unit).toBeLessThanOrEqual(Math.ceil(text.length / 4096))
    }
  })
})
