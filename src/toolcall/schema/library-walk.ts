import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { isMissing, type SchemaLibrary } from './schema-library.js'
import type { SchemaSite } from './schema-resource.js'

/** A subschema that is an object. */
export interface ObjectSite extends SchemaSite {
  readonly schema: JsonObject
}

export function isObjectSite(site: SchemaSite): site is ObjectSite {
  return typeof site.schema !== 'boolean'
}

/** Schemas looked at for one question, however a schema refers to itself. */
const MAX_SITES = 1_000

/** A schema and all that a value must fit with it: what `$ref` leads to and the members of `allOf`, themselves so. */
export function obligationsOf(library: SchemaLibrary, start: SchemaSite): readonly ObjectSite[] {
  const found = new Map<JsonObject, ObjectSite>()
  const waiting: SchemaSite[] = [start]
  for (let at = 0; at < Math.min(waiting.length, MAX_SITES); at++) {
    const site = waiting[at] as SchemaSite // within the list
    if (!isObjectSite(site) || found.has(site.schema)) continue
    found.set(site.schema, site)
    const { $ref, allOf } = site.schema
    if (typeof $ref === 'string') {
      const target = library.resolve(site, $ref)
      if (!isMissing(target)) waiting.push(target)
    }
    for (const branch of branchesOf(library, site, { keyword: 'allOf', list: allOf })) waiting.push(branch)
  }
  return [...found.values()]
}

/** The subschemas of a list under a keyword. */
export function branchesOf(
  library: SchemaLibrary,
  site: SchemaSite,
  { keyword, list }: { readonly keyword: string; readonly list: JsonValue | undefined },
): readonly SchemaSite[] {
  if (!isJsonArray(list)) return []
  return list
    .slice(0, MAX_SITES)
    .map((value, at) => library.below(site, value, [keyword, at]))
    .filter((found): found is SchemaSite => !isMissing(found))
}

/** The schema of a property by its own name. */
export function propertySite(library: SchemaLibrary, site: ObjectSite, name: string): SchemaSite | undefined {
  const { properties } = site.schema
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return undefined
  const found = library.below(site, properties[name] as JsonValue, ['properties', name])
  return isMissing(found) ? undefined : found
}
