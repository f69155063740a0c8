import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { ApiDocument } from './document.js'
import { jsonFirst, mayBeJson } from './media-types.js'
import type { Located, References } from './references.js'
import { gatherSchemas } from './schema-gathering.js'
import type { RawSchema, SchemaLibrary } from './schema-library.js'

/**
 * Most characters of JSON in the schema of a tool's result. Longer ones are left out whole: half a schema of a result
 * helps nobody, and results are not what a model writes.
 */
const MAX_RESULT_LENGTH = 2 * 1024

/**
 * The schema of what a tool gives back: that of the first 2xx answer that is a JSON object, when it is short enough to
 * be whole.
 *
 * @throws {InputError} when a reference leaves the document and must not.
 */
export function resultSchema(
  operation: Located & { readonly place: string },
  context: { readonly references: References; readonly library: SchemaLibrary },
): JsonObject | undefined {
  const { references, library } = context
  for (const raw of answers(operation, references)) {
    const behind = references.follow(raw, raw.place)
    if ('kind' in behind || !isObjectSchema(behind.value)) continue
    const whole = { ...behind, place: raw.place }
    const conversion = library.convert(whole)
    if (conversion.size > MAX_RESULT_LENGTH) return undefined
    const gathering = gatherSchemas([{ raw: whole, conversion }], library, MAX_RESULT_LENGTH)
    if (gathering.openedCount > 0) return undefined
    return assembled(gathering.schemas[0] ?? emptyObject(), gathering.definitions)
  }
  return undefined
}

function assembled(schema: JsonObject, definitions: JsonObject | undefined): JsonObject {
  const result = emptyObject()
  result.type = 'object'
  for (const [key, value] of Object.entries(schema)) if (key !== 'type') result[key] = value
  if (definitions !== undefined) result.$defs = definitions
  return result
}

function isObjectSchema(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return false
  return schema.type === 'object' || (schema.type === undefined && isJsonObject(schema.properties))
}

/** The schemas of the answers that mean success, the lowest status first. */
function* answers(
  { value, document, place }: Located & { readonly place: string },
  references: References,
): Generator<RawSchema> {
  const responses = isJsonObject(value) ? value.responses : undefined
  if (!isJsonObject(responses)) return
  const statuses = Object.keys(responses).filter((status) => /^2([0-9]{2}|XX)$/i.test(status))
  for (const status of statuses.sort()) {
    const at = `${place}.responses.${status}`
    const response = references.follow({ value: responses[status] ?? null, document }, at)
    if ('kind' in response || !isJsonObject(response.value)) continue
    const schema = schemaOf(response.value, response.document)
    if (schema !== undefined) yield { ...schema, document: response.document, place: `${at}${schema.place}` }
  }
}

function schemaOf(
  response: JsonObject,
  { dialect }: ApiDocument,
): { readonly value: JsonValue; readonly place: string } | undefined {
  if (dialect === '2.0' || response.schema !== undefined) {
    return response.schema === undefined ? undefined : { value: response.schema, place: '.schema' }
  }
  if (!isJsonObject(response.content)) return undefined
  const mediaType = jsonFirst(Object.keys(response.content))
  if (mediaType === undefined || !mayBeJson(mediaType)) return undefined
  const content = response.content[mediaType]
  if (!isJsonObject(content) || content.schema === undefined) return undefined
  return { value: content.schema, place: `.content.${mediaType}.schema` }
}
