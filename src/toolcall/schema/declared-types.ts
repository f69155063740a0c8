import { isJsonArray, isJsonObject, type JsonValue } from '../../text/json.js'
import { type JsonType, typeOf, typesOf } from './keywords/type.js'
import { branchesOf, isObjectSite, type ObjectSite, obligationsOf, propertySite } from './library-walk.js'
import { DEFAULT_LIMITS } from './limits.js'
import { PatternShelf } from './pattern/linear-pattern.js'
import { LimitReached, Run } from './run.js'
import { isMissing, type SchemaLibrary } from './schema-library.js'
import type { SchemaSite } from './schema-resource.js'

/** All types: nothing is declared. `number` stands for numbers that are no integers. */
export const EVERY_TYPE: ReadonlySet<JsonType> = new Set<JsonType>([
  ...(['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'] as const),
])

/**
 * The types that a top-level property may have by the schema's `type`, `enum`, `const`, `nullable`, references and
 * branches. A superset: conditions and `not` are not looked at.
 */
export function declaredTypesOf(library: SchemaLibrary, property: string): ReadonlySet<JsonType> {
  if (isMissing(library.root)) return EVERY_TYPE
  return new TypeReader(library).property(library.root, property) ?? EVERY_TYPE
}

/** Branches inside branches. */
const MAX_LEVELS = 16
/** Subschemas looked at for one property. */
const MAX_SCHEMAS = 5_000

class TypeReader {
  readonly #library: SchemaLibrary
  #left = MAX_SCHEMAS

  constructor(library: SchemaLibrary) {
    this.#library = library
  }

  /** Undefined where the schema does not speak of the property. */
  property(site: SchemaSite, name: string, levels = MAX_LEVELS): ReadonlySet<JsonType> | undefined {
    if (levels === 0 || this.#left-- <= 0) return undefined
    const found: ReadonlySet<JsonType>[] = []
    for (const one of this.#obligations(site)) {
      const own = this.#covering(one, name)
      if (own !== undefined) found.push(this.#types(own, levels - 1))
      for (const keyword of ['anyOf', 'oneOf']) {
        const branches = branchesOf(this.#library, one, { keyword, list: one.schema[keyword] })
        const stated = branches.map((branch) => this.property(branch, name, levels - 1))
        const known = stated.filter((types) => types !== undefined)
        if (known.length > 0) found.push(union(known))
      }
    }
    return found.length === 0 ? undefined : found.reduce(intersection)
  }

  #obligations(site: SchemaSite): readonly ObjectSite[] {
    const found = obligationsOf(this.#library, site)
    this.#left -= found.length
    return found
  }

  /** The subschema that applies to a member of that name. */
  #covering(site: ObjectSite, name: string): SchemaSite | undefined {
    const own = propertySite(this.#library, site, name)
    if (own !== undefined) return own
    const { patternProperties, additionalProperties } = site.schema
    const source = isJsonObject(patternProperties)
      ? Object.keys(patternProperties).find((pattern) => fits(pattern, name))
      : undefined
    const [value, keys] =
      source !== undefined && isJsonObject(patternProperties)
        ? [patternProperties[source], ['patternProperties', source]]
        : [additionalProperties, ['additionalProperties']]
    if (value === undefined || typeof value === 'boolean') return undefined
    const found = this.#library.below(site, value, keys)
    return isMissing(found) ? undefined : found
  }

  #types(site: SchemaSite, levels: number): ReadonlySet<JsonType> {
    if (levels <= 0 || this.#left-- <= 0 || !isObjectSite(site)) return EVERY_TYPE
    let types = EVERY_TYPE
    for (const one of this.#obligations(site)) {
      types = intersection(types, ownTypes(one))
      for (const keyword of ['anyOf', 'oneOf']) {
        const branches = branchesOf(this.#library, one, { keyword, list: one.schema[keyword] })
        if (branches.length === 0) continue
        types = intersection(types, union(branches.map((branch) => this.#types(branch, levels - 1))))
      }
    }
    return types
  }
}

function ownTypes({ schema }: ObjectSite): ReadonlySet<JsonType> {
  const stated = schema.type === undefined ? undefined : typesOf(schema.type)
  let types = stated === undefined ? EVERY_TYPE : new Set(stated)
  if (types.has('number')) types = new Set([...types, 'integer'])
  if (schema.nullable === true) types = new Set([...types, 'null'])
  if (isJsonArray(schema.enum)) types = intersection(types, typesOfValues(schema.enum))
  if (Object.hasOwn(schema, 'const')) types = intersection(types, typesOfValues([schema.const as JsonValue]))
  return types
}

/** Enough members to know the types of an enumeration. */
const MAX_MEMBERS = 10_000

function typesOfValues(values: readonly JsonValue[]): ReadonlySet<JsonType> {
  return new Set(values.slice(0, MAX_MEMBERS).map(typeOf))
}

function union(sets: readonly ReadonlySet<JsonType>[]): ReadonlySet<JsonType> {
  return new Set(sets.flatMap((set) => [...set]))
}

function intersection(left: ReadonlySet<JsonType>, right: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  return new Set([...left].filter((type) => right.has(type)))
}

function fits(pattern: string, name: string): boolean {
  const reading = new PatternShelf(DEFAULT_LIMITS.maxPatternSize).read(pattern)
  if (reading.kind === 'gap') return false
  try {
    return reading.pattern.test(name, new Run(DEFAULT_LIMITS, false)) === true
  } catch (error) {
    if (error instanceof LimitReached) return false
    throw error
  }
}
