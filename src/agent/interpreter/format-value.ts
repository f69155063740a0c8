import { exponentText, floatText, MOST_DECIMALS, scaledDecimal, significantDigits } from './floats.js'
import { type FormatSpec, padded, readFormatSpec, unknownCode } from './format-spec.js'
import { toFloat } from './integers.js'
import type { Meter } from './meter.js'
import { typeFault, unsupportedFault, valueFault } from './plan-fault.js'
import { textLength, textPart } from './text-positions.js'
import { bare, typeName, type Value } from './value.js'
import { integerText, textOf } from './value-text.js'

/**
 * Python's `format(value, spec)` for texts, integers and floats: fill, alignment, sign, `z`, `#` of integers, `0`, width,
 * grouping, precision and the types `s`, `b d o x X`, `e E f F g G %`. `c`, `n` and `#` of floats are not carried out.
 */
export function formatValue(value: Value, specText: string, meter: Meter): string {
  const plain = bare(value)
  if (specText === '') return textOf(plain, meter)
  const name = typeName(plain)
  switch (typeof plain) {
    case 'string':
      return formatText(plain, readFormatSpec(specText, name, meter), meter)
    case 'boolean':
      return formatInteger(plain ? 1n : 0n, readFormatSpec(specText, name, meter), name, meter)
    case 'bigint':
      return formatInteger(plain, readFormatSpec(specText, name, meter), name, meter)
    case 'number':
      return formatFloat(plain, readFormatSpec(specText, name, meter), name, meter)
    default:
      throw typeFault(`unsupported format string passed to ${name}.__format__`)
  }
}

function formatText(text: string, spec: FormatSpec, meter: Meter): string {
  if (spec.type !== '' && spec.type !== 's') throw unknownCode(spec.type, 'str')
  if (spec.sign !== undefined) {
    throw valueFault(`${spec.sign === ' ' ? 'Space' : 'Sign'} not allowed in string format specifier`)
  }
  if (spec.isZeroSigned) throw valueFault('Negative zero coercion (z) not allowed in string format specifier')
  if (spec.isAlternate) throw valueFault('Alternate form (#) not allowed in string format specifier')
  if (spec.align === '=') throw valueFault("'=' alignment not allowed in string format specifier")
  if (spec.grouping !== undefined) throw valueFault(`Cannot specify '${spec.grouping}' with 's'.`)
  let shown = text
  let length = textLength(text, meter)
  if (spec.precision !== undefined && spec.precision < length) {
    length = spec.precision
    shown = textPart(text, 0, length, meter)
  }
  return padded(spec, '', shown, length, '<')
}

const RADIX: Readonly<Record<string, { readonly base: number; readonly prefix: string }>> = {
  b: { base: 2, prefix: '0b' },
  o: { base: 8, prefix: '0o' },
  x: { base: 16, prefix: '0x' },
  X: { base: 16, prefix: '0X' },
}

function formatInteger(value: bigint, spec: FormatSpec, name: string, meter: Meter): string {
  const { type, grouping } = spec
  if (type !== '' && 'eEfFgG%'.includes(type)) return formatFloat(toFloat(value), spec, name, meter)
  if (type === 'c' || type === 'n') throw unsupportedFault(`The format type "${type}"`)
  const radix = RADIX[type]
  if (radix === undefined && type !== '' && type !== 'd') throw unknownCode(type, name)
  if (spec.precision !== undefined) throw valueFault('Precision not allowed in integer format specifier')
  if (spec.isZeroSigned)
    throw valueFault('Negative zero coercion (z) not allowed in integer format specifier')
  if (grouping === ',' && radix !== undefined) throw valueFault(`Cannot specify ',' with '${type}'.`)
  const magnitude = value < 0n ? -value : value
  let digits = radix === undefined ? integerText(magnitude, meter) : magnitude.toString(radix.base)
  if (type === 'X') digits = digits.toUpperCase()
  meter.takeText(digits.length * 2)
  const prefix = spec.isAlternate && radix !== undefined ? radix.prefix : ''
  const sign = signOf(value < 0n, spec) + prefix
  return finish({ spec, sign, digits, rest: '', group: radix === undefined ? 3 : 4 })
}

function signOf(isNegative: boolean, { sign }: FormatSpec): string {
  if (isNegative) return '-'
  return sign === '+' || sign === ' ' ? sign : ''
}

function formatFloat(value: number, spec: FormatSpec, name: string, meter: Meter): string {
  const { type } = spec
  if (type === 'n') throw unsupportedFault('The format type "n"')
  if (type !== '' && !'eEfFgG%'.includes(type)) throw unknownCode(type, name)
  if (spec.isAlternate) throw unsupportedFault('The format option "#" of a float')
  const { precision } = spec
  const shown = type === '%' ? value * 100 : value
  const percent = type === '%' ? '%' : ''
  let body: string
  if (Number.isFinite(shown)) {
    meter.work((precision ?? 6) / 4)
    body = magnitudeText(Math.abs(shown), type, precision)
  } else body = floatText(Math.abs(shown))
  if (type !== '' && 'EFG'.includes(type)) body = body.toUpperCase()
  const isNegative = shown < 0 || Object.is(shown, -0)
  const isZero = spec.isZeroSigned && !/[1-9]/.test(body.split(/e/i)[0] ?? '') && Number.isFinite(shown)
  const sign = signOf(isNegative && !isZero, spec)
  const digits = /^\d*/.exec(body)?.[0] ?? ''
  return finish({ spec, sign, digits, rest: body.slice(digits.length) + percent, group: 3 })
}

function magnitudeText(value: number, type: string, precision: number | undefined): string {
  switch (type) {
    case 'f':
    case 'F':
    case '%':
      return fixedText(value, precision ?? 6)
    case 'e':
    case 'E': {
      const { digits, point } = significantDigits(value, (precision ?? 6) + 1)
      return exponentText(digits, point, 'e')
    }
    case 'g':
    case 'G':
      return generalText(value, precision ?? 6, false)
    default:
      return precision === undefined ? floatText(value) : generalText(value, precision, true)
  }
}

function fixedText(value: number, precision: number): string {
  if (precision > MOST_DECIMALS)
    return fixedText(value, MOST_DECIMALS) + '0'.repeat(precision - MOST_DECIMALS)
  const digits = scaledDecimal(value, precision)
    .toString()
    .padStart(precision + 1, '0')
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`
}

/** @param hasPoint without a type, where a float never looks like an integer. */
function generalText(value: number, precision: number, hasPoint: boolean): string {
  const count = Math.max(1, precision)
  const { digits: all, point } = significantDigits(value, count)
  const digits = all.replace(/0+$/, '') || '0'
  if (point <= -4 || point > count - (hasPoint ? 1 : 0)) return exponentText(digits, point, 'e')
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  const whole = digits.slice(0, point).padEnd(point, '0')
  if (digits.length > point) return `${whole}.${digits.slice(point)}`
  return hasPoint ? `${whole}.0` : whole
}

interface NumberText {
  readonly spec: FormatSpec
  readonly sign: string
  /** Before the point; groups of these are set apart. */
  readonly digits: string
  readonly rest: string
  readonly group: 3 | 4
}

function finish({ spec, sign, digits, rest, group }: NumberText): string {
  const { grouping, width } = spec
  const align = spec.align ?? (spec.isZeroFilled ? '=' : '>')
  // Zeros that fill a grouped number are grouped with it.
  const least = spec.fill === '0' && align === '=' ? width - sign.length - rest.length : 0
  const body = grouping === undefined || digits === '' ? digits : grouped(digits, { group, grouping, least })
  return padded(spec, sign, body + rest, sign.length + body.length + rest.length, '>')
}

/** At least `least` characters long, by zeros in front; never beginning with a separator. */
function grouped(
  digits: string,
  { group, grouping, least }: { readonly group: number; readonly grouping: string; readonly least: number },
): string {
  const parts: string[] = []
  let left = digits
  let missing = least
  do {
    const size = Math.min(group, Math.max(left.length, missing, 1))
    parts.unshift(left.slice(-size).padStart(size, '0'))
    left = left.slice(0, Math.max(0, left.length - size))
    missing -= size + 1
  } while (left.length > 0 || missing > -1)
  return parts.join(grouping)
}
