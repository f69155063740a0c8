import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JACCARD_FLOOR, normalPrompt, PromptIndex } from './prompt-overlap.js'

const index = (...texts: readonly string[]): PromptIndex =>
  new PromptIndex(texts.map((text, at) => ({ id: String(at), text })))

/** All pairs, by sets. */
function likest(texts: readonly string[], text: string): number {
  const words = (one: string) =>
    new Set(
      normalPrompt(one)
        .split(' ')
        .filter((word) => word !== ''),
    )
  const mine = words(text)
  let best = 0
  for (const other of texts) {
    const theirs = words(other)
    const shared = [...mine].filter((word) => theirs.has(word)).length
    const all = new Set([...mine, ...theirs]).size
    if (all > 0) best = Math.max(best, shared / all)
  }
  return best
}

describe('normalPrompt', () => {
  it('drops case, punctuation and surplus space, and unifies forms', () => {
    expect(normalPrompt('  ¿Qué   ES,\n un APT?! ')).toBe('qué es un apt')
    expect(normalPrompt('ＡＰＴ; x:y.')).toBe('apt xy')
  })
})

describe('PromptIndex', () => {
  it('tells to the letter from normalised from near', () => {
    const prompts = index('Show me the last ten lines', 'what is an APT?')
    expect(prompts.overlap('what is an APT?')).toEqual({ kind: 'exact', jaccard: 1, id: '1' })
    expect(prompts.overlap('What is an apt')).toEqual({ kind: 'normalised', jaccard: 1, id: '1' })
    expect(prompts.overlap('show me the last nine lines')).toEqual({ kind: 'none', jaccard: 5 / 7, id: '0' })
    expect(prompts.overlap('please show me the last ten lines')).toEqual({
      kind: 'near',
      jaccard: 6 / 7,
      id: '0',
    })
    expect(prompts.overlap('bake a cake')).toEqual({ kind: 'none', jaccard: 0 })
  })

  it('finds nothing in nothing', () => {
    expect(index().overlap('a')).toEqual({ kind: 'none', jaccard: 0 })
    expect(index('a').overlap('')).toEqual({ kind: 'none', jaccard: 0 })
  })

  it('finds the likest of all pairs', () => {
    const prompt = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { maxLength: 7 })
      .map((w) => w.join(' '))
    fc.assert(
      fc.property(fc.array(prompt, { maxLength: 12 }), prompt, (texts, text) => {
        const best =
          normalPrompt(text) === '' && texts.some((one) => normalPrompt(one) === '') ? 1 : likest(texts, text)
        expect(index(...texts).overlap(text).jaccard).toBeCloseTo(best >= JACCARD_FLOOR ? best : 0, 12)
      }),
      { numRuns: 500 },
    )
  })
})
