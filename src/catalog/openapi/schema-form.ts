import {
  ExactNumber,
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../text/json.js'
import type { Dialect } from './document.js'
import { jsonLength } from './json-length.js'
import { referenceOf } from './references.js'

/** What a schema is for: arguments that a caller sends, or results that it gets. */
export type Direction = 'input' | 'output'

export interface SchemaRules {
  readonly dialect: Dialect
  readonly direction: Direction
  /** What stands in place of a reference. */
  readonly reference: (reference: string, place: string) => JsonObject
  /** The schema behind a reference, as it is written; undefined when it is not there. */
  readonly behind: (reference: string, place: string) => JsonValue | undefined
  /** Told of what could not be converted. */
  readonly fault: (code: string, what: string, place: string) => void
  /** Where the schema stands in its document. */
  readonly place: string
  /** Schemas nested deeper than this become open ones. */
  readonly maxDepth?: number
}

/**
 * Deepest nesting of schemas in a schema, in levels of JSON; their own lists may go two levels further. Readers of JSON
 * stop at 64 by default, and four levels are the tool's own. Real schemas nest 30 deep.
 */
export const MAX_NESTING = 48

/** Longer examples, in characters of JSON, are left out: they are whole answers of a service rather than hints. */
const MAX_EXAMPLE_LENGTH = 256

/**
 * Rewrites a schema of OpenAPI or Swagger as JSON Schema 2020-12: `nullable` becomes the type null beside the others, exclusive bounds
 * numbers, `example` examples, `type: file` a binary text, and a list of `items` `prefixItems`. Left out is what says
 * nothing of values (`xml`, `externalDocs`, `discriminator`, `x-…`) and what belongs to the document (`$id`, `$defs`,
 * anchors): references have been resolved. A property that only the other side sends (`readOnly` in an argument) is
 * not required under OpenAPI 3.0 and before.
 */
export function schemaForm(schema: JsonValue, rules: SchemaRules): JsonObject {
  return new SchemaWriter(rules).schema(schema, 1)
}

/** An open schema that says why it is open. */
export function openSchema(comment: string): JsonObject {
  const schema = emptyObject()
  schema.$comment = comment
  return schema
}

const DROPPED: ReadonlySet<string> = new Set([
  ...['xml', 'externalDocs', 'discriminator', 'nullable', 'collectionFormat', 'allowEmptyValue'],
  ...['$id', 'id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary', '$defs', 'definitions'],
])

const SCHEMA_KEYS: ReadonlySet<string> = new Set([
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalItems', 'contentSchema'],
  ...['additionalProperties', 'unevaluatedItems', 'unevaluatedProperties'],
])
const LIST_KEYS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const MAP_KEYS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas'])

class SchemaWriter {
  readonly #rules: SchemaRules
  readonly #maxDepth: number
  readonly #path: (string | number)[] = []

  constructor(rules: SchemaRules) {
    this.#rules = rules
    this.#maxDepth = Math.min(rules.maxDepth ?? MAX_NESTING, MAX_NESTING)
  }

  /** @param depth Nesting of the schema itself, from 1. */
  schema(raw: JsonValue, depth: number): JsonObject {
    if (raw === true) return emptyObject()
    if (raw === false) return objectOf('not', emptyObject())
    if (!isJsonObject(raw)) {
      this.#fault('schema-unreadable', 'A schema is neither an object nor a boolean; any value is taken.')
      return emptyObject()
    }
    const reference = referenceOf(raw) ?? (typeof raw.$dynamicRef === 'string' ? raw.$dynamicRef : undefined)
    if (depth >= this.#maxDepth) return this.#cut(raw)
    // Where null is let in beside a schema without a type, that schema moves two levels down.
    const own = this.#keywords(raw, isNullable(raw) && raw.type === undefined ? depth + 2 : depth)
    const schema =
      reference === undefined ? own : merged(this.#rules.reference(reference, this.#place()), own)
    return isNullable(raw) ? this.#nullable(schema) : schema
  }

  /** What a nested schema becomes when it is too deep: its kind, and that the rest was left out. */
  #cut(raw: JsonObject): JsonObject {
    const cut = emptyObject()
    if (typeof raw.type === 'string' && raw.type !== 'file') this.#type(cut, raw)
    cut.$comment = 'Left out: nested too deep.'
    return cut
  }

  #keywords(raw: JsonObject, depth: number): { [key: string]: JsonValue } {
    const schema = emptyObject()
    const isReference = referenceOf(raw) !== undefined
    for (const [key, value] of Object.entries(raw)) {
      if (DROPPED.has(key) || key.startsWith('x-') || key === '$ref' || key === '$dynamicRef') continue
      // Beside a reference, only 3.1 lets keywords count; what merely describes does no harm before.
      if (isReference && this.#rules.dialect !== '3.1' && !DESCRIBING.has(key)) continue
      this.#path.push(key)
      this.#keyword({ schema, raw, key, value, depth })
      this.#path.pop()
    }
    return schema
  }

  #keyword(one: {
    readonly schema: { [key: string]: JsonValue }
    readonly raw: JsonObject
    readonly key: string
    readonly value: JsonValue
    readonly depth: number
  }): void {
    const { schema, raw, key, value, depth } = one
    if (key === 'type') this.#type(schema, raw)
    else if (key === 'items') this.#items(schema, value, depth)
    else if (SCHEMA_KEYS.has(key))
      schema[key] = typeof value === 'boolean' ? value : this.schema(value, depth + 1)
    else if (LIST_KEYS.has(key)) this.#list(schema, key, value, depth)
    else if (MAP_KEYS.has(key)) this.#map(schema, key, value, depth)
    else if (key === 'dependencies') this.#dependencies(schema, value, depth)
    else if (key === 'required') this.#required(schema, raw)
    else if (key === 'example' || key === 'examples') this.#examples(schema, key, value)
    else if (key === 'minimum' || key === 'maximum') {
      const isExclusive = raw[key === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'] === true
      schema[isExclusive ? (key === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum') : key] = value
    } else if (key === 'exclusiveMinimum' || key === 'exclusiveMaximum') {
      if (typeof value !== 'boolean') schema[key] = value
    } else if ((key === 'title' || key === 'description') && typeof value !== 'string') {
      this.#fault('schema-unreadable', `A "${key}" is not a text and is left out.`)
    } else if (key === 'enum' && !isJsonArray(value)) {
      this.#fault('schema-unreadable', 'An "enum" is not a list; any value is taken.')
    } else if (isDeeperThan(value, this.#maxDepth - depth)) {
      this.#fault('schema-unreadable', `"${key}" is nested too deep and left out.`)
    } else schema[key] = value
  }

  #type(schema: { [key: string]: JsonValue }, raw: JsonObject): void {
    const { type } = raw
    if (type === 'file') {
      schema.type = 'string'
      schema.format = 'binary'
    } else if (typeof type === 'string') {
      schema.type = type
    } else if (isJsonArray(type) && type.every((one) => typeof one === 'string' || one === null)) {
      // `null` without quotes in YAML is meant as the type of that name.
      schema.type = type.map((one) => one ?? 'null')
    } else {
      this.#fault('schema-unreadable', 'A "type" is neither a text nor a list of texts; any type is taken.')
    }
  }

  /** Lets null in. OpenAPI 3.0 wants the type beside `nullable`, but where it is missing null is meant all the same. */
  #nullable(schema: { [key: string]: JsonValue }): JsonObject {
    const { type } = schema
    if (typeof type === 'string') {
      if (type !== 'null') schema.type = [type, 'null']
      return schema
    }
    if (isJsonArray(type)) {
      if (!type.includes('null')) schema.type = [...type, 'null']
      return schema
    }
    const bound = emptyObject()
    const whole = emptyObject()
    for (const [key, value] of Object.entries(schema)) (DESCRIBING.has(key) ? whole : bound)[key] = value
    if (Object.keys(bound).length === 0) return schema
    whole.anyOf = [bound, objectOf('type', 'null')]
    return whole
  }

  #items(schema: { [key: string]: JsonValue }, value: JsonValue, depth: number): void {
    if (!isJsonArray(value)) schema.items = typeof value === 'boolean' ? value : this.schema(value, depth + 1)
    else if (value.length > 0) this.#list(schema, 'prefixItems', value, depth)
  }

  #list(schema: { [key: string]: JsonValue }, key: string, value: JsonValue, depth: number): void {
    if (!isJsonArray(value) || value.length === 0) {
      this.#fault('schema-unreadable', `"${key}" is not a list of schemas and is left out.`)
      return
    }
    schema[key] = value.map((item, index) => this.#child(item, index, depth + 2))
  }

  #map(schema: { [key: string]: JsonValue }, key: string, value: JsonValue, depth: number): void {
    if (!isJsonObject(value)) {
      this.#fault('schema-unreadable', `"${key}" is not a mapping of schemas and is left out.`)
      return
    }
    const map = emptyObject()
    for (const [name, child] of Object.entries(value)) map[name] = this.#child(child, name, depth + 2)
    schema[key] = map
  }

  #dependencies(schema: { [key: string]: JsonValue }, value: JsonValue, depth: number): void {
    if (!isJsonObject(value)) return
    const required = emptyObject()
    const schemas = emptyObject()
    for (const [name, child] of Object.entries(value)) {
      if (isJsonArray(child)) required[name] = child.filter((one) => typeof one === 'string')
      else schemas[name] = this.#child(child, name, depth + 2)
    }
    if (Object.keys(required).length > 0) schema.dependentRequired = required
    if (Object.keys(schemas).length > 0) schema.dependentSchemas = schemas
  }

  #child(raw: JsonValue, key: string | number, depth: number): JsonObject {
    this.#path.push(key)
    const schema = this.schema(raw, depth)
    this.#path.pop()
    return schema
  }

  #required(schema: { [key: string]: JsonValue }, raw: JsonObject): void {
    const { required, properties } = raw
    if (!isJsonArray(required)) {
      // `required: true` on a property is a habit from draft 3; the object around it decides since draft 4.
      this.#fault('schema-unreadable', '"required" is not a list of names and is left out.')
      return
    }
    const names = required.filter((name): name is string => typeof name === 'string')
    if (names.length < required.length) {
      this.#fault('schema-unreadable', '"required" holds something that is not a name.')
    }
    const asked = names.filter(
      (name) => !this.#isOthersOnly(isJsonObject(properties) ? properties[name] : undefined),
    )
    if (asked.length > 0) schema.required = [...new Set(asked)]
  }

  #isOthersOnly(property: JsonValue | undefined): boolean {
    if (property === undefined) return false
    const { dialect, direction, behind } = this.#rules
    const reference = referenceOf(property)
    const schema = reference === undefined ? property : behind(reference, this.#place())
    return isOthersOnly(schema, dialect, direction)
  }

  #examples(schema: { [key: string]: JsonValue }, key: string, value: JsonValue): void {
    const values: JsonArray = key === 'examples' && isJsonArray(value) ? value : [value]
    if (key === 'example' ? schema.examples !== undefined : !isJsonArray(value)) return
    const short = values.filter((one) => isShortExample(one))
    if (short.length > 0) schema.examples = short
  }

  #place(): string {
    return this.#rules.place + placeSuffix(this.#path)
  }

  #fault(code: string, what: string): void {
    this.#rules.fault(code, what, this.#place())
  }
}

/** Keywords that decide nothing about a value. */
export const DESCRIBING: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'deprecated', 'example', 'examples', 'readOnly', 'writeOnly'],
])

/** Whether null is allowed by the keyword of OpenAPI 3.0, or by the usual extension of Swagger 2.0. */
export function isNullable(raw: JsonObject): boolean {
  return raw.nullable === true || raw['x-nullable'] === true
}

/**
 * Whether a property is sent only by the other side, so that this one need not have it even if it is required. Not so
 * from 3.1 on, where `readOnly` and `writeOnly` only describe.
 */
export function isOthersOnly(schema: JsonValue | undefined, dialect: Dialect, direction: Direction): boolean {
  return (
    dialect !== '3.1' &&
    isJsonObject(schema) &&
    schema[direction === 'input' ? 'readOnly' : 'writeOnly'] === true
  )
}

/** A hint of how a value may look, rather than a whole answer or a reference to one. */
export function isShortExample(value: JsonValue): boolean {
  if (typeof value === 'string') return value !== '' && value.length <= MAX_EXAMPLE_LENGTH
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value !== null
  if (referenceOf(value) !== undefined) return false
  return !isDeeperThan(value, 8) && jsonLength(value, MAX_EXAMPLE_LENGTH) <= MAX_EXAMPLE_LENGTH
}

/** Whether arrays and objects nest deeper than `limit`. */
function isDeeperThan(value: JsonValue, limit: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false
  if (limit <= 0) return true
  const children: JsonArray = isJsonArray(value) ? value : Object.values(value)
  return children.some((child) => isDeeperThan(child, limit - 1))
}

/** How a place inside a schema is written: `.properties.id`, `.allOf[0]`. */
function placeSuffix(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
}

function objectOf(key: string, value: JsonValue): JsonObject {
  const object = emptyObject()
  object[key] = value
  return object
}

function merged(first: JsonObject, second: JsonObject): { [key: string]: JsonValue } {
  if (Object.keys(second).length === 0) return first
  const object = emptyObject()
  for (const [key, value] of Object.entries(first)) object[key] = value
  for (const [key, value] of Object.entries(second)) object[key] = value
  return object
}
