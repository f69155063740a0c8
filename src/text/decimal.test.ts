import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOf, formatDecimal, isHeldByDouble, isSameDecimal } from './decimal.js'

/** Exact value by another road: numerator and power of ten as big integers. */
const fraction = (text: string): { readonly numerator: bigint; readonly exponent: number } => {
  const [, sign = '', whole = '', digits = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? []
  const numerator = BigInt(whole + digits) * (sign === '-' ? -1n : 1n)
  return { numerator, exponent: Number(exponent) - digits.length }
}

const isSameFraction = (left: string, right: string): boolean => {
  const [a, b] = [fraction(left), fraction(right)]
  const least = Math.min(a.exponent, b.exponent)
  return a.numerator * 10n ** BigInt(a.exponent - least) === b.numerator * 10n ** BigInt(b.exponent - least)
}

const spelling = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.bigInt({ min: 1n, max: 10n ** 25n }).map(String)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,12}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?[0-9]{1,2}$/)),
  )
  .map((parts) => parts.join(''))

describe('decimalOf', () => {
  it('reads spellings of one number alike', () => {
    for (const group of [
      ['1', '1.0', '1e0', '10e-1', '0.1E1', '100e-2', '0.00001e+5'],
      ['0', '-0', '0.000', '0e99', '-0.0E-5'],
      ['-120', '-1.2e2', '-0.00120e5', '-12000e-2'],
    ]) {
      for (const text of group)
        expect(isSameDecimal(decimalOf(text), decimalOf(group[0] as string))).toBe(true)
    }
    expect(isSameDecimal(decimalOf('1'), decimalOf('-1'))).toBe(false)
    expect(isSameDecimal(decimalOf('1'), decimalOf('10'))).toBe(false)
    expect(isSameDecimal(decimalOf('9007199254740993'), decimalOf('9007199254740992'))).toBe(false)
  })

  it('agrees with exact integer arithmetic on which spellings are equal', () => {
    fc.assert(
      fc.property(spelling, spelling, (left, right) => {
        expect(isSameDecimal(decimalOf(left), decimalOf(right))).toBe(isSameFraction(left, right))
      }),
    )
  })

  it('agrees that moving the point and padding with zeros change nothing', () => {
    fc.assert(
      fc.property(spelling, fc.nat(20), (text, zeros) => {
        const padded = `${/[.]/.test(text) ? text.replace(/(\.[0-9]+)/, `$1${'0'.repeat(zeros)}`) : text}`
        expect(isSameDecimal(decimalOf(text), decimalOf(padded))).toBe(true)
      }),
    )
  })

  it('is quick for endless digits and exponents', () => {
    const began = performance.now()
    decimalOf(`1${'0'.repeat(1_000_000)}`)
    decimalOf(`1e${'9'.repeat(1_000_000)}`)
    expect(isHeldByDouble(decimalOf(`1e${'9'.repeat(100_000)}`), `1e${'9'.repeat(100_000)}`)).toBe(false)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

describe('isHeldByDouble', () => {
  it.each([
    ['0', true],
    ['-0.0', true],
    ['9007199254740992', true],
    ['9007199254740993', false],
    ['9007199254740994', true],
    ['-9007199254740993', false],
    ['0.1', true],
    ['0.12345678901234567', true],
    ['0.123456789012345678', false],
    ['1e308', true],
    ['1e309', false],
    ['1e-400', false],
    ['5e-324', true],
    ['100000000000000000000000', true],
    ['100000000000000000000001', false],
    ['1e23', true],
  ])('%s: %s', (text, isHeld) => {
    expect(isHeldByDouble(decimalOf(text), text)).toBe(isHeld)
  })

  it('holds whatever a double prints, and every integer it represents', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = String(value)
        expect(isHeldByDouble(decimalOf(text), text)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (value) => {
        const text = String(value)
        const isExact = BigInt(Number(text)) === value
        if (isExact) expect(isHeldByDouble(decimalOf(text), text)).toBe(true)
      }),
    )
  })
})

describe('formatDecimal', () => {
  it('lays numbers out as ECMAScript does', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(formatDecimal(decimalOf(String(value)))).toBe(Object.is(value, -0) ? '0' : String(value))
      }),
    )
  })

  it('keeps every digit', () => {
    expect(formatDecimal(decimalOf('123456789012345678901'))).toBe('123456789012345678901')
    expect(formatDecimal(decimalOf('1234567890123456789012'))).toBe('1.234567890123456789012e+21')
    expect(formatDecimal(decimalOf('0.00000012345678901234567890'))).toBe('1.234567890123456789e-7')
    expect(formatDecimal(decimalOf('-1e400'))).toBe('-1e+400')
    fc.assert(
      fc.property(spelling, (text) => {
        expect(isSameFraction(formatDecimal(decimalOf(text)), text)).toBe(true)
      }),
    )
  })
})
