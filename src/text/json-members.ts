import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json.js'

/** A member where it is a text. Files of other versions and other tools are read as far as they are understood. */
export function textIn(json: JsonObject | undefined, key: string): string | undefined {
  const value = json?.[key]
  return typeof value === 'string' ? value : undefined
}

export function numberIn(json: JsonObject | undefined, key: string): number | undefined {
  const value = json?.[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export function objectIn(json: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = json?.[key]
  return isJsonObject(value) ? value : undefined
}

/** Entries of a list that are objects; none where there is no list. */
export function objectsIn(json: JsonObject | undefined, key: string): readonly JsonObject[] {
  return objectsOf(json?.[key])
}

export function textsIn(json: JsonObject, key: string): readonly string[] {
  const value = json[key]
  return isJsonArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

/** Those of a list that are objects; none where the value is no list. */
export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : []
}

/** A number as a double, whatever its spelling; undefined for what is none. */
export function doubleOf(value: JsonValue | undefined): number | undefined {
  if (value instanceof ExactNumber) return Number(value.text)
  return typeof value === 'number' ? value : undefined
}

/** An id that is a text or a number, as it was spelled; undefined where there is none. */
export function idOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string' && value !== '') return value
  if (typeof value === 'number') return String(value)
  return value instanceof ExactNumber ? value.text : undefined
}

/** The member under its own name, for objects where absence leaves it out. */
export function given<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  // A computed key loses its type.
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: Value })
}

/** Members that are there, so that absent ones are not written as undefined. */
export function present<T extends object>(
  members: T,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  // Members that are undefined are gone, which is what the type says.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** A short text of any value, for lists of settings. */
export function shortly(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
