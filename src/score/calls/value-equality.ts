import { decimalOf, formatDecimal, isSameDecimal } from '../../text/decimal.js'
import { ExactNumber, isJsonArray, type JsonObject, type JsonValue } from '../../text/json.js'

/**
 * Whether two values are the same value: numbers by what they are worth, to the last digit (5 = 5.0 = 5e0, and
 * 9007199254740993 is not 9007199254740992), strings by code point, lists in order, objects whatever the order of their
 * keys. Types never convert: 5 is not "5", null is not "null", a list of one is not its element.
 */
export function isSameValue(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true
  if (isNumber(left)) return isNumber(right) && isSameNumber(left, right)
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (right instanceof ExactNumber) return false
  if (isJsonArray(left)) {
    if (!isJsonArray(right) || left.length !== right.length) return false
    for (const [index, item] of left.entries()) {
      if (!isSameValue(item, right[index] as JsonValue)) return false
    }
    return true
  }
  if (isJsonArray(right)) return false
  return isSameObject(left, right)
}

function isSameObject(left: JsonObject, right: JsonObject): boolean {
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  for (const key of keys) {
    const other = memberOf(right, key)
    if (other === undefined || !isSameValue(left[key] as JsonValue, other)) return false
  }
  return true
}

/** A member that the object itself has; undefined also for what a prototype would lend. */
export function memberOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function isNumber(value: JsonValue): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber
}

/** Two plain numbers differ as numbers exactly when their spellings do, so only odd spellings are looked at twice. */
function isSameNumber(left: number | ExactNumber, right: number | ExactNumber): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left === right
  return isSameDecimal(decimalOf(spelling(left)), decimalOf(spelling(right)))
}

function spelling(value: number | ExactNumber): string {
  return typeof value === 'number' ? String(value) : value.text
}

/** A text that two values share exactly when `isSameValue` holds. Linear in the size of the value, sorting aside. */
export function valueKey(value: JsonValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (isNumber(value)) return formatDecimal(decimalOf(spelling(value)))
  if (typeof value !== 'object' || value === null) return String(value)
  if (isJsonArray(value)) return `[${value.map(valueKey).join()}]`
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${valueKey(value[key] as JsonValue)}`)
  return `{${members.join()}}`
}
