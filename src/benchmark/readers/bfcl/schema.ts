import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../text/json.js'

/** BFCL's words for types that JSON Schema does not have; `any` states none. */
const TYPES: ReadonlyMap<string, string | undefined> = new Map([
  ['dict', 'object'],
  ['float', 'number'],
  ['tuple', 'array'],
  ['any', undefined],
])

/** The keywords that hold a schema, and those that hold schemas by name. */
const INNER = new Set(['items', 'additionalProperties'])
const NAMED = new Set(['properties'])

/** Parameters as BFCL's files describe them, as JSON Schema. `optional`, which says what `required` says, is dropped. */
export function schemaFromBfcl(parameters: JsonObject): JsonObject {
  const schema = emptyObject()
  for (const [keyword, value] of Object.entries(parameters)) {
    if (keyword === 'type') {
      const type = typeOf(value)
      if (type !== undefined) schema.type = type
    } else if (INNER.has(keyword)) {
      schema[keyword] = isJsonObject(value) ? schemaFromBfcl(value) : value
    } else if (NAMED.has(keyword)) {
      schema[keyword] = isJsonObject(value) ? byName(value) : value
    } else if (keyword !== 'optional') {
      schema[keyword] = value
    }
  }
  return schema
}

function byName(properties: JsonObject): JsonObject {
  const schemas = emptyObject()
  for (const [name, value] of Object.entries(properties)) {
    schemas[name] = isJsonObject(value) ? schemaFromBfcl(value) : value
  }
  return schemas
}

function typeOf(value: JsonValue): JsonValue | undefined {
  if (isJsonArray(value)) return value.flatMap((type) => typeOf(type) ?? [])
  return typeof value === 'string' && TYPES.has(value) ? TYPES.get(value) : value
}
