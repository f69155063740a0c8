import type { Tool } from '../../catalog/tool.js'
import { quoted } from '../../text/printable.js'
import { jaccard } from '../../text/shingles.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'
import { ToolWordSets } from '../tool-text.js'

/** Siblings that are held against each other: services of thousands of tools exist. */
const MAX_SIBLINGS = 200

/**
 * Whether a series of siblings is cut short: two gold tools of one service are alike, and a third of that service is at
 * least as like one of them and not gold. "Indicators of Asia" and "of Europe" are gold, "of Africa" is not.
 */
export const missingSiblings = defineAuditCheck({
  id: 'missing-siblings',
  group: 'gold',
  looksAt: 'tools of one service that belong to a series of gold tools and are not gold',
  codes: ['sibling-not-gold'],
  applies: ({ retrieval }) => retrieval.some(({ gold }) => gold.flat().length > 1),
  missing({ catalog }) {
    if (catalog === undefined) return 'no catalog was given'
    return catalog.tools.some(({ service }) => service !== undefined) ? undefined : 'no tool names a service'
  },
  run(subject) {
    const byService = new Map<string, Tool[]>()
    for (const tool of subject.catalog?.tools ?? []) {
      if (tool.service === undefined) continue
      const siblings = byService.get(tool.service)
      if (siblings === undefined) byService.set(tool.service, [tool])
      else siblings.push(tool)
    }
    const sets = new ToolWordSets()
    let example = ''
    const cut = subject.resolution.items.filter(({ needs }) => {
      const names = new Set(needs.flat())
      const gold = [...names].flatMap((name) => subject.tool(name) ?? [])
      for (const [service, own] of grouped(gold)) {
        const link = strongestLink(own, sets)
        if (link < 0.5) continue
        const siblings = byService.get(service)?.slice(0, MAX_SIBLINGS) ?? []
        const missing = siblings.find(
          (tool) => !names.has(tool.name) && own.some((one) => jaccard(sets.of(tool), sets.of(one)) >= link),
        )
        if (missing === undefined) continue
        if (example === '') example = `${shown(own[0]?.name)} is gold and ${shown(missing.name)} is not`
        return true
      }
      return false
    })
    return {
      findings: shareFinding({
        code: 'sibling-not-gold',
        scale: { care: 0.01, bad: 0.25 },
        items: cut.map(({ item }) => item.id),
        of: subject.resolution.items.length,
        what: `name some tools of a series of one service and leave out another that is as like them: ${example}.`,
      }),
    }
  },
})

/** Gold tools by service, where a service has two or more. */
function grouped(gold: readonly Tool[]): readonly (readonly [service: string, tools: readonly Tool[]])[] {
  const groups = new Map<string, Tool[]>()
  for (const tool of gold.slice(0, MAX_SIBLINGS)) {
    if (tool.service !== undefined) groups.set(tool.service, [...(groups.get(tool.service) ?? []), tool])
  }
  return [...groups].filter(([, tools]) => tools.length > 1)
}

/** Likeness of the two gold tools that are most alike. */
function strongestLink(tools: readonly Tool[], sets: ToolWordSets): number {
  let link = 0
  for (const [at, one] of tools.entries()) {
    for (const other of tools.slice(at + 1)) link = Math.max(link, jaccard(sets.of(one), sets.of(other)))
  }
  return link
}

function shown(name: string | undefined): string {
  return quoted(name ?? '')
}
