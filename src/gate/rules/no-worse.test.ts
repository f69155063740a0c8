import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verdictOf } from './no-worse.js'

const higher = { better: 'higher', margin: 0.05 } as const

describe('verdictOf', () => {
  it.each<[string, readonly [number, number, number], number, string]>([
    ['no loss as large as the margin', [-0.01, -0.04, 0.02], 1, 'passed'],
    ['a loss that is there, and smaller than the margin', [-0.03, -0.04, -0.02], 0.001, 'passed'],
    ['a loss that reaches the margin, and is there', [-0.06, -0.1, -0.02], 0.001, 'failed'],
    ['a loss that others explain, after Holm', [-0.06, -0.1, -0.02], 0.06, 'insufficient-data'],
    ['a wide interval', [-0.01, -0.1, 0.08], 0.7, 'insufficient-data'],
    ['a gain with a wide interval', [0.02, -0.06, 0.1], 0.4, 'insufficient-data'],
    ['a bound just at the margin', [0, -0.05, 0.05], 1, 'insufficient-data'],
  ])('%s', (_what, [difference, low, high], adjustedP, expected) => {
    expect(verdictOf({ difference, interval: [low, high], adjustedP }, higher)).toBe(expected)
  })

  it('is the same seen from the other side', () => {
    const bound = fc.integer({ min: -100, max: 100 }).map((points) => points / 100)
    fc.assert(
      fc.property(bound, bound, bound, fc.constantFrom(0.001, 0.04, 0.2), (one, two, three, adjustedP) => {
        const [low = 0, difference = 0, high = 0] = [one, two, three].sort((left, right) => left - right)
        const straight = verdictOf({ difference, interval: [low, high], adjustedP }, higher)
        const turned = { difference: -difference, interval: [-high, -low] as const, adjustedP }
        expect(verdictOf(turned, { ...higher, better: 'lower' })).toBe(straight)
        // Nothing fails without a loss, and nothing passes where the bound reaches the margin.
        if (difference >= 0) expect(straight).not.toBe('failed')
        expect(straight === 'passed').toBe(low > -0.05)
      }),
    )
  })
})
