import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { jsonFirst } from './media-types.js'
import type { Notices } from './notices.js'
import type { Located, References } from './references.js'
import { isNullable, isOthersOnly } from './schema-form.js'
import type { RawSchema } from './schema-library.js'

/** What a request carries beside its parameters. */
export interface RequestBody {
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly schema: RawSchema
}

/** A property of a body that becomes an argument of its own. */
export interface BodyProperty {
  readonly name: string
  readonly isRequired: boolean
  readonly schema: RawSchema
}

/**
 * Reads the request body of OpenAPI 3: of several media types JSON is preferred, then forms, then what comes first.
 *
 * @throws {InputError} when a reference leaves the document and must not.
 */
export function readRequestBody(
  written: Located,
  context: { readonly references: References; readonly notices: Notices; readonly place: string },
): RequestBody | undefined {
  const { references, notices, place } = context
  const located = references.follow(written, place)
  if ('kind' in located) {
    notices.add('body-lost', `The request body cannot be read: ${located.reason}.`, place)
    return undefined
  }
  const { value, document } = located
  if (!isJsonObject(value)) {
    notices.add('body-lost', 'The request body is not an object.', place)
    return undefined
  }
  const body = {
    isRequired: value.required === true,
    description: typeof value.description === 'string' ? value.description : undefined,
  }
  const open = { ...body, schema: { value: emptyObject(), document, place } }
  if (!isJsonObject(value.content)) {
    notices.add('body-without-schema', 'The request body has no "content"; any value is taken.', place)
    return open
  }
  const mediaType = jsonFirst(Object.keys(value.content))
  if (mediaType === undefined) return open
  const content = references.follow({ value: value.content[mediaType] ?? null, document }, place)
  const at = `${place}.content.${mediaType}.schema`
  if ('kind' in content || !isJsonObject(content.value)) {
    notices.add(
      'body-without-schema',
      `The media type "${mediaType}" of the body is not an object; any value is taken.`,
      place,
    )
    return open
  }
  const schema = content.value.schema ?? emptyObject()
  return { ...body, schema: { value: encoded(schema, mediaType), document: content.document, place: at } }
}

/** A text that is no JSON says what it is; anything else speaks for itself. */
function encoded(schema: JsonValue, mediaType: string): JsonValue {
  if (/json|form|\*/i.test(mediaType) || !isJsonObject(schema) || schema.type !== 'string') return schema
  const typed = emptyObject()
  for (const [key, value] of Object.entries(schema)) typed[key] = value
  typed.contentMediaType ??= mediaType
  return typed
}

/** The properties of a body that become arguments of their own. */
export interface BodyProperties {
  readonly properties: readonly BodyProperty[]
  /** Whether the body takes no other properties. */
  readonly isClosed: boolean
}

/**
 * The properties of a body, when it is nothing but an object with properties, so that they can stand among the
 * arguments without a change of meaning: no alternatives, no bounds on the object, no schema for further
 * properties. Such objects may be joined by `allOf` as long as no two say different things of one property. A body
 * that is optional and yet has required properties stays whole: either all of it is sent or nothing. So does one that
 * must be sent and may be null; null for an optional one is as good as none.
 *
 * @returns undefined when the body stays whole.
 * @throws {InputError} when a reference leaves the document and must not.
 */
export function bodyProperties(body: RequestBody, references: References): BodyProperties | undefined {
  const found: Collected = { properties: new Map(), required: new Set(), isClosed: false, count: 0 }
  const mayBeNull = !body.isRequired
  if (!collect(body.schema, { references, found, depth: 0, mayBeNull }) || found.properties.size === 0)
    return undefined
  for (const name of found.required) {
    const schema = found.properties.get(name)
    if (schema === undefined) return undefined
    const behind = references.follow(schema, schema.place)
    if (!('kind' in behind) && isOthersOnly(behind.value, behind.document.dialect, 'input')) {
      found.required.delete(name)
    }
  }
  if (!body.isRequired && found.required.size > 0) return undefined
  const properties = [...found.properties].map(([name, schema]) => {
    return { name, schema, isRequired: found.required.has(name) }
  })
  return { properties, isClosed: found.isClosed }
}

interface Collected {
  readonly properties: Map<string, RawSchema>
  readonly required: Set<string>
  isClosed: boolean
  /** Schemas looked at. */
  count: number
}

/** Deepest nesting of `allOf` in `allOf`; a schema that joins itself ends there. */
const MAX_JOIN_DEPTH = 20
/** Most schemas that one body is joined of; two of two of two… would be millions at that depth. */
const MAX_JOINED = 500

/** Whether the schema, and all that it is joined of, is a plain object; fills `found`. */
function collect(
  raw: RawSchema,
  context: {
    readonly references: References
    readonly found: Collected
    readonly depth: number
    readonly mayBeNull: boolean
  },
): boolean {
  const { references, found, depth } = context
  const located = references.follow(raw, raw.place)
  if ('kind' in located || depth > MAX_JOIN_DEPTH || ++found.count > MAX_JOINED) return false
  const { value, document } = located
  if (!isJsonObject(value) || !isPlainObject(value, context.mayBeNull)) return false
  const isJoined = depth > 0 || value.allOf !== undefined
  if (value.additionalProperties === false) {
    if (isJoined) return false
    found.isClosed = true
  }
  for (const [index, part] of (isJsonArray(value.allOf) ? value.allOf : []).entries()) {
    const joined = { value: part, document, place: `${raw.place}.allOf[${index}]` }
    if (!collect(joined, { references, found, depth: depth + 1, mayBeNull: false })) return false
  }
  for (const [name, property] of Object.entries(isJsonObject(value.properties) ? value.properties : {})) {
    const earlier = found.properties.get(name)
    if (earlier !== undefined && earlier.value !== property) return false
    found.properties.set(name, { value: property, document, place: `${raw.place}.properties.${name}` })
  }
  for (const name of isJsonArray(value.required) ? value.required : []) {
    if (typeof name === 'string') found.required.add(name)
  }
  return true
}

const PLAIN_KEYS: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'allOf', 'additionalProperties', 'nullable', 'discriminator'],
  ...['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['xml', 'externalDocs', '$comment', '$schema', '$id', '$defs', 'definitions'],
])

function isPlainObject(schema: JsonObject, mayBeNull: boolean): boolean {
  const { type, additionalProperties } = schema
  const types = isJsonArray(type) ? type : [type ?? 'object']
  const isObject =
    types.includes('object') && types.every((one) => one === 'object' || (mayBeNull && one === 'null'))
  const isOpen =
    additionalProperties === undefined ||
    typeof additionalProperties === 'boolean' ||
    (isJsonObject(additionalProperties) && Object.keys(additionalProperties).length === 0)
  return (
    isObject &&
    isOpen &&
    (mayBeNull || !isNullable(schema)) &&
    Object.keys(schema).every((key) => PLAIN_KEYS.has(key) || key.startsWith('x-'))
  )
}
