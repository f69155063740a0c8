import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countText,
  finePercentText,
  percent,
  percentInterval,
  percentText,
  pointsInterval,
  shownP,
  signedPoints,
} from './number-text.js'

describe('countText', () => {
  it('sets thousands apart', () => {
    expect([0, 999, 1000, 12_345, 1_234_567].map(countText)).toEqual([
      '0',
      '999',
      '1,000',
      '12,345',
      '1,234,567',
    ])
  })
  it('holds the digits of every whole number, in order', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (count) => {
        expect(countText(count).replaceAll(',', '')).toBe(String(count))
      }),
    )
  })
})

describe('percent', () => {
  it('has one decimal and no sign', () => {
    expect([0, 0.4567, 1].map(percent)).toEqual(['0.0', '45.7', '100.0'])
    expect(percentText(0.4567)).toBe('45.7 %')
  })
  it('writes intervals low to high', () => {
    expect(percentInterval([0.41, 0.5032])).toBe('[41.0, 50.3]')
  })
})

describe('finePercentText', () => {
  it('says 100 only where it is all', () => {
    expect([0, 0.12345, 0.99994, 0.99996, 1].map(finePercentText)).toEqual([
      '0.00 %',
      '12.35 %',
      '99.99 %',
      '> 99.99 %',
      '100.00 %',
    ])
  })
})

describe('signedPoints', () => {
  it('has a sign on both sides of 0, and none at 0', () => {
    expect([-0.03, 0, 0.03].map(signedPoints)).toEqual(['-3.0', '0.0', '+3.0'])
    expect(pointsInterval([-0.01, 0.03])).toBe('[-1.0, +3.0]')
  })
})

describe('shownP', () => {
  it('never says that a p value is 0', () => {
    expect([1, 0.04996, 0.0001, 0.00009, 0].map(shownP)).toEqual([
      '1.0000',
      '0.0500',
      '0.0001',
      '< 0.0001',
      '< 0.0001',
    ])
  })
})
