import { ExactNumber, type JsonValue } from '../../text/json.js'

/** Lists in lists: deeper ones are given as text. */
const MAX_DEPTH = 64

/**
 * A value of DuckDB as JSON: whole numbers and decimals with all their digits, lists and structs as such, a map as an object
 * where its keys are texts, and what JSON does not know (times, blobs, NaN) as the text that DuckDB shows.
 */
export function duckValue(value: unknown, depth = 0): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'bigint':
      return wholeNumber(value)
    default:
      if (value === null || value === undefined) return null
      return depth > MAX_DEPTH ? String(value) : composed(value, depth)
  }
}

function wholeNumber(value: bigint): number | ExactNumber {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : new ExactNumber(String(value))
}

function composed(value: object, depth: number): JsonValue {
  if ('items' in value && Array.isArray(value.items)) {
    return value.items.map((item) => duckValue(item, depth + 1))
  }
  if ('entries' in value && Array.isArray(value.entries)) return mapped(value, value.entries, depth)
  if ('entries' in value && typeof value.entries === 'object' && value.entries !== null) {
    return objectFrom(Object.entries(value.entries), depth)
  }
  // A decimal has a scale; as text it is a number of JSON.
  if ('scale' in value && /^-?\d+(?:\.\d+)?$/.test(String(value))) return new ExactNumber(String(value))
  return String(value)
}

function mapped(value: object, entries: readonly unknown[], depth: number): JsonValue {
  const pairs = entries.flatMap((entry): readonly (readonly [string, unknown])[] => {
    const isPair = typeof entry === 'object' && entry !== null && 'key' in entry && 'value' in entry
    return isPair && typeof entry.key === 'string' ? [[entry.key, entry.value]] : []
  })
  return pairs.length === entries.length ? objectFrom(pairs, depth) : String(value)
}

function objectFrom(entries: readonly (readonly [string, unknown])[], depth: number): JsonValue {
  // Without a prototype: a key may be called __proto__.
  const object = Object.create(null) as Record<string, JsonValue>
  for (const [key, inner] of entries) object[key] = duckValue(inner, depth + 1)
  return object
}
