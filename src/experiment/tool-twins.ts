import type { Equivalence } from '../catalog/lint/equivalence.js'

/**
 * By position in the catalog, the positions of the tools that would do as well: members of a class whose labels do not tell
 * them apart. Such a tool is no wrong answer, so it is never shown as one.
 */
export function twinsOf({ classes }: Pick<Equivalence, 'classes'>): ReadonlyMap<number, readonly number[]> {
  const twins = new Map<number, readonly number[]>()
  for (const { tools, kind, isInterchangeable } of classes) {
    if (kind !== 'exact' && !isInterchangeable) continue
    for (const position of tools) twins.set(position, tools)
  }
  return twins
}
