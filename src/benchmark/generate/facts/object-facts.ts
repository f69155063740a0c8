import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../text/json.js'
import { isShownName, shownValue } from './shown-text.js'

/** The one type of JSON Schema that a value must have. */
const simpleTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const
export type SimpleType = (typeof simpleTypes)[number]

export const limitKeywords = ['maximum', 'minimum', 'maxLength', 'minLength', 'maxItems', 'minItems'] as const
export type LimitKeyword = (typeof limitKeywords)[number]

/** What a schema states of a property; what it leaves open, or says in a way that is not plain, is absent. */
export interface PropertyFacts {
  readonly isRequired: boolean
  readonly type?: SimpleType
  readonly format?: string
  /** The members of `enum`, as quoted; present only where every member can be quoted or is no part of any question. */
  readonly values?: ReadonlySet<string>
  readonly default?: string
  readonly limits: Readonly<Partial<Record<LimitKeyword, number>>>
}

/** What a schema states of the members of an object. */
export interface ObjectFacts {
  /** Properties that a question may name. */
  readonly properties: ReadonlyMap<string, PropertyFacts>
  /** Every name that the schema speaks of, also those that no question names. */
  readonly names: ReadonlySet<string>
  /** All properties and all that are required; absent where that is not plain. */
  readonly counts?: { readonly properties: number; readonly required: number }
  /** Whether no other members are allowed. */
  readonly isClosed: boolean
}

/** More properties than any real tool has at its top; a schema with more gives no facts. */
const MAX_PROPERTIES = 500
/** A longer `enum` is a table, not a choice; such a parameter has no values that are asked for. */
const MAX_VALUES = 500
const MAX_REFERENCES = 8

/** With one of these, what `properties` and `required` say is not all that holds. */
const NOT_PLAIN = [
  ...['$ref', '$dynamicRef', '$recursiveRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['dependentRequired', 'dependentSchemas', 'dependencies', 'patternProperties', 'unevaluatedProperties'],
  ...['propertyNames', 'minProperties', 'maxProperties', 'enum', 'const', 'nullable'],
] as const

/** Keyword of properties that are no part of arguments, or of results, though the schema lists them. */
const HIDDEN_BY = { input: 'readOnly', output: 'writeOnly' } as const

/** Reads an object schema of arguments or results; undefined where it is none, or not plain. */
export function objectFacts(schema: JsonObject, side: keyof typeof HIDDEN_BY): ObjectFacts | undefined {
  if (schema.type !== 'object' && !(schema.type === undefined && isJsonObject(schema.properties)))
    return undefined
  if (NOT_PLAIN.some((keyword) => schema[keyword] !== undefined)) return undefined
  const written = schema.properties ?? {}
  if (!isJsonObject(written)) return undefined
  const required = requiredNames(schema.required)
  const entries = Object.entries(written)
  if (required === undefined || entries.length > MAX_PROPERTIES) return undefined
  const properties = new Map<string, PropertyFacts>()
  let isCounted = true
  for (const [name, property] of entries) {
    const isHidden = isJsonObject(property) && property[HIDDEN_BY[side]] === true
    const facts = isHidden ? undefined : propertyFacts(property, schema, required.has(name))
    if (facts === undefined) isCounted = false
    else if (isShownName(name)) properties.set(name, facts)
  }
  const names = new Set([...entries.map(([name]) => name), ...required])
  if (names.size > entries.length) isCounted = false
  return {
    properties,
    names,
    isClosed: schema.additionalProperties === false,
    ...(isCounted ? { counts: { properties: entries.length, required: required.size } } : {}),
  }
}

function requiredNames(value: JsonValue | undefined): ReadonlySet<string> | undefined {
  if (value === undefined) return new Set()
  if (!isJsonArray(value)) return undefined
  const names = value.filter((name) => typeof name === 'string')
  return names.length === value.length ? new Set(names) : undefined
}

/** Undefined where it is not plain whether the property may be given, or must be. */
function propertyFacts(value: JsonValue, root: JsonObject, isRequired: boolean): PropertyFacts | undefined {
  if (value === true) return { isRequired, limits: {} }
  if (!isJsonObject(value) || typeof value.required === 'boolean') return undefined
  const stated = behindReferences(value, root)
  const base = { isRequired, ...defaultOf(value, stated) }
  if (stated === undefined || hasBranches(stated)) return { ...base, limits: {} }
  const type = simpleTypes.find((name) => name === stated.type)
  const values = valuesOf(stated)
  return {
    ...base,
    ...(type === undefined ? {} : { type }),
    ...(typeof stated.format === 'string' && isShownName(stated.format) ? { format: stated.format } : {}),
    ...(values === undefined ? {} : { values }),
    limits: limitsOf(stated),
  }
}

function hasBranches(schema: JsonObject): boolean {
  return NOT_PLAIN.some((keyword) => keyword !== 'enum' && schema[keyword] !== undefined)
}

/** Follows references into the schema's own definitions; undefined where that leads nowhere. */
function behindReferences(schema: JsonObject, root: JsonObject): JsonObject | undefined {
  let current = schema
  for (let steps = 0; steps < MAX_REFERENCES; steps++) {
    const reference = current.$ref
    if (reference === undefined) return current
    const besides = Object.keys(current).filter((key) => !BESIDE_REFERENCE.has(key))
    const parts =
      typeof reference === 'string' ? /^#\/(\$defs|definitions)\/([^/~%]+)$/.exec(reference) : null
    const [, section = '', name = ''] = parts ?? []
    const definitions = root[section]
    const target =
      isJsonObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined
    if (besides.length > 0 || target === undefined || !isJsonObject(target)) return undefined
    current = target
  }
  return undefined
}

const BESIDE_REFERENCE: ReadonlySet<string> = new Set([
  ...['$ref', 'title', 'description', 'default', 'deprecated', 'example', 'examples', '$comment'],
])

/** The default that stands at the property, else behind its reference. None that its own enum does not have. */
function defaultOf(property: JsonObject, stated: JsonObject | undefined): { readonly default?: string } {
  const written = property.default ?? stated?.default
  if (written === undefined) return {}
  const members = stated?.enum
  if (members !== undefined && !(isJsonArray(members) && members.includes(written))) return {}
  const shown = shownValue(written)
  return shown === undefined ? {} : { default: shown }
}

/** Texts only: of numbers it is not plain which spelling is meant. */
function valuesOf({ enum: members, type }: JsonObject): ReadonlySet<string> | undefined {
  if (!isJsonArray(members) || (type !== undefined && type !== 'string')) return undefined
  const texts = members.filter((member) => typeof member === 'string')
  return texts.length === members.length && texts.length > 0 && texts.length <= MAX_VALUES
    ? new Set(texts)
    : undefined
}

function limitsOf(schema: JsonObject): Readonly<Partial<Record<LimitKeyword, number>>> {
  const limits: Partial<Record<LimitKeyword, number>> = {}
  for (const keyword of limitKeywords) {
    const value = schema[keyword]
    if (typeof value === 'number' && Number.isSafeInteger(value)) limits[keyword] = value
  }
  if (schema.exclusiveMaximum !== undefined) delete limits.maximum
  if (schema.exclusiveMinimum !== undefined) delete limits.minimum
  return limits
}
