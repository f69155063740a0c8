import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'

type Shape = 'schema' | 'list' | 'map' | 'schema-or-list'

/** Where subschemas stand, in any draft. What stands elsewhere is no schema until a reference says so. */
const SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['additionalProperties', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['propertyNames', 'schema'],
  ['dependentSchemas', 'map'],
  ['dependencies', 'map'],
  ['items', 'schema-or-list'],
  ['prefixItems', 'list'],
  ['additionalItems', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['contains', 'schema'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['contentSchema', 'schema'],
  ['$defs', 'map'],
  ['definitions', 'map'],
])

export interface SchemaChild {
  readonly value: JsonValue
  /** Below the schema that holds it, the keyword first. */
  readonly keys: readonly (string | number)[]
}

/** What stands where subschemas stand, in document order. */
export function* childrenOf(schema: JsonObject): Iterable<SchemaChild> {
  for (const keyword of Object.keys(schema)) {
    const shape = SHAPES.get(keyword)
    if (shape === undefined) continue
    const value = schema[keyword] as JsonValue // an own key
    if (isJsonArray(value)) {
      if (shape !== 'list' && shape !== 'schema-or-list') continue
      for (const [at, item] of value.entries()) yield { value: item, keys: [keyword, at] }
    } else if (isJsonObject(value)) {
      if (shape === 'schema' || shape === 'schema-or-list') yield { value, keys: [keyword] }
      if (shape !== 'map') continue
      for (const key of Object.keys(value)) yield { value: value[key] as JsonValue, keys: [keyword, key] }
    }
  }
}
