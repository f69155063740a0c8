import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberOf } from '../../text/json.js'
import {
  compareNumbers,
  isMultiple,
  isSpelledAsInteger,
  isWhole,
  MAX_MULTIPLE_DIGITS,
  numberKey,
} from './exact.js'

/** A spelling of mantissa · 10^exponent, with its value as a fraction over 10^20. */
const spelled = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    fc.integer({ min: -8, max: 8 }),
    fc.constantFrom('e', 'E', 'point'),
  )
  .map(([mantissa, exponent, style]) => ({
    text: style === 'point' ? withPoint(mantissa, exponent) : `${mantissa}${style}${exponent}`,
    scaled: mantissa * 10n ** BigInt(exponent + 20),
  }))

function withPoint(mantissa: bigint, exponent: number): string {
  if (exponent >= 0) return `${mantissa}${'0'.repeat(exponent)}.0`
  const sign = mantissa < 0n ? '-' : ''
  const digits = String(mantissa < 0n ? -mantissa : mantissa).padStart(1 - exponent, '0')
  return `${sign}${digits.slice(0, exponent)}.${digits.slice(exponent)}`
}

describe('compareNumbers', () => {
  it('tells 2^53 + 1 from 2^53, which doubles do not', () => {
    expect(compareNumbers(numberOf('9007199254740993'), 9007199254740992)).toBeGreaterThan(0)
    expect(compareNumbers(numberOf('0.10000000000000001'), 0.1)).toBeGreaterThan(0)
  })
  it('orders by sign, size and digits', () => {
    expect(compareNumbers(-2, numberOf('1.0'))).toBeLessThan(0)
    expect(compareNumbers(numberOf('-1e400'), numberOf('-1e399'))).toBeLessThan(0)
    expect(compareNumbers(numberOf('-0.0'), 0)).toBe(0)
    expect(compareNumbers(numberOf('1e-400'), 0)).toBeGreaterThan(0)
  })
  it('agrees with integers scaled by hand, for any spelling', () => {
    fc.assert(
      fc.property(spelled, spelled, (left, right) => {
        const expected = left.scaled < right.scaled ? -1 : left.scaled > right.scaled ? 1 : 0
        expect(Math.sign(compareNumbers(numberOf(left.text), numberOf(right.text)))).toBe(expected)
        expect(numberKey(numberOf(left.text)) === numberKey(numberOf(right.text))).toBe(expected === 0)
      }),
    )
  })
})

describe('isMultiple', () => {
  it('divides decimals exactly', () => {
    expect(isMultiple(4.35, 0.01)).toBe(true)
    expect(isMultiple(1.1, 0.1)).toBe(true)
    expect(isMultiple(0.0075, 0.0001)).toBe(true)
    expect(isMultiple(0.00751, 0.0001)).toBe(false)
    expect(isMultiple(numberOf('9007199254740993'), 2)).toBe(false)
  })
  it('holds for exponents that no machine could write out', () => {
    expect(isMultiple(numberOf('1e1000000000000'), 8)).toBe(true)
    expect(isMultiple(numberOf('1e1000000000000'), 7)).toBe(false)
    expect(isMultiple(numberOf('1e-1000000000000'), 7)).toBe(false)
    expect(isMultiple(0, 7)).toBe(true)
  })
  it('refuses to divide numbers of many digits', () => {
    expect(isMultiple(numberOf('1'.repeat(MAX_MULTIPLE_DIGITS + 1)), 3)).toBeUndefined()
  })
  it('agrees with integers scaled by hand', () => {
    fc.assert(
      fc.property(spelled, spelled, (value, divisor) => {
        fc.pre(divisor.scaled > 0n)
        expect(isMultiple(numberOf(value.text), numberOf(divisor.text))).toBe(
          value.scaled % divisor.scaled === 0n,
        )
      }),
    )
  })
})

describe('isWhole and isSpelledAsInteger', () => {
  it.each([
    ['25', true, true],
    ['25.0', true, false],
    ['2.5e1', true, false],
    ['1E3', true, false],
    ['-0', true, true],
    ['25.5', false, false],
    ['9007199254740993', true, true],
    ['1e400', true, false],
    ['1e-400', false, false],
  ])('%s: whole %s, spelled as one %s', (text, whole, spelledSo) => {
    expect(isWhole(numberOf(text))).toBe(whole)
    expect(isSpelledAsInteger(numberOf(text))).toBe(spelledSo)
  })
})
