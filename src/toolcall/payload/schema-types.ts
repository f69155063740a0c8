import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { keyOfStep } from '../../text/json-pointer.js'

/** Sets of JSON types, as bits. */
export const STRING = 1
export const NUMBER = 2
export const BOOLEAN = 4
export const NULL = 8
export const OBJECT = 16
export const ARRAY = 32
export const ANY = 63

/** References and branches followed for one schema. */
const MAX_DEPTH = 16

/**
 * Which types a schema lets a value have, as far as a reader of untyped text must know: through `type`, `enum`,
 * `const`, `nullable`, `anyOf`, `oneOf`, `allOf` and references within the same document. ANY where it says nothing.
 */
export function typesOf(schema: JsonValue | undefined, root: JsonObject, depth = 0): number {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return ANY
  let types = ANY
  const { type } = schema
  if (typeof type === 'string') types &= typeBit(type)
  else if (isJsonArray(type)) types &= union(type, (name) => (typeof name === 'string' ? typeBit(name) : 0))
  if (isJsonArray(schema.enum)) types &= union(schema.enum, typeOfValue)
  if ('const' in schema) types &= typeOfValue(schema.const as JsonValue) // present
  for (const branches of [schema.anyOf, schema.oneOf]) {
    if (isJsonArray(branches)) types &= union(branches, (branch) => typesOf(branch, root, depth + 1))
  }
  if (isJsonArray(schema.allOf)) {
    for (const branch of schema.allOf) types &= typesOf(branch, root, depth + 1)
  }
  const reference = schema.$ref
  if (typeof reference === 'string') types &= typesOf(resolve(reference, root), root, depth + 1)
  return schema.nullable === true ? types | NULL : types
}

function union<T>(values: readonly T[], bits: (value: T) => number): number {
  return values.reduce((all, value) => all | bits(value), 0)
}

function typeBit(name: string): number {
  switch (name) {
    case 'string':
      return STRING
    case 'number':
    case 'integer':
      return NUMBER
    case 'boolean':
      return BOOLEAN
    case 'null':
      return NULL
    case 'object':
      return OBJECT
    case 'array':
      return ARRAY
    default:
      return ANY
  }
}

export function typeOfValue(value: JsonValue): number {
  if (value === null) return NULL
  if (typeof value === 'string') return STRING
  if (typeof value === 'boolean') return BOOLEAN
  if (isJsonArray(value)) return ARRAY
  return isJsonObject(value) ? OBJECT : NUMBER
}

/** What a reference within the document points at. */
export function resolve(reference: string, root: JsonObject): JsonValue | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let value: JsonValue | undefined = root
  for (const step of reference.slice(2).split('/')) {
    const key = keyOfStep(step)
    if (isJsonArray(value)) value = value[Number(key)]
    else if (isJsonObject(value)) value = value[key]
    else return undefined
  }
  return value
}
