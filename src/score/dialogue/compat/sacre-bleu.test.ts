import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sacreBleu } from './sacre-bleu.js'

interface Pair {
  readonly hypothesis: string
  readonly reference: string
  /** In percent. */
  readonly score: number
}

const pairs: readonly Pair[] = JSON.parse(readFileSync('test/fixtures/sacre-bleu/pairs.json', 'utf8'))

describe('sacreBleu', () => {
  it('agrees with SacreBLEU 2.5.1', () => {
    expect(pairs.filter(({ score }) => score > 0 && score < 100).length).toBeGreaterThan(50)
    for (const { hypothesis, reference, score } of pairs) {
      const own = sacreBleu({ hypothesis, reference })
      expect(own * 100, JSON.stringify({ hypothesis, reference })).toBeCloseTo(score, 9)
    }
  })

  it('is 1 for the same text of four tokens or more, and 0 below', () => {
    const same = (text: string) => sacreBleu({ hypothesis: text, reference: text })
    expect(same('On which day?')).toBeCloseTo(1, 12)
    expect(same('Which day')).toBe(0)
  })

  it('smooths by hand: half of the words in place, no pair', () => {
    // p1 = 2/4, p2 = 1/(2·3), p3 = 1/(4·2), p4 = 1/(8·1), as long as the reference
    const value = (0.5 * (1 / 6) * (1 / 8) * (1 / 8)) ** (1 / 4)
    expect(sacreBleu({ hypothesis: 'a x b y', reference: 'a z b w' })).toBeCloseTo(value, 12)
  })
})
