import { emptyObject, type JsonObject } from '../../text/json.js'
import type { Notices } from './notices.js'
import type { Parameter } from './parameters.js'
import type { References } from './references.js'
import { type BodyProperties, bodyProperties, type RequestBody } from './request-body.js'
import { gatherSchemas, type Part } from './schema-gathering.js'
import type { RawSchema, SchemaLibrary } from './schema-library.js'

/**
 * Most characters of JSON in the schemas of a tool's arguments. A longer one costs a model more than eight thousand
 * tokens. One argument of Microsoft Graph reaches 9 MB of schemas.
 */
export const MAX_ARGUMENTS_LENGTH = 32 * 1024

/** A referred schema of a parameter is written in place when it is no longer than this and refers to nothing. */
const MAX_INLINE_LENGTH = 512

export interface ArgumentsSchema {
  readonly schema: JsonObject
  /** References and schemas that were left open for their size. */
  readonly openedCount: number
  /** Characters of the schema, about. */
  readonly length: number
}

interface Argument {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly schema: RawSchema
}

/**
 * The schema of a tool's arguments: one object with a property for each parameter, and for the request body.
 *
 * A property is named after its parameter; when another location has one of the same name (in the order path, query,
 * header, cookie, form), the later is called `name_location`. A body that is a plain object (see `bodyProperties`)
 * gives its properties to the arguments, unless one of them is named like a parameter. Any other body is the property
 * `body` (`requestBody` when a parameter is called `body`).
 */
export function argumentsSchema(
  parameters: readonly Parameter[],
  context: {
    readonly body: RequestBody | undefined
    readonly references: References
    readonly library: SchemaLibrary
    readonly notices: Notices
    readonly place: string
  },
): ArgumentsSchema {
  const { body, references, library } = context
  const named = nameParameters(parameters, context)
  const taken = new Set(named.map(({ name }) => name))
  const merged = body === undefined ? undefined : mergeable(body, references, taken)
  const all: Argument[] = [...named]
  for (const property of merged?.properties ?? []) all.push({ ...property, description: undefined })
  if (body !== undefined && merged === undefined) {
    const name = freeName(taken, ['body', 'requestBody'])
    const schema = inlineBody(body.schema, references)
    all.push({ name, isRequired: body.isRequired, description: body.description, schema })
  }
  const parts = all.map(
    ({ schema }): Part => ({ raw: schema, conversion: library.convertInline(schema, MAX_INLINE_LENGTH) }),
  )
  const { schemas, definitions, openedCount, length } = gatherSchemas(parts, library, MAX_ARGUMENTS_LENGTH)

  const properties = emptyObject()
  for (const [index, { name, description }] of all.entries()) {
    properties[name] = described(schemas[index] as JsonObject, description)
  }
  const schema = emptyObject()
  schema.type = 'object'
  if (merged !== undefined && body?.description !== undefined && body.description !== '') {
    schema.description = body.description
  }
  schema.properties = properties
  const required = all.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  if (required.length > 0) schema.required = required
  if (merged?.isClosed) schema.additionalProperties = false
  if (definitions !== undefined) schema.$defs = definitions
  const nameLength = all.reduce(
    (sum, { name, description }) => sum + name.length + (description?.length ?? 0) + 8,
    0,
  )
  return { schema, openedCount, length: length + nameLength }
}

const ORDER = ['path', 'query', 'querystring', 'header', 'cookie', 'formData']

function nameParameters(
  parameters: readonly Parameter[],
  { notices, place }: { readonly notices: Notices; readonly place: string },
): readonly Argument[] {
  const rank = ({ location }: Parameter): number => {
    const index = ORDER.indexOf(location)
    return index === -1 ? ORDER.length : index
  }
  const taken = new Set(parameters.map(({ name }) => name))
  const given = new Set<string>()
  const names = new Map<Parameter, string>()
  for (const parameter of [...parameters].sort((a, b) => rank(a) - rank(b))) {
    const { name, location } = parameter
    // A catalog refuses `__proto__` as a key, as all JSON that Assay reads.
    if (given.has(name) || name === '__proto__') {
      const renamed = freeName(taken, [`${name}_${location}`])
      taken.add(renamed)
      names.set(parameter, renamed)
      const reason = name === '__proto__' ? 'A parameter has the name' : 'Another parameter has the name'
      const what = `${reason} "${name}"; the one in "${location}" is called "${renamed}".`
      notices.add('parameter-renamed', what, place)
    } else {
      given.add(name)
      names.set(parameter, name)
    }
  }
  return parameters.map((parameter) => ({ ...parameter, name: names.get(parameter) ?? parameter.name }))
}

function mergeable(
  body: RequestBody,
  references: References,
  taken: ReadonlySet<string>,
): BodyProperties | undefined {
  const plain = bodyProperties(body, references)
  return plain?.properties.every(({ name }) => !taken.has(name)) ? plain : undefined
}

/** A body that is a reference is written in place: its shape is what the caller needs first. */
function inlineBody(schema: RawSchema, references: References): RawSchema {
  const behind = references.follow(schema, schema.place)
  return 'kind' in behind ? schema : { ...behind, place: schema.place }
}

/** The first name that is free, else the last one with a number. */
function freeName(taken: ReadonlySet<string>, wishes: readonly string[]): string {
  const wish = wishes.find((name) => !taken.has(name))
  if (wish !== undefined) return wish
  const last = wishes.at(-1) ?? ''
  let count = 2
  while (taken.has(`${last}_${count}`)) count++
  return `${last}_${count}`
}

/** What a parameter says of itself comes before what its schema says of all such values. */
function described(schema: JsonObject, description: string | undefined): JsonObject {
  if (description === undefined || description.trim() === '') return schema
  const result = emptyObject()
  for (const [key, value] of Object.entries(schema)) result[key] = value
  result.description = description
  return result
}
