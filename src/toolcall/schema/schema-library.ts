import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { decodePercent } from '../../text/percent-encoding.js'
import { type Dialect, dialectOf, dialectOfMetaSchema, draftOfAddress } from './draft.js'
import { keysOfPointer, pointerStep } from './json-pointer.js'
import type { SchemaLimits } from './limits.js'
import { childrenOf } from './schema-children.js'
import type { SchemaGapCode } from './schema-fault.js'
import type { SchemaResource, SchemaSite } from './schema-resource.js'
import { resolveAddress } from './uri.js'

/** Why there is no schema where one was looked for. */
export interface Missing {
  readonly code: SchemaGapCode
  readonly reason: string
}

export function isMissing(found: SchemaSite | Missing): found is Missing {
  return 'code' in found
}

interface LibrarySource {
  readonly schema: JsonValue
  readonly dialect: Dialect
  /** Documents that references may lead to, by address without fragment. */
  readonly documents: ReadonlyMap<string, JsonValue>
  readonly limits: SchemaLimits
}

/** A schema and the documents it refers to, with everything in them that can be referred to. */
export class SchemaLibrary {
  readonly root: SchemaSite | Missing
  /** Some reference may depend on the way taken to it. */
  hasDynamicReferences: boolean
  readonly #source: LibrarySource
  readonly #resources = new Map<string, SchemaResource>()
  readonly #sites = new Map<JsonObject, SchemaSite>()
  readonly #broken = new Map<string, Missing>()

  constructor(source: LibrarySource) {
    this.#source = source
    // Other documents are read when a reference first leads to them.
    this.hasDynamicReferences = source.documents.size > 0
    this.root = this.#index({ schema: source.schema, address: '', prefix: '', dialect: source.dialect })
  }

  /** Every schema found so far, in document order. */
  sites(): Iterable<SchemaSite> {
    return this.#sites.values()
  }

  /** The subschema that stands at `value`, `keys` below `from`. */
  below(from: SchemaSite, value: JsonValue, keys: readonly (string | number)[]): SchemaSite | Missing {
    let { path } = from
    for (const key of keys) path += pointerStep(key)
    if (isJsonObject(value)) {
      return this.#sites.get(value) ?? { schema: value, path, resource: from.resource }
    }
    if (typeof value === 'boolean') return { schema: value, path, resource: from.resource }
    return { code: 'bad-schema', reason: `${path} should be a schema.` }
  }

  /** What a reference in `from` leads to. */
  resolve(from: SchemaSite, reference: string): SchemaSite | Missing {
    const { address, fragment } = resolveAddress(from.resource.address, reference)
    const resource = this.#resource(address, from.resource.dialect)
    if ('code' in resource) return resource
    const name = decodePercent(fragment)
    const keys = keysOfPointer(name)
    if (keys !== undefined) return this.#follow(resource, keys)
    const site = resource.anchors.get(name)
    return (
      site ?? { code: 'unresolved-reference', reason: 'No anchor has the name that the reference gives.' }
    )
  }

  #resource(address: string, dialect: Dialect): SchemaResource | Missing {
    const known = this.#resources.get(address) ?? this.#broken.get(address)
    if (known !== undefined) return known
    const document = this.#source.documents.get(address)
    if (document === undefined) {
      return { code: 'remote-reference', reason: 'The reference leads to a document that is not at hand.' }
    }
    const site = this.#index({ schema: document, address, prefix: `${address}#`, dialect })
    if (!isMissing(site)) return site.resource
    this.#broken.set(address, site)
    return site
  }

  #follow(resource: SchemaResource, keys: readonly string[]): SchemaSite | Missing {
    let value: JsonValue | undefined = resource.root
    let site: SchemaSite = { schema: resource.root, path: resource.path, resource }
    const passed: (string | number)[] = []
    for (const key of keys) {
      value = memberOf(value, key)
      if (value === undefined) break
      passed.push(key)
      const inner: SchemaSite | undefined = isJsonObject(value) ? this.#sites.get(value) : undefined
      if (inner === undefined) continue
      site = inner
      passed.length = 0
    }
    if (value === undefined) {
      return { code: 'unresolved-reference', reason: 'Nothing stands where the reference points.' }
    }
    return passed.length === 0 && site.schema === value ? site : this.below(site, value, passed)
  }

  /** Walks a document for identities, anchors and dynamic references. Not recursive: schemas nest as they please. */
  #index(document: DocumentToIndex): SchemaSite | Missing {
    const { schema } = document
    if (typeof schema !== 'boolean' && !isJsonObject(schema)) {
      return { code: 'bad-schema', reason: 'A schema is an object or a boolean.' }
    }
    const dialect = this.#statedDialect(schema, document.dialect)
    const root = this.#enter({
      schema,
      path: document.prefix,
      address: document.address,
      dialect,
    })
    const waiting: Waiting[] = [{ site: root, level: 0 }]
    let count = 0
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { level } = next
      if (typeof next.site.schema === 'boolean' || this.#sites.has(next.site.schema)) continue
      if (++count > this.#source.limits.maxSchemas) return TOO_LARGE
      if (level > this.#source.limits.maxSchemaDepth) return TOO_DEEP
      const site = this.#identify(next.site, next.site.schema)
      this.#sites.set(next.site.schema, site)
      const children = [...childrenOf(next.site.schema)]
      for (const { value, keys } of children.reverse()) {
        const child = this.below(site, value, keys)
        if (!isMissing(child)) waiting.push({ site: child, level: level + 1 })
      }
    }
    if (typeof schema === 'boolean') return root
    const identified = this.#sites.get(schema) as SchemaSite // set by the loop
    // A document is found by where it was asked for as well as by its own `$id`.
    this.#resources.set(document.address, identified.resource)
    return identified
  }

  #enter({ schema, path, address, dialect }: ResourceToEnter): SchemaSite {
    const resource: SchemaResource = {
      address,
      dialect,
      root: schema,
      path,
      anchors: new Map(),
      dynamicAnchors: new Map(),
    }
    if (!this.#resources.has(address)) this.#resources.set(address, resource)
    return { schema, path, resource }
  }

  /** Opens the resource that an identifier makes, and notes anchors. */
  #identify(site: SchemaSite, schema: JsonObject): SchemaSite {
    const { dialect, address } = site.resource
    if (typeof schema.$dynamicRef === 'string' || typeof schema.$recursiveRef === 'string') {
      this.hasDynamicReferences = true
    }
    if (dialect.isLegacy && typeof schema.$ref === 'string') return site
    const id = schema[dialect.idKeyword]
    let here = site
    let anchor: JsonValue | undefined = dialect.isLegacy ? undefined : schema.$anchor
    if (typeof id === 'string') {
      const { address: own, fragment } = resolveAddress(address, id)
      if (dialect.isLegacy && fragment !== '') anchor = decodePercent(fragment)
      if (!id.startsWith('#')) {
        const inner = this.#statedDialect(schema, dialect)
        here = this.#enter({ schema, path: site.path, address: own, dialect: inner })
      }
    }
    if (typeof anchor === 'string') here.resource.anchors.set(anchor, here)
    const { $dynamicAnchor, $recursiveAnchor } = schema
    if (typeof $dynamicAnchor === 'string' && dialect.keywords.has('$dynamicRef')) {
      here.resource.anchors.set($dynamicAnchor, here)
      here.resource.dynamicAnchors.set($dynamicAnchor, here)
    }
    if ($recursiveAnchor === true && here.resource.root === schema) {
      here.resource.dynamicAnchors.set('', here)
    }
    return here
  }

  #statedDialect(schema: JsonObject | boolean, fallback: Dialect): Dialect {
    const stated = typeof schema === 'boolean' ? undefined : schema.$schema
    if (typeof stated !== 'string') return fallback
    const draft = draftOfAddress(stated)
    if (draft !== undefined) return dialectOf(draft)
    const metaSchema = this.#source.documents.get(stated.replace(/#$/, ''))
    return (metaSchema === undefined ? undefined : dialectOfMetaSchema(metaSchema)) ?? fallback
  }
}

interface DocumentToIndex {
  readonly schema: JsonValue
  readonly address: string
  readonly prefix: string
  readonly dialect: Dialect
}

interface ResourceToEnter {
  readonly schema: JsonObject | boolean
  readonly path: string
  readonly address: string
  readonly dialect: Dialect
}

interface Waiting {
  readonly site: SchemaSite
  readonly level: number
}

const TOO_LARGE: Missing = { code: 'schema-too-large', reason: 'The schema holds too many subschemas.' }
const TOO_DEEP: Missing = { code: 'schema-too-deep', reason: 'The schema nests too deep.' }

function memberOf(value: JsonValue, key: string): JsonValue | undefined {
  if (isJsonArray(value)) return /^(?:0|[1-9][0-9]{0,8})$/.test(key) ? value[Number(key)] : undefined
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
