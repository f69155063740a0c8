import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineLimit } from './request-limit.js'

describe('engineLimit', () => {
  it('counts in windows of about a second: 600 a minute are 10 in 1,000 ms, one a minute is 1 in 60,000 ms', () => {
    expect(engineLimit(600)).toEqual({ max: 10, duration: 1000 })
    expect(engineLimit(100)).toEqual({ max: 2, duration: 1200 })
    expect(engineLimit(1)).toEqual({ max: 1, duration: 60_000 })
  })

  it('keeps the rate within a hundredth, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (perMinute) => {
        const { max, duration } = engineLimit(perMinute)
        expect((max * 60_000) / duration / perMinute).toBeCloseTo(1, 2)
      }),
    )
  })
})
