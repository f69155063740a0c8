import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { grim, grimSplits } from './grim.js'

describe('grim', () => {
  it('finds published means that cannot be of 100 or 238 items, and can be of 35', () => {
    expect(grim({ printed: '0.029', n: 35 })).toEqual({ kind: 'possible', sums: [1, 1] })
    expect(grim({ printed: '0.029', n: 100 })).toEqual({ kind: 'impossible', nearest: [0.02, 0.03] })
    for (const printed of ['0.536', '0.428']) expect(grim({ printed, n: 238 }).kind).toBe('impossible')
    for (const printed of ['0.057', '0.086', '0.114', '0.143', '0.686']) {
      expect(grim({ printed, n: 100 }).kind, printed).toBe('impossible')
      expect(grim({ printed, n: 35 }).kind, printed).toBe('possible')
    }
    expect(grim({ printed: '0.650', n: 50 }).kind).toBe('impossible')
    expect(grim({ printed: '0.660', n: 50 }).kind).toBe('possible')
  })
  it('counts the steps of an item: five trials, or percent', () => {
    expect(grim({ printed: '0.536', n: 238, stepsPerItem: 4 }).kind).toBe('possible')
    expect(grim({ printed: '53.6', n: 138, top: 100 })).toEqual({ kind: 'possible', sums: [74, 74] })
    expect(grim({ printed: '53.6', n: 238, top: 100 }).kind).toBe('impossible')
  })
  it('lets halves be rounded either way', () => {
    expect(grim({ printed: '0.12', n: 8 }).kind).toBe('possible')
    expect(grim({ printed: '0.13', n: 8 }).kind).toBe('possible')
  })
  it('refuses to pass what it could not fail', () => {
    expect(grim({ printed: '0.09', n: 100 })).toMatchObject({ kind: 'cannot-fail' })
    expect(grim({ printed: '0.09', n: 99 })).toMatchObject({ kind: 'possible' })
    expect(grim({ printed: '0.090', n: 100 })).toEqual({ kind: 'possible', sums: [9, 9] })
    expect(grim({ printed: '0.5', n: 2, stepsPerItem: 5 }).kind).toBe('cannot-fail')
  })
  it('rules out a mean above the most that can be scored', () => {
    expect(grim({ printed: '1.01', n: 5 })).toEqual({ kind: 'impossible', nearest: [1, 1] })
    expect(grim({ printed: '1.000', n: 7 })).toEqual({ kind: 'possible', sums: [7, 7] })
    expect(grim({ printed: '0', n: 7 }).kind).toBe('cannot-fail')
    expect(grim({ printed: '0.00', n: 7 })).toEqual({ kind: 'possible', sums: [0, 0] })
  })
  it('passes every mean that was made by rounding, and agrees with trying all sums', () => {
    const digits = fc.integer({ min: 2, max: 4 })
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 120 }), fc.nat(10_000), (places, n, raw) => {
        const made = ((raw % (n + 1)) / n).toFixed(places)
        expect(grim({ printed: made, n }).kind).not.toBe('impossible')
        const printed = (raw / 10_000).toFixed(places)
        const result = grim({ printed, n })
        fc.pre(result.kind !== 'cannot-fail')
        const unit = 10 ** -places
        const sums = Array.from({ length: n + 1 }, (_, sum) => sum).filter(
          (sum) => Math.abs(sum / n - Number(printed)) <= unit / 2 + 1e-12,
        )
        expect(result.kind).toBe(sums.length > 0 ? 'possible' : 'impossible')
        if (result.kind === 'possible') expect(result.sums).toEqual([sums[0], sums.at(-1)])
      }),
    )
  })
  it.each(['', '-0.1', '.5', '1e-3', '0.5%', 'NaN', '0.1234567890'])('refuses the mean "%s"', (printed) => {
    expect(() => grim({ printed, n: 10 })).toThrow(/printed mean[^]*fix:/)
  })
  it.each([0, -3, 2.5, Number.NaN])('refuses %d items', (n) => {
    expect(() => grim({ printed: '0.5', n })).toThrow(/whole number above 0[^]*fix:/)
  })
})

describe('grimSplits', () => {
  it('finds the one split of 238 items that allows all four published rates: 138 and 100', () => {
    expect(grimSplits({ total: 238, first: ['0.536', '0.428'], second: ['0.090', '0.170'] })).toEqual([
      [138, 100],
    ])
  })
  it('finds none where there is none', () => {
    expect(grimSplits({ total: 5, first: ['0.123'], second: ['0.5'] })).toEqual([])
  })
})
