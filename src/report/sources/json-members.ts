import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'

/** A member where it is a text. Files of other versions are read as far as they are understood. */
export function textIn(json: JsonObject, key: string): string | undefined {
  const value = json[key]
  return typeof value === 'string' ? value : undefined
}

export function numberIn(json: JsonObject, key: string): number | undefined {
  const value = json[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export function objectIn(json: JsonObject, key: string): JsonObject | undefined {
  const value = json[key]
  return isJsonObject(value) ? value : undefined
}

/** Entries of a list that are objects; none where there is no list. */
export function objectsIn(json: JsonObject, key: string): readonly JsonObject[] {
  const value = json[key]
  return isJsonArray(value) ? value.filter(isJsonObject) : []
}

export function textsIn(json: JsonObject, key: string): readonly string[] {
  const value = json[key]
  return isJsonArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

/** The member under its own name, for objects where absence leaves it out. */
export function given<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  // A computed key loses its type.
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: Value })
}

/** A short text of any value, for lists of settings. */
export function shortly(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
