import { emptyObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { cutText } from '../../text/normalize.js'
import type { ApiDocument } from './document.js'
import { jsonLength } from './json-length.js'
import type { Notices } from './notices.js'
import { type Located, type References, type Resolution, referenceOf } from './references.js'
import { DESCRIBING, type Direction, MAX_NESTING, openSchema, schemaForm } from './schema-form.js'

/** A converted schema and what it refers to. */
export interface Conversion {
  readonly schema: JsonObject
  /** Characters of its JSON, by `jsonLength`. */
  readonly size: number
  /** Distinct, in order of occurrence. */
  readonly definitions: readonly Definition[]
  /** Nesting beyond which it was cut. */
  readonly maxDepth: number
}

/** A schema to convert, and where it stands. */
export interface RawSchema extends Located {
  readonly place: string
}

/** A schema that others refer to; `$defs` holds it under `name`. */
export interface Definition {
  readonly name: string
  readonly raw: RawSchema
}

/**
 * The schemas of one description for one direction, each converted once and shared by all tools that need it. Names of
 * definitions are those of the description, with every character outside A–Z, a–z, 0–9, `.`, `_` and `-` as `_`, so
 * that a reference needs no escapes; a second one of the same name gets `_2`.
 */
export class SchemaLibrary {
  readonly #references: References
  readonly #direction: Direction
  readonly #notices: Notices
  readonly #conversions = new Map<JsonValue, Conversion>()
  readonly #cuts = new Map<JsonValue, Conversion[]>()
  readonly #definitions = new Map<string, Definition>()
  readonly #names = new Set<string>()

  constructor(options: {
    readonly references: References
    readonly direction: Direction
    readonly notices: Notices
  }) {
    this.#references = options.references
    this.#direction = options.direction
    this.#notices = options.notices
  }

  /** @throws {InputError} when a reference leaves the document and must not. */
  convert(raw: RawSchema): Conversion {
    const known = this.#conversions.get(raw.value)
    if (known !== undefined) return known
    const conversion = this.#conversion(raw, { notices: this.#notices, maxDepth: MAX_NESTING })
    // Scalars are not told apart by identity; they are faulty schemas and cost nothing to convert again.
    if (typeof raw.value === 'object') this.#conversions.set(raw.value, conversion)
    return conversion
  }

  /**
   * Converts, writing a reference in place when the schema behind it has at most `limit` characters and refers to
   * nothing itself: a model reads it at once, and nothing is said twice that is long.
   */
  convertInline(raw: RawSchema, limit: number): Conversion {
    const conversion = this.convert(raw)
    const [definition, second] = conversion.definitions
    if (definition === undefined || second !== undefined || typeof conversion.schema.$ref !== 'string')
      return conversion
    const { $ref: _, ...beside } = conversion.schema
    const behind = this.convert(definition.raw)
    const isShort = behind.size <= limit && behind.definitions.length === 0
    if (!isShort || !Object.keys(beside).every((key) => DESCRIBING.has(key))) return conversion
    const schema = emptyObject()
    for (const [key, value] of Object.entries({ ...behind.schema, ...beside })) schema[key] = value
    return { ...behind, schema, size: behind.size + conversion.size }
  }

  /**
   * Converts so that at most `limit` characters come out, by cutting the deepest levels first; if need be, nothing but
   * type and the beginning of the description remain.
   */
  convertWithin(raw: RawSchema, limit: number): Conversion {
    // Kept, because one long schema can be the argument of thousands of operations.
    const cuts = this.#cuts.get(raw.value) ?? []
    this.#cuts.set(raw.value, cuts)
    for (const [index, maxDepth] of CUT_DEPTHS.entries()) {
      cuts[index] ??= this.#conversion(raw, { notices: SILENT, maxDepth })
      const cut = cuts[index]
      if (cut.size <= limit) return cut
    }
    const { type, description } = this.convert(raw).schema
    const schema = emptyObject()
    if (type !== undefined) schema.type = type
    if (typeof description === 'string') schema.description = cutText(description, 200)
    schema.$comment = 'Left out for its size.'
    return { schema, size: jsonLength(schema), definitions: [], maxDepth: 1 }
  }

  /** The same conversion, except that references to definitions outside `kept` are open schemas; says how many. */
  convertKeeping(
    { raw, maxDepth }: { readonly raw: RawSchema; readonly maxDepth: number },
    kept: ReadonlySet<Definition>,
  ): { readonly schema: JsonObject; readonly openedCount: number } {
    let openedCount = 0
    const schema = this.#form(raw, {
      notices: SILENT,
      maxDepth,
      reference: (target) => {
        if (target.kind === 'open') return target.schema
        if (kept.has(target.definition)) return referenceTo(target.definition)
        openedCount++
        return openSchema(`Left out: ${target.definition.name}`)
      },
    })
    return { schema, openedCount }
  }

  #conversion(raw: RawSchema, how: { readonly notices: Notices; readonly maxDepth: number }): Conversion {
    const definitions = new Set<Definition>()
    const schema = this.#form(raw, {
      ...how,
      reference: (target) => {
        if (target.kind === 'open') return target.schema
        definitions.add(target.definition)
        return referenceTo(target.definition)
      },
    })
    return { schema, size: jsonLength(schema), definitions: [...definitions], maxDepth: how.maxDepth }
  }

  #form(
    { value, document, place }: RawSchema,
    options: {
      readonly notices: Notices
      readonly maxDepth: number
      readonly reference: (target: Target) => JsonObject
    },
  ): JsonObject {
    const { notices, maxDepth } = options
    return schemaForm(value, {
      dialect: document.dialect,
      direction: this.#direction,
      place,
      maxDepth,
      fault: (code, what, at) => notices.add(code, what, at),
      reference: (reference, at) =>
        options.reference(this.#target({ reference, document, place: at, notices })),
      behind: (reference, at) => {
        const behind = this.#references.follow({ value: refObject(reference), document }, at)
        return 'kind' in behind ? undefined : behind.value
      },
    })
  }

  /** The definition that a reference ends at, past definitions that are nothing but references. */
  #target(one: {
    readonly reference: string
    readonly document: ApiDocument
    readonly place: string
    readonly notices: Notices
  }): Target {
    const { reference, place } = one
    let resolution = this.#references.resolve(reference, one.document, place)
    for (let hops = 0; resolution.kind === 'found' && hops < 50; hops++) {
      const next = onlyReference(resolution.value)
      if (next === undefined) return { kind: 'definition', definition: this.#definition(resolution) }
      resolution = this.#references.resolve(next, resolution.document, place)
    }
    const reason =
      resolution.kind === 'missing'
        ? resolution.reason
        : `${JSON.stringify(reference)} leads round in a circle`
    one.notices.add('reference-missing', `A $ref leads nowhere: ${reason}; any value is taken.`, place)
    return { kind: 'open', schema: openSchema(`Missing in the description: ${reference.slice(0, 200)}`) }
  }

  #definition(found: Resolution & { readonly kind: 'found' }): Definition {
    const known = this.#definitions.get(found.key)
    if (known !== undefined) return known
    const base = found.name.replace(/[^A-Za-z0-9._-]/g, '_')
    let name = base
    for (let count = 2; this.#names.has(name); count++) name = `${base}_${count}`
    this.#names.add(name)
    const place = found.key
      .slice(found.key.indexOf('#') + 1)
      .replaceAll('/', '.')
      .replace(/^\./, '')
    const definition = { name, raw: { value: found.value, document: found.document, place: place || name } }
    this.#definitions.set(found.key, definition)
    return definition
  }
}

/** Depths that a schema is cut to, one after another, until it is short enough. */
const CUT_DEPTHS = [12, 9, 7, 5, 3]

/** A conversion that is done again tells nothing twice. */
const SILENT: Notices = { add: () => undefined }

type Target =
  | { readonly kind: 'definition'; readonly definition: Definition }
  | { readonly kind: 'open'; readonly schema: JsonObject }

function referenceTo({ name }: Definition): JsonObject {
  return refObject(`#/$defs/${name}`)
}

function refObject(reference: string): JsonObject {
  const object = emptyObject()
  object.$ref = reference
  return object
}

/** The reference of a schema that says nothing else. */
function onlyReference(value: JsonValue): string | undefined {
  const reference = referenceOf(value)
  if (reference === undefined || Object.keys(value as JsonObject).length > 1) return undefined
  return reference
}
