import { divisionByZero, overflow } from './integers.js'
import { unsupportedFault } from './plan-fault.js'

/** With the sign of the divisor, as Python's `%`. */
export function floatModulo(a: number, b: number): number {
  if (b === 0) throw divisionByZero('float modulo')
  const rest = a % b
  if (rest === 0) return b < 0 ? -0 : 0
  return rest < 0 !== b < 0 ? rest + b : rest
}

/** Rounded down, by the steps that CPython takes, whose rounding shows in the last digit. */
export function floatFloorDivide(a: number, b: number): number {
  if (b === 0) throw divisionByZero('float floor division by zero')
  let rest = a % b
  let quotient = (a - rest) / b
  if (rest !== 0 && rest < 0 !== b < 0) {
    rest += b
    quotient -= 1
  }
  if (quotient === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0
  const floor = Math.floor(quotient)
  return quotient - floor > 0.5 ? floor + 1 : floor
}

/** Powers that are not exact may differ from those of another machine's C library in the last digit. */
export function floatPower(base: number, exponent: number): number {
  if (exponent === 0 || base === 1) return 1
  if (base === -1 && !Number.isFinite(exponent) && !Number.isNaN(exponent)) return 1
  if (base === 0 && exponent < 0 && Number.isFinite(exponent)) {
    throw divisionByZero('0.0 cannot be raised to a negative power')
  }
  if (base < 0 && Number.isFinite(base) && Number.isFinite(exponent) && !Number.isInteger(exponent)) {
    throw unsupportedFault('Arithmetic with complex numbers')
  }
  const power = base ** exponent
  if (!Number.isFinite(power) && Number.isFinite(base) && Number.isFinite(exponent)) {
    throw overflow("(34, 'Numerical result out of range')")
  }
  return power
}

/** A finite float as ± mantissa · 2^exponent. */
function partsOf(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, Math.abs(value))
  const bits = view.getBigUint64(0)
  const biased = Number(bits >> 52n)
  const fraction = bits & 0xf_ffff_ffff_ffffn
  if (biased === 0) return { mantissa: fraction, exponent: -1074 }
  return { mantissa: fraction | 0x10_0000_0000_0000n, exponent: biased - 1075 }
}

/** |value| · 10^digits as the nearest integer, halves to the even one; exact. */
export function scaledDecimal(value: number, digits: number): bigint {
  const { mantissa, exponent } = partsOf(value)
  let top = mantissa
  let bottom = 1n
  if (digits >= 0) top *= 10n ** BigInt(digits)
  else bottom *= 10n ** BigInt(-digits)
  if (exponent >= 0) top <<= BigInt(exponent)
  else bottom <<= BigInt(-exponent)
  const quotient = top / bottom
  const twice = (top % bottom) * 2n
  return twice > bottom || (twice === bottom && quotient % 2n === 1n) ? quotient + 1n : quotient
}

/** No double has more digits, or more decimals, than these; what follows are zeros. */
const MOST_SIGNIFICANT = 770
export const MOST_DECIMALS = 1075

/** The digits of |value| rounded to `count` significant ones, and the place of the point: 0.DIGITS · 10^point. */
export function significantDigits(
  value: number,
  count: number,
): { readonly digits: string; readonly point: number } {
  if (value === 0) return { digits: '0'.repeat(count), point: 1 }
  if (count > MOST_SIGNIFICANT) {
    const { digits, point } = significantDigits(value, MOST_SIGNIFICANT)
    return { digits: digits.padEnd(count, '0'), point }
  }
  const exponent = Number(Math.abs(value).toExponential(20).split('e')[1])
  const digits = scaledDecimal(value, count - 1 - exponent).toString()
  // Rounding up may have made one digit more: 9.99 to 10.0.
  if (digits.length > count) return { digits: digits.slice(0, count), point: exponent + 2 }
  return { digits, point: exponent + 1 }
}

/** The shortest digits that read back as the value, and the place of the point. */
function shortestDigits(value: number): { readonly digits: string; readonly point: number } {
  if (value === 0) return { digits: '0', point: 1 }
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e')
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 }
}

/** As Python prints it: `4.0`, `1e+16`, `inf`. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  if (!Number.isFinite(value)) return `${sign}inf`
  const { digits, point } = shortestDigits(value)
  if (point <= -4 || point > 16) return sign + exponentText(digits, point, 'e')
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (digits.length <= point) return `${sign}${digits}${'0'.repeat(point - digits.length)}.0`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** `1.5e+16`: at least two digits of exponent. */
export function exponentText(digits: string, point: number, letter: string): string {
  const exponent = point - 1
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
  return `${digits[0] ?? '0'}${fraction}${letter}${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** Rounded to `digits` decimals, halves of the exact value to the even side; as Python's `round`. */
export function roundFloat(value: number, digits: number): number {
  if (!Number.isFinite(value) || digits > 323) return value
  if (digits < -308) return value < 0 || Object.is(value, -0) ? -0 : 0
  const scaled = scaledDecimal(value, digits).toString()
  const rounded = Number(`${scaled}e${-digits}`)
  if (!Number.isFinite(rounded)) throw overflow('rounded value too large to represent')
  return value < 0 || Object.is(value, -0) ? -rounded : rounded
}
