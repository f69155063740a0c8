import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { ApiDocument } from './document.js'
import type { Notices } from './notices.js'
import type { Located, References } from './references.js'
import { isShortExample } from './schema-form.js'
import type { RawSchema } from './schema-library.js'

/** One parameter of an operation, wherever the request carries it. */
export interface Parameter {
  readonly name: string
  /** `path`, `query`, `header`, `cookie`, and in Swagger 2.0 `formData` and `body`; as written. */
  readonly location: string
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly schema: RawSchema
}

/** The operation that parameters are read for. */
export interface OperationContext {
  /** The path's template. */
  readonly path: string
  readonly document: ApiDocument
  readonly place: string
  readonly notices: Notices
}

/** Lists of parameters, the one that counts first before the others. */
export interface ParameterList extends Located {
  readonly place: string
}

/**
 * Reads the parameters that hold for an operation: its own, and those of its path that it does not give itself (same
 * name and location). What cannot be read is told of; what the path's template names and nobody declares is a text.
 */
export function readParameters(
  lists: readonly ParameterList[],
  context: OperationContext & { readonly reader: ParameterReader },
): readonly Parameter[] {
  const parameters = new Map<string, Parameter>()
  for (const { value, document, place } of lists) {
    const inList = new Set<string>()
    if (!isJsonArray(value)) {
      context.notices.add('parameters-unreadable', 'The "parameters" are not a list and are left out.', place)
      continue
    }
    for (const [index, item] of value.entries()) {
      const at = `${place}[${index}]`
      const parameter = context.reader.read({ value: item, document }, at)
      if (parameter === undefined) continue
      const key = `${parameter.location}\u0000${parameter.name}`
      if (inList.has(key)) {
        const what = `The parameter "${parameter.name}" stands twice in one list; the first one counts.`
        context.notices.add('parameter-repeated', what, at)
      }
      inList.add(key)
      if (!parameters.has(key)) parameters.set(key, parameter)
    }
  }
  return [...undeclared(context, parameters), ...parameters.values()]
}

function undeclared(
  { path, document, place, notices }: OperationContext,
  parameters: ReadonlyMap<string, Parameter>,
): readonly Parameter[] {
  const declared = new Set([...parameters.values()].map(({ name }) => name))
  const added = new Map<string, Parameter>()
  for (const [, written = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    const name = written.trim()
    if (added.has(name) || declared.has(written) || declared.has(name)) continue
    // `{key+}` stands for the rest of the path in the templates of some gateways.
    if (declared.has(name.replace(/[+*]$/, ''))) continue
    notices.add(
      'path-parameter-undeclared',
      `The path names "${name}", but no parameter does; it is taken as a text.`,
      place,
    )
    const schema = emptyObject()
    schema.type = 'string'
    const raw = { value: schema, document, place }
    added.set(name, { name, location: 'path', isRequired: true, description: undefined, schema: raw })
  }
  return [...added.values()]
}

/** Reads parameters, each object of the document once. */
export class ParameterReader {
  readonly #references: References
  readonly #notices: Notices
  readonly #known = new Map<JsonValue, Parameter | undefined>()

  constructor(options: { readonly references: References; readonly notices: Notices }) {
    this.#references = options.references
    this.#notices = options.notices
  }

  /** @throws {InputError} when a reference leaves the document and must not. */
  read(written: Located, place: string): Parameter | undefined {
    const located = this.#references.follow(written, place)
    if ('kind' in located) {
      this.#notices.add('parameter-lost', `A parameter cannot be read: ${located.reason}.`, place)
      return undefined
    }
    const { value } = located
    if (!this.#known.has(value)) this.#known.set(value, this.#read(located, place))
    return this.#known.get(value)
  }

  #read({ value, document }: Located, place: string): Parameter | undefined {
    if (!isJsonObject(value)) {
      this.#notices.add('parameter-lost', 'A parameter is not an object.', place)
      return undefined
    }
    const { name } = value
    if (typeof name !== 'string') {
      this.#notices.add('parameter-lost', 'A parameter has no name.', place)
      return undefined
    }
    if (name === '')
      this.#notices.add('parameter-name-empty', 'The name of a parameter is empty; it is kept.', place)
    const location = typeof value.in === 'string' ? value.in : ''
    if (!LOCATIONS.has(location)) {
      const what = `The parameter "${name}" does not say where the request carries it ("in"); it is kept.`
      this.#notices.add('parameter-location', what, place)
    }
    return {
      name,
      location,
      isRequired: location === 'path' || value.required === true || value.required === 'true',
      description: typeof value.description === 'string' ? value.description : undefined,
      schema: this.#schema(value, { document, place }, name),
    }
  }

  #schema(
    parameter: JsonObject,
    at: { readonly document: ApiDocument; readonly place: string },
    name: string,
  ): RawSchema {
    const { document, place } = at
    if (parameter.schema !== undefined) {
      return { value: withHints(parameter.schema, parameter), document, place: `${place}.schema` }
    }
    if (isJsonObject(parameter.content)) {
      const [entry] = Object.entries(parameter.content)
      if (entry !== undefined) {
        const [mediaType, content] = entry
        const value = isJsonObject(content) && content.schema !== undefined ? content.schema : emptyObject()
        return { value: withHints(value, parameter), document, place: `${place}.content.${mediaType}.schema` }
      }
    }
    // Swagger 2.0 writes the schema's keywords beside the name, and some descriptions of 3.0 still do.
    const value = emptyObject()
    for (const [key, keyword] of Object.entries(parameter)) {
      if (!NO_SCHEMA_KEYS.has(key) && (!key.startsWith('x-') || key === 'x-nullable')) value[key] = keyword
    }
    if (Object.keys(value).length === 0) {
      this.#notices.add(
        'parameter-without-schema',
        `The parameter "${name}" has no schema; any value is taken.`,
        place,
      )
    }
    return { value: withHints(value, parameter), document, place }
  }
}

const LOCATIONS: ReadonlySet<string> = new Set([
  'path',
  'query',
  'header',
  'cookie',
  'formData',
  'body',
  'querystring',
])

const NO_SCHEMA_KEYS: ReadonlySet<string> = new Set([
  ...['name', 'in', 'description', 'required', 'schema', 'content', 'collectionFormat', 'allowEmptyValue'],
  ...['style', 'explode', 'allowReserved', 'example', 'examples', 'deprecated'],
])

/** A parameter's own example and deprecation, where its schema does not speak of them. */
function withHints(schema: JsonValue, parameter: JsonObject): JsonValue {
  const { example, deprecated } = parameter
  const addsExample = example !== undefined && isShortExample(example)
  if (!isJsonObject(schema) || (!addsExample && deprecated !== true)) return schema
  const hinted = emptyObject()
  if (deprecated === true) hinted.deprecated = true
  if (addsExample && schema.examples === undefined) hinted.example = example
  for (const [key, value] of Object.entries(schema)) hinted[key] = value
  return hinted
}
