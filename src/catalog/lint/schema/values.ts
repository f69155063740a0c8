import { decimalOf } from '../../../text/decimal.js'
import {
  canonicalJson,
  ExactNumber,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../text/json.js'

export const SCHEMA_TYPES: ReadonlySet<string> = new Set([
  'null',
  'boolean',
  'string',
  'number',
  'integer',
  'array',
  'object',
])

/** The types a schema allows, by its own `type` and `nullable`; undefined when it does not say. */
export function declaredTypes(schema: JsonObject): readonly string[] | undefined {
  const { type } = schema
  const types = typeof type === 'string' ? [type] : isJsonArray(type) ? type.filter(isText) : undefined
  if (types === undefined || types.length === 0) return undefined
  return schema.nullable === true ? [...types, 'null'] : types
}

/** `an integer`, `a string`: for messages. */
export function describeType(value: JsonValue): string {
  if (value === null) return 'null'
  if (isJsonArray(value)) return 'an array'
  if (isJsonObject(value)) return 'an object'
  if (typeof value === 'boolean') return 'a boolean'
  if (typeof value === 'string') return 'a string'
  return isInteger(value) ? 'an integer' : 'a number'
}

/** Whether a value has one of the types; a type name that JSON Schema does not know fits everything. */
export function fitsTypes(value: JsonValue, types: readonly string[]): boolean {
  return types.some((type) => fitsType(value, type))
}

function fitsType(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'boolean':
    case 'string':
      return typeof value === type
    case 'array':
      return isJsonArray(value)
    case 'object':
      return isJsonObject(value)
    case 'number':
      return isNumber(value)
    case 'integer':
      return isNumber(value) && isInteger(value)
    default:
      return true
  }
}

export function isNumber(value: JsonValue | undefined): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber
}

/** By value, as JSON Schema has it: 25.0 is an integer. Exact for numbers of any size. */
function isInteger(value: number | ExactNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  const { digits, point } = decimalOf(value.text)
  return BigInt(digits.length) <= point || digits === ''
}

/** Negative, zero or positive as `left` is less than, equal to or greater than `right`. Exact. */
export function compareNumbers(left: number | ExactNumber, right: number | ExactNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const a = decimalOf(textOf(left))
  const b = decimalOf(textOf(right))
  const signA = a.digits === '' ? 0 : a.negative ? -1 : 1
  const signB = b.digits === '' ? 0 : b.negative ? -1 : 1
  if (signA !== signB || signA === 0) return signA - signB
  const size = a.point === b.point ? compareText(a.digits, b.digits) : a.point < b.point ? -1 : 1
  return signA * size
}

function textOf(value: number | ExactNumber): string {
  return typeof value === 'number' ? String(value) : value.text
}

/** Digit strings after the same decimal point compare as text. */
function compareText(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1
}

/** Equal for equal JSON values, 1.0 and 1 included. */
export function valueKey(value: JsonValue): string {
  return canonicalJson(value)
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string'
}

/** Characters as JSON Schema counts them: code points. */
export function lengthOf(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0xdc00 || code > 0xdfff || !isHighSurrogate(text.charCodeAt(at - 1))) length++
  }
  return length
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
