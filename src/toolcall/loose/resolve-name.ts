import type { RepairCode } from '../parsed-call.js'
import type { ToolTable } from '../tool-table.js'

export interface ResolvedName {
  readonly name: string
  readonly repair?: RepairCode
}

/**
 * The declared tool that a name means: itself, or the only one that is left when letter case, a namespace in front or
 * the decorations of call ids are ignored. A name that means none or several stays as it is; a similar name is another
 * name.
 */
export function resolveName(name: string, tools: ToolTable): ResolvedName {
  if (tools.schemaOf(name) !== undefined) return { name }
  const folded = tools.ignoringCase(name)
  if (folded !== undefined) return { name: folded, repair: 'name-case' }
  const plain = declaredAmong(withoutNamespace(name), tools)
  if (plain.size === 1) return { name: [...plain][0] as string, repair: 'name-namespace' } // one member
  if (plain.size > 1) return { name }
  const bare = declaredAmong(withoutDecoration(name), tools)
  return bare.size === 1 ? { name: [...bare][0] as string, repair: 'name-decoration' } : { name } // one member
}

function declaredAmong(candidates: readonly string[], tools: ToolTable): ReadonlySet<string> {
  const declared = new Set<string>()
  for (const candidate of candidates) {
    const known = tools.schemaOf(candidate) === undefined ? tools.ignoringCase(candidate) : candidate
    if (known !== undefined) declared.add(known)
  }
  return declared
}

/** What follows each namespace mark; names longer than any real one are not taken apart. */
function withoutNamespace(name: string): readonly string[] {
  if (name.length > 500) return []
  return [...name.matchAll(/[.:/]/g)].map(({ index }) => name.slice(index + 1)).filter((rest) => rest !== '')
}

/** Without the prefix `functions` and the index of a call id, in all the ways in which they are glued on. */
function withoutDecoration(name: string): readonly string[] {
  if (name.length > 500) return []
  const bodies = [name, name.replace(/^functions[._:]?/, '')]
  return bodies.flatMap((body) => [body, body.replace(/[:_]?[0-9]{1,9}$/, '')])
}
