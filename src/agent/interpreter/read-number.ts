import { overflow, toFloat } from './integers.js'
import type { Meter } from './meter.js'
import { PlanFault, typeFault, unsupportedFault, valueFault } from './plan-fault.js'
import { type BareValue, typeName } from './value.js'
import { MOST_DIGITS, reprOf } from './value-text.js'

const INTEGER = /^[+-]?\d+(?:_\d+)*$/
/** What follows the point stands in its brackets: digits that two parts could share would take time by their square. */
const FLOAT = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i
const WORD = /^([+-]?)(inf|infinity|nan)$/i

/** Python's `int(value)`. */
export function readInteger(value: BareValue, meter: Meter): bigint {
  switch (typeof value) {
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1n : 0n
    case 'number':
      if (Number.isNaN(value)) throw valueFault('cannot convert float NaN to integer')
      if (!Number.isFinite(value)) throw overflow('cannot convert float infinity to integer')
      return BigInt(Math.trunc(value))
    case 'string':
      return readDigits(value, meter)
    default:
  }
  const name = typeName(value)
  throw typeFault(`int() argument must be a string, a bytes-like object or a real number, not '${name}'`)
}

function readDigits(text: string, meter: Meter): bigint {
  meter.work(text.length / 8)
  const trimmed = text.trim()
  if (!INTEGER.test(trimmed)) {
    refuseOtherDigits(trimmed)
    throw valueFault(`invalid literal for int() with base 10: ${reprOf(text.slice(0, 200), meter)}`)
  }
  const digits = trimmed.replaceAll('_', '').replace(/^\+/, '')
  if (digits.replace('-', '').length > MOST_DIGITS) {
    throw new PlanFault(
      'limit',
      `ValueError: Exceeds the limit (${MOST_DIGITS} digits) for integer string conversion`,
    )
  }
  return digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits)
}

/** Python's `float(value)`. */
export function readFloat(value: BareValue, meter: Meter): number {
  switch (typeof value) {
    case 'number':
      return value
    case 'boolean':
    case 'bigint':
      return toFloat(BigInt(value))
    case 'string': {
      meter.work(value.length / 8)
      const trimmed = value.trim()
      const word = WORD.exec(trimmed)
      if (word !== null) {
        const magnitude = /^n/i.test(word[2] ?? '') ? Number.NaN : Number.POSITIVE_INFINITY
        return word[1] === '-' ? -magnitude : magnitude
      }
      if (FLOAT.test(trimmed)) return Number(trimmed.replaceAll('_', ''))
      refuseOtherDigits(trimmed)
      throw valueFault(`could not convert string to float: ${reprOf(value.slice(0, 200), meter)}`)
    }
    default:
      throw typeFault(`float() argument must be a string or a real number, not '${typeName(value)}'`)
  }
}

/** Python reads digits of other scripts. */
function refuseOtherDigits(text: string): void {
  if (/[^\x00-\x7f]/.test(text) && /\p{Nd}/u.test(text))
    throw unsupportedFault('Reading digits of other scripts')
}
