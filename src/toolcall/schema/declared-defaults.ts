import { isJsonObject, type JsonValue } from '../../text/json.js'
import { obligationsOf, propertySite } from './library-walk.js'
import { DEFAULT_LIMITS } from './limits.js'
import { LimitReached, Run } from './run.js'
import { isMissing, type SchemaLibrary } from './schema-library.js'
import type { SchemaSite } from './schema-resource.js'
import { valueKey } from './value-key.js'

/**
 * The defaults that a schema states for its top-level properties, beside a reference too. A property for which two
 * different ones are stated has none.
 */
export function declaredDefaults(library: SchemaLibrary): ReadonlyMap<string, JsonValue> {
  const stated = new Map<string, JsonValue | typeof CONFLICT>()
  if (isMissing(library.root)) return new Map()
  for (const site of obligationsOf(library, library.root)) {
    const { properties } = site.schema
    if (!isJsonObject(properties)) continue
    for (const name of Object.keys(properties)) {
      const property = propertySite(library, site, name)
      for (const value of property === undefined ? [] : defaultsOfProperty(library, property)) {
        stated.set(name, merged(stated.get(name), value))
      }
    }
  }
  return new Map([...stated].filter((entry): entry is [string, JsonValue] => entry[1] !== CONFLICT))
}

const CONFLICT = Symbol('conflict')

function defaultsOfProperty(library: SchemaLibrary, property: SchemaSite): readonly JsonValue[] {
  return obligationsOf(library, property)
    .filter(({ schema }) => Object.hasOwn(schema, 'default'))
    .map(({ schema }) => schema.default as JsonValue) // an own key
}

function merged(
  before: JsonValue | typeof CONFLICT | undefined,
  value: JsonValue,
): JsonValue | typeof CONFLICT {
  if (before === undefined) return value
  if (before === CONFLICT) return CONFLICT
  return isSame(before, value) ? before : CONFLICT
}

function isSame(left: JsonValue, right: JsonValue): boolean {
  const run = new Run(DEFAULT_LIMITS, false)
  try {
    return valueKey(left, run) === valueKey(right, run)
  } catch (error) {
    if (error instanceof LimitReached) return false
    throw error
  }
}
