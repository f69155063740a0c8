import type { Tool } from '../../../catalog/tool.js'
import type { Need } from '../../item.js'
import type { ToolVerdict } from './judge-tools.js'

/** Gold and grades that verdicts come to. */
export interface JudgedGold {
  /** For each need the tools that serve it fully, in the order of the verdicts. */
  readonly needs: readonly (readonly Tool[])[]
  /** Tools that serve a need in part. */
  readonly partly: readonly Tool[]
}

export function goldOf(verdicts: readonly ToolVerdict[], needCount: number): JudgedGold {
  const needs = Array.from({ length: needCount }, (): Tool[] => [])
  const partly: Tool[] = []
  for (const { tool, grade, need = 0 } of verdicts) {
    if (grade === 'fully') needs[need]?.push(tool)
    else if (grade === 'partly') partly.push(tool)
  }
  return { needs, partly }
}

/** What is wrong with gold; undefined when every need is served, none by too many, and the anchor serves one. */
export function goldFault(
  { needs }: JudgedGold,
  { anchor, mostEquals }: { readonly anchor?: string; readonly mostEquals: number },
): string | undefined {
  if (anchor !== undefined && !needs.some((tools) => tools.some(({ name }) => name === anchor))) {
    return 'anchor-not-fully'
  }
  if (needs.some((tools) => tools.length === 0)) return 'need-unserved'
  return needs.some((tools) => tools.length > mostEquals) ? 'too-general' : undefined
}

/** Needs with the anchor first among its equals, and grades of all that was found to serve. */
export function itemGold(
  { needs, partly }: JudgedGold,
  anchor?: string,
): { readonly gold: readonly Need[]; readonly grades: Readonly<Record<string, 1 | 2>> } {
  // Without a prototype: a tool may be called __proto__.
  const grades = Object.create(null) as Record<string, 1 | 2>
  const gold = needs.flatMap((tools): readonly Need[] => {
    const names = [...new Set(tools.map(({ name }) => name))]
    const ordered =
      anchor !== undefined && names.includes(anchor)
        ? [anchor, ...names.filter((name) => name !== anchor)]
        : names
    for (const name of ordered) grades[name] = 2
    const [first, ...others] = ordered
    return first === undefined ? [] : [[first, ...others]]
  })
  for (const { name } of partly) grades[name] ??= 1
  return { gold, grades }
}
