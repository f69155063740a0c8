import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberOf,
  parseJson,
} from '../../../text/json.js'
import { objectsOf, textIn } from '../../../text/json-members.js'

const LOOSE = { duplicateKeys: 'last', maxDepth: 200 } as const
/** Values of OTLP are wrapped at every level; deeper ones are left out. */
const MAX_DEPTH = 60

/** Attributes by their names: of OTLP, where they are a list of keys and wrapped values, or of exporters that write an object. */
export function attributesOf(value: JsonValue | undefined): JsonObject {
  if (isJsonObject(value)) return value
  const attributes = emptyObject()
  for (const entry of objectsOf(value)) {
    const key = textIn(entry, 'key')
    if (key !== undefined) attributes[key] = plainValue(entry.value ?? null, 0)
  }
  return attributes
}

/** A value of OTLP without its wrapping. */
export function plainValue(value: JsonValue, depth: number): JsonValue {
  if (!isJsonObject(value) || depth > MAX_DEPTH) return depth > MAX_DEPTH ? null : value
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value
  if (stringValue !== undefined) return stringValue
  if (boolValue !== undefined) return boolValue
  if (doubleValue !== undefined) return doubleValue
  // 64-bit integers are texts in JSON.
  if (intValue !== undefined)
    return typeof intValue === 'string' && /^-?\d+$/.test(intValue) ? numberOf(intValue) : intValue
  if (isJsonObject(arrayValue)) {
    const { values } = arrayValue
    return isJsonArray(values) ? values.map((one) => plainValue(one, depth + 1)) : []
  }
  if (!isJsonObject(kvlistValue)) return null
  const object = emptyObject()
  for (const entry of objectsOf(kvlistValue.values)) {
    const key = textIn(entry, 'key')
    if (key !== undefined) object[key] = plainValue(entry.value ?? null, depth + 1)
  }
  return object
}

/** What an attribute holds: JSON that stands in a text is read. */
export function structured(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  const reading = parseJson(value, LOOSE)
  return reading.kind === 'value' ? reading.value : value
}

type Branch = { [key: string]: Branch | JsonValue }

/**
 * What flat attributes below a prefix stand for: `p.0.message.role` becomes the member `role` of `message` of the first
 * entry. In order of the numbers.
 */
export function entriesBelow(attributes: JsonObject, prefix: string): readonly JsonObject[] {
  const root = emptyObject() as Branch
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue
    const path = key.slice(prefix.length + 1).split('.')
    if (path.length > 16) continue
    let at = root
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      const branch = isJsonObject(next as JsonValue | undefined)
        ? (next as Branch)
        : (emptyObject() as Branch)
      at[part] = branch
      at = branch
    }
    const last = path.at(-1)
    if (last !== undefined) at[last] = value
  }
  return numbered(root as JsonObject) // branches of JSON values
}

/** Members whose keys are numbers, in their order. */
export function numbered(value: JsonValue | undefined): readonly JsonObject[] {
  if (isJsonArray(value)) return objectsOf(value)
  if (!isJsonObject(value)) return []
  return Object.entries(value)
    .filter(([key, member]) => /^\d{1,6}$/.test(key) && isJsonObject(member))
    .sort(([left], [right]) => Number(left) - Number(right))
    .map(([, member]) => member)
    .filter(isJsonObject)
}
