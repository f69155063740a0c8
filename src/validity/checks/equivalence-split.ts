import type { EquivalenceClass } from '../../catalog/lint/equivalence.js'
import { quoted } from '../../text/printable.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'
import { ToolTerms } from '../tool-text.js'

/**
 * Whether a tool that answers what a gold tool answers counts as wrong: of a class of tools that would do for each other,
 * one is gold and another is not, and no word of the query tells them apart.
 */
export const equivalenceSplit = defineAuditCheck({
  id: 'equivalence-split',
  group: 'gold',
  looksAt: 'equivalence classes of the catalog of which one tool is gold and another is not',
  codes: ['equal-not-gold'],
  applies: ({ retrieval }) => retrieval.length > 0,
  missing: ({ catalog }) => (catalog === undefined ? 'no catalog was given' : undefined),
  async run(subject) {
    const { catalog, resolution } = subject
    const tools = catalog?.tools ?? []
    const { classes, isComplete } = await subject.equivalence()
    const classOf = new Map<string, EquivalenceClass>()
    for (const one of classes) {
      if (!one.isInterchangeable) continue
      for (const position of one.tools) classOf.set(tools[position]?.name ?? '', one)
    }
    let example = ''
    const terms = new ToolTerms()
    const split = resolution.items.filter(({ item, needs, grades }) => {
      const gold = new Set(needs.flat())
      for (const name of gold) {
        const tool = subject.tool(name)
        const rival = classOf
          .get(name)
          ?.tools.flatMap((position) => tools[position] ?? [])
          .find(
            (other) =>
              !gold.has(other.name) &&
              grades?.get(other.name) !== 2 &&
              tool !== undefined &&
              !terms.tellsApart(item.query, { tool, rival: other }),
          )
        if (rival === undefined) continue
        if (example === '') example = `${quoted(name)} is gold and ${quoted(rival.name)} is not`
        return true
      }
      return false
    })
    const interchangeable = classes.filter((one) => one.isInterchangeable)
    return {
      findings: shareFinding({
        code: 'equal-not-gold',
        scale: { care: 0.01, bad: 0.25 },
        items: split.map(({ item }) => item.id),
        of: resolution.items.length,
        what: `have gold whose equal is not gold: ${example}.`,
      }),
      counts: {
        classes: classes.length,
        toolsInClasses: classes.reduce((sum, one) => sum + one.tools.length, 0),
        interchangeable: interchangeable.length,
        isComplete,
      },
    }
  },
})
