import {
  ExactNumber,
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../text/json.js'

const TYPES: ReadonlyMap<string, string> = new Map([
  ['STRING', 'string'],
  ['NUMBER', 'number'],
  ['INTEGER', 'integer'],
  ['BOOLEAN', 'boolean'],
  ['ARRAY', 'array'],
  ['OBJECT', 'object'],
  ['NULL', 'null'],
])

/** Limits that Gemini writes as texts, because they are 64-bit integers. */
const COUNTS = new Set(['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'])

/** Whether a declaration is Gemini's: its types are in upper case, or it carries a JSON Schema beside the usual place. */
export function isGeminiDeclaration(entry: JsonObject): boolean {
  if (typeof entry.name !== 'string') return false
  if ('parametersJsonSchema' in entry || 'parameters_json_schema' in entry) return true
  const { parameters } = entry
  return isJsonObject(parameters) && typeof parameters.type === 'string' && TYPES.has(parameters.type)
}

/**
 * JSON Schema from Gemini's dialect of OpenAPI: types in lower case, `nullable` as the type null (and a member of the
 * enum), counts as numbers, `TYPE_UNSPECIFIED` left out. Everything else stays.
 */
export function fromGeminiSchema(schema: JsonObject): JsonObject {
  const result = emptyObject()
  const isNullable = schema.nullable === true
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'nullable' && typeof value === 'boolean') continue
    const converted = convertMember(key, value, isNullable)
    if (converted !== undefined) result[key] = converted
  }
  if (isNullable && isJsonArray(result.anyOf) && result.type === undefined) {
    const nothing = emptyObject()
    nothing.type = 'null'
    result.anyOf = [...result.anyOf, nothing]
  }
  return result
}

function convertMember(key: string, value: JsonValue, isNullable: boolean): JsonValue | undefined {
  if (key === 'type' && typeof value === 'string') {
    if (value === 'TYPE_UNSPECIFIED') return undefined
    const type = TYPES.get(value) ?? value
    return isNullable && type !== 'null' ? [type, 'null'] : type
  }
  if (key === 'enum' && isJsonArray(value))
    return isNullable && !value.includes(null) ? [...value, null] : value
  if (COUNTS.has(key) && typeof value === 'string' && /^(?:0|[1-9][0-9]{0,17})$/.test(value)) {
    return Number.isSafeInteger(Number(value)) ? Number(value) : new ExactNumber(value)
  }
  if (key === 'properties' && isJsonObject(value)) {
    const properties = emptyObject()
    for (const [name, inner] of Object.entries(value)) properties[name] = convertSchema(inner)
    return properties
  }
  if (key === 'items') return convertSchema(value)
  if (key === 'anyOf' && isJsonArray(value)) return value.map(convertSchema)
  return value
}

function convertSchema(value: JsonValue): JsonValue {
  return isJsonObject(value) ? fromGeminiSchema(value) : value
}
