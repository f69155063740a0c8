import type { Meter } from './meter.js'
import { type PlanFault, valueFault } from './plan-fault.js'

/** What stands after the colon of a field of an f-string. */
export interface FormatSpec {
  readonly fill: string
  /** Undefined: as the kind of value has it. */
  readonly align: '<' | '>' | '^' | '=' | undefined
  readonly sign: '+' | '-' | ' ' | undefined
  /** Negative zero is written as zero. */
  readonly isZeroSigned: boolean
  readonly isAlternate: boolean
  /** Whether a 0 stands before the width and no fill was given. */
  readonly isZeroFilled: boolean
  readonly width: number
  readonly grouping: ',' | '_' | undefined
  readonly precision: number | undefined
  /** One letter or none. */
  readonly type: string
}

const SPEC = /^(?:(.)?([<>^=]))?([+\- ])?(z)?(#)?(0)?(\d*)([,_]*)(?:\.(\d*))?(.*)$/su

/** @throws {PlanFault} with Python's `ValueError`. */
export function readFormatSpec(text: string, typeName: string, meter: Meter): FormatSpec {
  meter.work(1 + text.length / 8)
  const match = SPEC.exec(text)
  if (match === null) throw valueFault('Invalid format specifier')
  const [, fill, align, sign, z, alternate, zero, width = '', grouping = '', precision, type = ''] = match
  if (grouping.length > 1) {
    throw valueFault(
      grouping === ',,' || grouping === '__'
        ? `Cannot specify '${grouping[0]}' with '${grouping[0]}'.`
        : "Cannot specify both ',' and '_'.",
    )
  }
  if (precision === '') throw valueFault('Format specifier missing precision')
  if ([...type].length > 1)
    throw valueFault(`Invalid format specifier '${text.slice(0, 60)}' for object of type '${typeName}'`)
  return {
    fill: fill ?? (zero === undefined ? ' ' : '0'),
    align: alignOf(align),
    sign: sign === '+' || sign === '-' || sign === ' ' ? sign : undefined,
    isZeroSigned: z !== undefined,
    isAlternate: alternate !== undefined,
    isZeroFilled: zero !== undefined && fill === undefined,
    width: numberOf(width, meter),
    grouping: grouping === ',' || grouping === '_' ? grouping : undefined,
    precision: precision === undefined ? undefined : numberOf(precision, meter),
    type,
  }
}

function alignOf(align: string | undefined): FormatSpec['align'] {
  return align === '<' || align === '>' || align === '^' || align === '=' ? align : undefined
}

/** A width or a precision; what it would make is taken before anything is made. */
function numberOf(digits: string, meter: Meter): number {
  if (digits === '') return 0
  if (digits.length > 18) throw valueFault('Too many decimal digits in format string')
  const value = Number(digits)
  meter.takeText(value)
  return value
}

/** The body with its sign, filled up to the width. */
export function padded(
  spec: FormatSpec,
  sign: string,
  body: string,
  length: number,
  fallback: '<' | '>',
): string {
  const missing = spec.width - length
  if (missing <= 0) return sign + body
  const align = spec.align ?? (spec.isZeroFilled && fallback === '>' ? '=' : fallback)
  switch (align) {
    case '<':
      return sign + body + spec.fill.repeat(missing)
    case '>':
      return spec.fill.repeat(missing) + sign + body
    case '=':
      return sign + spec.fill.repeat(missing) + body
    case '^': {
      const left = Math.floor(missing / 2)
      return spec.fill.repeat(left) + sign + body + spec.fill.repeat(missing - left)
    }
    default:
      return align satisfies never
  }
}

export function unknownCode(type: string, typeName: string): PlanFault {
  const code = type.codePointAt(0) ?? 0
  const shown = code > 0x20 && code < 0x80 ? type : `\\x${code.toString(16)}`
  return valueFault(`Unknown format code '${shown}' for object of type '${typeName}'`)
}
