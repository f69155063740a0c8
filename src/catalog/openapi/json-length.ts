import { ExactNumber, isJsonArray, type JsonValue } from '../../text/json.js'

/**
 * Length of a value's JSON on one line, in characters, escapes not counted: as near as a bound on size must be. Where
 * it passes `limit` (default: none), counting stops at some length beyond it.
 */
export function jsonLength(value: JsonValue, limit = Number.POSITIVE_INFINITY): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return String(value).length
  if (value instanceof ExactNumber) return value.text.length
  let length = 1
  if (isJsonArray(value)) {
    for (const item of value) {
      length += jsonLength(item, limit - length) + 1
      if (length > limit) return length
    }
    return Math.max(2, length)
  }
  for (const key of Object.keys(value)) {
    length += key.length + 4 + jsonLength(value[key] as JsonValue, limit - length) // the key is one of its own
    if (length > limit) return length
  }
  return Math.max(2, length)
}
