import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../text/json.js'
import { escapedKey } from '../../text/json-pointer.js'
import { brokenTool, textMember } from './json-entries.js'

/** RapidAPI's parameter types in JSON Schema's; all others (dates, files, choices) are sent as texts. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['STRING', 'string'],
  ['NUMBER', 'number'],
  ['INTEGER', 'integer'],
  ['BOOLEAN', 'boolean'],
  ['OBJECT', 'object'],
  ['MAP', 'object'],
  ['ARRAY', 'array'],
  ['LIST', 'array'],
])

/**
 * The schema of an API's arguments from its lists of required and optional parameters. A parameter in both is
 * required. `originalTypes` holds, by JSON Pointer, the types that JSON Schema has no word for.
 *
 * @throws {InputError} `tool-broken`.
 */
export function parameterSchema(
  api: JsonObject,
  at: string,
): { readonly schema: JsonObject; readonly originalTypes: JsonObject | undefined } {
  const properties = emptyObject()
  const originalTypes = emptyObject()
  const required: string[] = []
  for (const member of ['required_parameters', 'optional_parameters']) {
    for (const parameter of listOf(api, member, at)) {
      const { name, schema, unknownType } = readParameter(parameter, `${at}, ${member}`)
      if (name in properties) continue
      properties[name] = schema
      if (member === 'required_parameters') required.push(name)
      if (unknownType !== undefined) originalTypes[`/properties/${escapedKey(name)}`] = unknownType
    }
  }
  const schema = emptyObject()
  schema.type = 'object'
  schema.properties = properties
  if (required.length > 0) schema.required = required
  return { schema, originalTypes: Object.keys(originalTypes).length === 0 ? undefined : originalTypes }
}

function listOf(api: JsonObject, member: string, at: string): JsonArray {
  const value = api[member]
  if (value === undefined || value === null) return []
  if (!isJsonArray(value)) throw brokenTool(`"${member}" must be a list of parameters.`, at)
  return value
}

function readParameter(
  value: JsonValue,
  at: string,
): { readonly name: string; readonly schema: JsonObject; readonly unknownType: string | undefined } {
  const name = isJsonObject(value) ? textMember(value, 'name', at) : undefined
  if (!isJsonObject(value) || name === undefined) throw brokenTool('A parameter has no "name".', at)
  const spelled = textMember(value, 'type', at)
  const known = spelled === undefined ? undefined : TYPES.get(spelled.trim().toUpperCase())
  const schema = emptyObject()
  if (spelled !== undefined) schema.type = known ?? 'string'
  const description = textMember(value, 'description', at)
  if (description !== undefined && description !== '') schema.description = description
  if (value.default !== undefined && value.default !== null && value.default !== '')
    schema.default = value.default
  return { name, schema, unknownType: known === undefined ? spelled : undefined }
}
