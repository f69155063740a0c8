import type { Tool } from '../catalog/tool.js'
import type { JsonObject } from '../text/json.js'
import { NameFinder } from './name-finder.js'

/** The tools that were offered, prepared once for any number of outputs. */
export interface ToolTable {
  /** In catalog order. */
  readonly names: readonly string[]
  /** The argument schema of the tool of exactly that name: the same object every time. */
  schemaOf(name: string): JsonObject | undefined
  /** The one declared name that equals `name` but for letter case; undefined when none or several do. */
  ignoringCase(name: string): string | undefined
  /** Every declared name that occurs in the text, in catalog order. */
  namedIn(text: string): readonly string[]
}

/** Prepares tools; of several with one name the first counts. A schema is read when it is first asked for. */
export function toolTable(tools: readonly Pick<Tool, 'name' | 'inputSchema'>[]): ToolTable {
  const byName = new Map<string, Pick<Tool, 'name' | 'inputSchema'>>()
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool)
  const names = [...byName.keys()]
  const schemas = new Map<string, JsonObject>()
  let folded: ReadonlyMap<string, string | undefined> | undefined
  const finder = new NameFinder(names)
  return {
    names,
    schemaOf(name) {
      const known = schemas.get(name)
      if (known !== undefined) return known
      const schema = byName.get(name)?.inputSchema
      if (schema !== undefined) schemas.set(name, schema)
      return schema
    },
    ignoringCase(name) {
      folded ??= foldedNames(names)
      return folded.get(name.toLowerCase())
    },
    namedIn: (text) => finder.namedIn(text),
  }
}

function foldedNames(names: readonly string[]): ReadonlyMap<string, string | undefined> {
  const folded = new Map<string, string | undefined>()
  for (const name of names) {
    const key = name.toLowerCase()
    folded.set(key, folded.has(key) ? undefined : name)
  }
  return folded
}
