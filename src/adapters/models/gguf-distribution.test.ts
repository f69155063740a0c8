import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NextTokens } from './gguf-distribution.js'

const of = (...probabilities: readonly number[]): NextTokens =>
  new NextTokens(new Map(probabilities.map((probability, id) => [id, probability])))

describe('the entropy of what comes next', () => {
  it('is the logarithm of the number of tokens where all are as likely, and 0 where one is certain', () => {
    expect(of(0.25, 0.25, 0.25, 0.25).entropy).toBeCloseTo(Math.log(4), 12)
    expect(of(1, 0, 0).entropy).toBe(0)
    expect(of(0.5, 0.25, 0.25).entropy).toBeCloseTo(1.5 * Math.log(2), 12)
  })

  it('does not depend on what the engine lets probabilities add up to', () => {
    const weights = fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(weights, (some) => {
        const sum = some.reduce((total, weight) => total + weight, 0)
        const shares = some.map((weight) => weight / sum)
        const plain = shares.reduce((total, share) => total - share * Math.log(share), 0)
        expect(of(...some).entropy).toBeCloseTo(plain, 9)
        expect(of(...some).entropy).toBeLessThanOrEqual(Math.log(some.length) + 1e-9)
      }),
    )
  })
})
