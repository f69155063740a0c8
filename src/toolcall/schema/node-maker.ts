import type { JsonObject, JsonValue } from '../../text/json.js'
import { pointerOf } from './json-pointer.js'
import type { SchemaContext, Strictness, SubschemaPlace } from './keyword.js'
import { checksOf, plainChecks } from './keyword-families.js'
import type { PatternShelf } from './pattern/linear-pattern.js'
import type { Rule } from './run.js'
import type { SchemaFaultCode, SchemaGap } from './schema-fault.js'
import { isMissing, type SchemaLibrary } from './schema-library.js'
import { type NodeChecks, SchemaNode } from './schema-node.js'
import type { SchemaResource, SchemaSite } from './schema-resource.js'

interface MakerParts {
  readonly library: SchemaLibrary
  readonly strictness: Strictness
  readonly patterns: PatternShelf
}

/** How the schema `false` says no. */
interface Refusal {
  readonly keyword: string
  readonly code: SchemaFaultCode
}

/** Makes the nodes of a schema, each subschema once. */
export class NodeMaker {
  readonly library: SchemaLibrary
  readonly strictness: Strictness
  readonly patterns: PatternShelf
  readonly #nodes = new Map<JsonObject, SchemaNode>()
  readonly #gaps = new Map<string, SchemaGap>()

  constructor({ library, strictness, patterns }: MakerParts) {
    this.library = library
    this.strictness = strictness
    this.patterns = patterns
  }

  nodeAt(site: SchemaSite, refusal: Refusal = FORBIDDEN): SchemaNode {
    const { schema } = site
    if (typeof schema === 'boolean') {
      return new SchemaNode(site, schema ? ACCEPTS : refusing({ ...refusal, schemaPath: site.path }))
    }
    const known = this.#nodes.get(schema)
    if (known !== undefined) return known
    const node = new SchemaNode(site, this)
    this.#nodes.set(schema, node)
    return node
  }

  checksAt(site: SchemaSite): NodeChecks {
    return checksOf(new SiteContext(this, site))
  }

  /** All that cannot be judged, in every subschema and what references lead to. */
  gaps(): readonly SchemaGap[] {
    for (const site of this.library.sites()) this.nodeAt(site)
    // Making a node can add others; a map's iteration reaches them.
    for (const node of this.#nodes.values()) node.prepare()
    return [...this.#gaps.values()]
  }

  note(gap: SchemaGap): void {
    this.#gaps.set(`${gap.code} ${gap.schemaPath}`, gap)
  }
}

const FORBIDDEN: Refusal = { keyword: 'false', code: 'forbidden' }

const ACCEPTS = { checksAt: () => plainChecks([]) }

function refusing(rule: Rule & Refusal) {
  return {
    checksAt: () =>
      plainChecks([(_value, run) => run.reject(rule, rule.code, () => 'The schema allows no value here.')]),
  }
}

/** One subschema as its keywords see it. */
class SiteContext implements SchemaContext {
  readonly site: SchemaSite
  readonly schema: JsonObject
  readonly strictness: Strictness
  readonly #maker: NodeMaker

  constructor(maker: NodeMaker, site: SchemaSite) {
    const { assertsFormats } = site.resource.dialect
    this.#maker = maker
    this.site = site
    this.schema = site.schema as JsonObject // booleans have no keywords and no context
    this.strictness = assertsFormats ? { ...maker.strictness, assertsFormats } : maker.strictness
  }

  get patterns(): PatternShelf {
    return this.#maker.patterns
  }

  node(value: JsonValue, { keys, forbids = 'forbidden' }: SubschemaPlace): SchemaNode {
    const { site } = this
    const found = this.#maker.library.below(site, value, keys)
    const keyword = String(keys[0])
    if (!isMissing(found)) return this.#maker.nodeAt(found, { keyword, code: forbids })
    const gap = { ...found, keyword, schemaPath: site.path + pointerOf(keys) }
    this.note(gap)
    const undecided = { checksAt: () => plainChecks([(_value, run) => run.doubt(gap)]) }
    return new SchemaNode({ ...site, path: gap.schemaPath }, undecided)
  }

  target(reference: string): SchemaNode | Pick<SchemaGap, 'code' | 'reason'> {
    const found = this.#maker.library.resolve(this.site, reference)
    return isMissing(found) ? found : this.#maker.nodeAt(found)
  }

  dynamicTarget(resource: SchemaResource, anchor: string): SchemaNode | undefined {
    const found = resource.dynamicAnchors.get(anchor)
    return found === undefined ? undefined : this.#maker.nodeAt(found)
  }

  note(gap: SchemaGap): void {
    this.#maker.note(gap)
  }
}
