import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilsonInterval } from './wilson.js'

describe('wilsonInterval', () => {
  // statsmodels 0.15.0: proportion_confint(successes, n, method='wilson')
  it.each([
    [0, 10, 0, 0.27753279986288926],
    [10, 10, 0.7224672001371106, 1],
    [1, 10, 0.017876213095072924, 0.40415002679523854],
    [5, 10, 0.23659309051256394, 0.7634069094874361],
    [240, 496, 0.4401844846900105, 0.5278053654561744],
    [421, 500, 0.8074376489887337, 0.8713473021355645],
    [1, 2, 0.09453120573423068, 0.9054687942657693],
    [3, 7, 0.15821985525146964, 0.7495416354723428],
  ])('%i of %i as statsmodels has it', (successes, n, low, high) => {
    const interval = wilsonInterval({ successes, n })
    expect(interval[0]).toBeCloseTo(low, 12)
    expect(interval[1]).toBeCloseTo(high, 12)
  })

  it('solves (p − share)² = z² p(1 − p) / n, the equation that defines it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, share) => {
          const successes = Math.round(share * n)
          for (const bound of wilsonInterval({ successes, n })) {
            const left = (bound - successes / n) ** 2
            const right = (1.959963984540054 ** 2 * bound * (1 - bound)) / n
            expect(left).toBeCloseTo(right, 9)
          }
        },
      ),
    )
  })

  it('mirrors when successes and failures change places', () => {
    const [low, high] = wilsonInterval({ successes: 3, n: 17 })
    const [mirroredLow, mirroredHigh] = wilsonInterval({ successes: 14, n: 17 })
    expect(mirroredLow).toBeCloseTo(1 - high, 12)
    expect(mirroredHigh).toBeCloseTo(1 - low, 12)
  })

  it('takes a sample size that is not whole', () => {
    expect(wilsonInterval({ successes: 6.4, n: 6.4 })[1]).toBe(1)
  })

  it.each([
    [1, 0],
    [-1, 5],
    [6, 5],
    [Number.NaN, 5],
  ])('refuses %d of %d', (successes, n) => {
    expect(() => wilsonInterval({ successes, n })).toThrow(RangeError)
  })
})
