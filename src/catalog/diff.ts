import { canonicalJson, type JsonValue } from '../text/json.js'
import { type Catalog, toolFingerprint } from './catalog.js'
import { type Tool, toolToJson } from './tool.js'

/** A member of a tool that differs; absent on the side that lacks it. */
export interface FieldChange {
  readonly field: string
  readonly before?: JsonValue
  readonly after?: JsonValue
}

export interface ToolChange {
  readonly name: string
  readonly fields: readonly FieldChange[]
}

/** What is different in a second catalog. Tools are the same by name; where they were read does not count. */
export interface CatalogDiff {
  /** In the order of the second catalog. */
  readonly added: readonly string[]
  /** In the order of the first catalog. */
  readonly removed: readonly string[]
  /** In the order of the first catalog. */
  readonly changed: readonly ToolChange[]
  readonly sameCount: number
  /** Whether the tools that both have stand in another order, which alone changes the fingerprint. */
  readonly isReordered: boolean
}

export function diffCatalogs(before: Catalog, after: Catalog): CatalogDiff {
  const later = new Map(after.tools.map((tool) => [tool.name, tool]))
  const earlier = new Set(before.tools.map(({ name }) => name))
  const removed: string[] = []
  const changed: ToolChange[] = []
  const shared: string[] = []
  for (const tool of before.tools) {
    const other = later.get(tool.name)
    if (other === undefined) {
      removed.push(tool.name)
      continue
    }
    shared.push(tool.name)
    if (toolFingerprint(tool) !== toolFingerprint(other)) {
      changed.push({ name: tool.name, fields: changedFields(tool, other) })
    }
  }
  const sharedLater = after.tools.filter(({ name }) => earlier.has(name))
  return {
    added: after.tools.filter(({ name }) => !earlier.has(name)).map(({ name }) => name),
    removed,
    changed,
    sameCount: shared.length - changed.length,
    isReordered: sharedLater.some(({ name }, position) => shared[position] !== name),
  }
}

function changedFields(before: Tool, after: Tool): readonly FieldChange[] {
  const left = toolToJson(before)
  const right = toolToJson(after)
  const fields = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return fields.flatMap((field) => {
    if (field === 'source') return []
    const old = left[field]
    const now = right[field]
    if (old !== undefined && now !== undefined && canonicalJson(old) === canonicalJson(now)) return []
    return [
      { field, ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) },
    ]
  })
}
