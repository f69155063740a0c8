import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'

/**
 * A schema as subjects take it that hold generation to one: every property of an object is required, and one that need not
 * be there may be null instead. OpenAI refuses a strict schema with an optional property, and engines' grammars write all of
 * them; answers are read as if null were absence.
 */
export function heldSchema(schema: JsonObject): JsonObject {
  const held: Record<string, JsonValue> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined) continue
    held[keyword] = keyword === 'items' && isJsonObject(value) ? heldSchema(value) : value
  }
  const { properties, required } = schema
  if (properties === undefined || !isJsonObject(properties)) return held
  const names = new Set(required !== undefined && isJsonArray(required) ? required : [])
  const all: Record<string, JsonValue> = {}
  for (const [name, property] of Object.entries(properties)) {
    if (property === undefined || !isJsonObject(property)) continue
    all[name] = names.has(name) ? heldSchema(property) : orNull(heldSchema(property))
  }
  return { ...held, properties: all, required: Object.keys(all), additionalProperties: false }
}

function orNull(schema: JsonObject): JsonObject {
  const { type } = schema
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] }
  return schema
}
