import { type Decimal, decimalOf, formatDecimal } from '../../text/decimal.js'
import { ExactNumber, type JsonValue } from '../../text/json.js'

export type JsonNumber = number | ExactNumber

export function isJsonNumber(value: JsonValue | undefined): value is JsonNumber {
  return typeof value === 'number' ? Number.isFinite(value) : value instanceof ExactNumber
}

function decimalOfNumber(value: JsonNumber): Decimal {
  return decimalOf(typeof value === 'number' ? String(value) : value.text)
}

/** Steps that looking at the digits of a number costs, 32 digits each; plain numbers are free. */
export function costOfNumber(value: JsonNumber): number {
  return typeof value === 'number' ? 0 : value.text.length >> 5
}

/** Whether the number has no fraction, however it is spelled: 25, 25.0 and 2.5e1 alike. */
export function isWhole(value: JsonNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  const { digits, point } = decimalOf(value.text)
  return point >= BigInt(digits.length)
}

/** Whether the number is spelled as integers are: digits only, no point, no exponent. */
export function isSpelledAsInteger(value: JsonNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 1e21
  return !/[.eE]/.test(value.text)
}

/** The canonical spelling of the exact value: equal for equal numbers, different for all others. */
export function numberKey(value: JsonNumber): string {
  // String(-0) is "0"; formatDecimal lays numbers out as String does.
  return typeof value === 'number' ? String(value) : formatDecimal(decimalOf(value.text))
}

/** Negative, zero or positive as `left` is less than, equal to or greater than `right`, by exact value. */
export function compareNumbers(left: JsonNumber, right: JsonNumber): number {
  // A plain number has the shortest spelling of its double, and those are ordered as the doubles are.
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return compareDecimals(decimalOfNumber(left), decimalOfNumber(right))
}

function compareDecimals(left: Decimal, right: Decimal): number {
  const sign = signOf(left)
  if (sign !== signOf(right)) return sign - signOf(right)
  return sign * compareSizes(left, right)
}

function signOf({ digits, negative }: Decimal): -1 | 0 | 1 {
  return digits === '' ? 0 : negative ? -1 : 1
}

function compareSizes(left: Decimal, right: Decimal): number {
  if (left.point !== right.point) return left.point < right.point ? -1 : 1
  if (left.digits === right.digits) return 0
  return left.digits < right.digits ? -1 : 1
}

/** Digits of a number beyond which `multipleOf` is not computed; 17 carry any double. */
export const MAX_MULTIPLE_DIGITS = 5_000

/**
 * Whether `value` is an integer multiple of `divisor`, exactly: 4.35 is one of 0.01. Undefined when either has more
 * digits than MAX_MULTIPLE_DIGITS.
 */
export function isMultiple(value: JsonNumber, divisor: JsonNumber): boolean | undefined {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) {
    return (value as number) % (divisor as number) === 0 // both are safe integers
  }
  const dividend = decimalOfNumber(value)
  const by = decimalOfNumber(divisor)
  if (dividend.digits === '') return true
  if (by.digits === '') return false
  if (Math.max(dividend.digits.length, by.digits.length) > MAX_MULTIPLE_DIGITS) return undefined
  const shift = exponentOf(dividend) - exponentOf(by)
  // Digits end in no zero, so that a finer unit divides only when it is no power of ten finer.
  if (shift < 0n) return false
  const modulus = BigInt(by.digits)
  return (BigInt(dividend.digits) * powerOfTen(shift, modulus)) % modulus === 0n
}

function exponentOf({ digits, point }: Decimal): bigint {
  return point - BigInt(digits.length)
}

/** 10^exponent mod modulus, in as many steps as the exponent has bits. */
function powerOfTen(exponent: bigint, modulus: bigint): bigint {
  let power = 1n
  let square = 10n % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) power = (power * square) % modulus
    square = (square * square) % modulus
  }
  return power
}
