import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { escapedKey } from '../../text/json-pointer.js'

/** BFCL's types, which are those of Python, Java and JavaScript, in JSON Schema's. Undefined: any type at all. */
const TYPES: ReadonlyMap<string, string | undefined> = new Map([
  ['dict', 'object'],
  ['hashmap', 'object'],
  ['hashtable', 'object'],
  ['float', 'number'],
  ['double', 'number'],
  ['int', 'integer'],
  ['byte', 'integer'],
  ['short', 'integer'],
  ['long', 'integer'],
  ['bigint', 'integer'],
  ['tuple', 'array'],
  ['list', 'array'],
  ['set', 'array'],
  ['hashset', 'array'],
  ['arraylist', 'array'],
  ['queue', 'array'],
  ['stack', 'array'],
  ['char', 'string'],
  ['any', undefined],
])
const STANDARD = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])

/** Whether a function is written as BFCL writes them: a type that JSON Schema lacks, anywhere near the top. */
export function isBfclFunction(entry: JsonObject): boolean {
  const { name, parameters } = entry
  return typeof name === 'string' && isJsonObject(parameters) && typeof parameters.type === 'string'
    ? TYPES.has(parameters.type.toLowerCase())
    : false
}

export interface ConvertedSchema {
  readonly schema: JsonObject
  /** The types that were changed, by JSON Pointer to their schema; the root is the empty pointer. */
  readonly originalTypes: ReadonlyMap<string, string>
}

/** JSON Schema from a BFCL schema. Types are changed and nothing else. */
export function fromBfclSchema(schema: JsonObject): ConvertedSchema {
  const originalTypes = new Map<string, string>()
  return { schema: convert(schema, '', originalTypes), originalTypes }
}

function convert(schema: JsonObject, pointer: string, changed: Map<string, string>): JsonObject {
  const result = emptyObject()
  const inner = (value: JsonValue, below: string): JsonValue =>
    isJsonObject(value) ? convert(value, pointer + below, changed) : value
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'type' && typeof value === 'string') {
      const type = typeOf(value)
      if (type !== value) changed.set(pointer, value)
      if (type !== undefined) result.type = type
    } else if (MAPS.has(key) && isJsonObject(value)) {
      const map = emptyObject()
      for (const [name, item] of Object.entries(value)) map[name] = inner(item, `/${key}/${escapedKey(name)}`)
      result[key] = map
    } else if (LISTS.has(key) && isJsonArray(value)) {
      result[key] = value.map((item, position) => inner(item, `/${key}/${position}`))
    } else if (SCHEMAS.has(key)) {
      result[key] = inner(value, `/${key}`)
    } else {
      result[key] = value
    }
  }
  return result
}

function typeOf(type: string): string | undefined {
  const lower = type.toLowerCase()
  if (STANDARD.has(lower)) return lower
  return TYPES.has(lower) ? TYPES.get(lower) : type
}

const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions'])
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'items', 'prefixItems'])
const SCHEMAS = new Set(['items', 'additionalProperties', 'not', 'contains'])
