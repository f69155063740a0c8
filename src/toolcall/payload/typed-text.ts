import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import { ANY, ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING, typeOfValue, typesOf } from './schema-types.js'

/** Types of the parameters of one schema, remembered: a table of tools is used for many outputs. */
const known = new WeakMap<JsonObject, Map<string, number>>()

/** The types that a parameter may have; STRING where the schema does not declare it. */
export function parameterTypes(schema: JsonObject | undefined, parameter: string): number {
  if (schema === undefined) return STRING
  let types = known.get(schema)
  if (types === undefined) {
    types = new Map()
    known.set(schema, types)
  }
  let found = types.get(parameter)
  if (found === undefined) {
    found = declaredTypes(schema, parameter)
    // An output may make up any number of names; only declared ones are worth keeping.
    if (found !== STRING) types.set(parameter, found)
  }
  return found
}

function declaredTypes(schema: JsonObject, parameter: string): number {
  const { properties } = schema
  if (!isJsonObject(properties) || !(parameter in properties)) return STRING
  return typesOf(properties[parameter], schema)
}

/**
 * The value that a bare text stands for where the wire carries no types. Text stays text where a string may stand; an
 * object or array that may stand there too, or anywhere where the schema says nothing, is read as JSON, since templates
 * write nothing else that way. `null` is null only where null is allowed, `True` and `False` are booleans. What fits no
 * type stays text, for the schema to refuse.
 */
export function valueOfText(text: string, types: number): JsonValue {
  if (types === STRING) return text
  const trimmed = text.trim()
  if (types !== ANY && (types & NULL) !== 0 && (trimmed === 'null' || trimmed === 'None')) return null
  if ((types & BOOLEAN) !== 0 && (types & STRING) === 0) {
    if (trimmed === 'true' || trimmed === 'True') return true
    if (trimmed === 'false' || trimmed === 'False') return false
  }
  const first = trimmed.charCodeAt(0)
  const isContainer = first === 0x7b || first === 0x5b
  const wanted = (types & STRING) === 0 ? types : types & (OBJECT | ARRAY)
  if (!isContainer && (wanted & NUMBER) === 0) return text
  const reading = parseJson(trimmed)
  if (reading.kind === 'fault') return text
  return (typeOfValue(reading.value) & wanted) === 0 ? text : reading.value
}
