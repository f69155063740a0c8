/** The exact value of a decimal spelling: ± 0.`digits` × 10^`point`, digits without zeros at either end. */
export interface Decimal {
  readonly negative: boolean
  /** Empty for zero. */
  readonly digits: string
  /** Place of the decimal point after the first `point` digits; may lie far outside them. */
  readonly point: bigint
}

/** Reads the spelling of a JSON number. Linear in its length, whatever its exponent. */
export function decimalOf(text: string): Decimal {
  const negative = text.startsWith('-')
  const [mantissa = '', exponent = '0'] = text
    .slice(negative ? 1 : 0)
    .toLowerCase()
    .split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = whole + fraction
  let first = 0
  while (all.charCodeAt(first) === 0x30) first++
  let end = all.length
  while (end > first && all.charCodeAt(end - 1) === 0x30) end--
  const digits = all.slice(first, end)
  if (digits === '') return { negative: false, digits, point: 0n }
  return { negative, digits, point: BigInt(whole.length - first) + exponentOf(exponent) }
}

/** Exponents of more than 18 digits are all as good as infinite; cutting them keeps BigInt small. */
function exponentOf(text: string): bigint {
  const negative = text.startsWith('-')
  const digits = text.replace(/^[+-]?0*/, '')
  const size = digits.length > 18 ? 10n ** 18n : BigInt(digits === '' ? '0' : digits)
  return negative ? -size : size
}

/** Whether two spellings name exactly the same number. */
export function isSameDecimal(left: Decimal, right: Decimal): boolean {
  return left.negative === right.negative && left.digits === right.digits && left.point === right.point
}

/**
 * Whether a double carries the number: one that it prints back, any other integer exactly, a fraction to 17
 * significant digits, nothing beyond its range and nothing that vanishes to zero.
 */
export function isHeldByDouble(decimal: Decimal, text: string): boolean {
  if (decimal.digits === '') return true
  const value = Number(text)
  if (!Number.isFinite(value) || value === 0) return false
  if (isSameDecimal(decimalOf(String(value)), decimal)) return true
  const isInteger = decimal.point >= BigInt(decimal.digits.length)
  if (isInteger) return decimal.point <= 400n && BigInt(value) === integerOf(decimal)
  return decimal.digits.length <= 17
}

function integerOf({ negative, digits, point }: Decimal): bigint {
  const size = BigInt(digits) * 10n ** (point - BigInt(digits.length))
  return negative ? -size : size
}

/** Prints all digits, laid out as ECMAScript lays out a Number. */
export function formatDecimal({ negative, digits, point }: Decimal): string {
  const sign = negative ? '-' : ''
  if (digits === '') return '0'
  const count = BigInt(digits.length)
  if (count <= point && point <= 21n) return sign + digits + '0'.repeat(Number(point - count))
  if (0n < point && point <= 21n)
    return `${sign}${digits.slice(0, Number(point))}.${digits.slice(Number(point))}`
  if (-6n < point && point <= 0n) return `${sign}0.${'0'.repeat(Number(-point))}${digits}`
  const exponent = point - 1n
  const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`
  return `${sign}${mantissa}e${exponent < 0n ? '-' : '+'}${exponent < 0n ? -exponent : exponent}`
}
