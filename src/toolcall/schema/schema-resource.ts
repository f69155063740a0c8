import type { JsonObject } from '../../text/json.js'
import type { Dialect } from './draft.js'

/** A subschema and where it stands. */
export interface SchemaSite {
  readonly schema: JsonObject | boolean
  /** For reports: JSON Pointer from the root of its document, behind `address#` in any but the first. */
  readonly path: string
  readonly resource: SchemaResource
}

/** A schema with an identity of its own: the root of a document, or what `$id` makes one. */
export interface SchemaResource {
  /** Without a fragment; `''` for a root without `$id`. */
  readonly address: string
  readonly dialect: Dialect
  readonly root: JsonObject | boolean
  /** Of the root. */
  readonly path: string
  readonly anchors: Map<string, SchemaSite>
  /** Anchors that references find by the way taken, `''` for `$recursiveAnchor`. */
  readonly dynamicAnchors: Map<string, SchemaSite>
}
