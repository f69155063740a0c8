import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sparkline } from './sparkline.js'

describe('sparkline', () => {
  it('spans lowest to highest', () => {
    expect(sparkline([0, 0.5, 1])).toBe('▁▅█')
    expect(sparkline([0.71, 0.7, 0.55, 0.56])).toBe('██▁▁')
  })
  it('is level for equal values, empty for none and blank for absent ones', () => {
    expect(sparkline([0.3, 0.3])).toBe('▄▄')
    expect(sparkline([])).toBe('')
    expect(sparkline([1, undefined, 0])).toBe('█ ▁')
    expect(sparkline([undefined])).toBe(' ')
  })
  it('never draws a higher value lower', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(fc.array(value, { minLength: 2 }), (values) => {
        const bars = [...sparkline(values)]
        for (const [at, one] of values.entries()) {
          for (const [other, two] of values.entries()) {
            if (one < two) expect((bars[at] ?? '') <= (bars[other] ?? '')).toBe(true)
          }
        }
      }),
    )
  })
})
