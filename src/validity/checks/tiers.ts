import { tierOf } from '../../benchmark/item.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'

/** Whether the tier is the number of needs, tools that would do for each other counting as one. */
export const tiersCheck = defineAuditCheck({
  id: 'tiers',
  group: 'gold',
  looksAt: 'whether the stated tier is that of the number of needs (easy 1, medium 2–3, hard 4 and more)',
  codes: ['tier-broken'],
  applies: ({ retrieval }) => retrieval.some(({ tier }) => tier !== undefined),
  async run(subject) {
    const { retrieval, catalog } = subject
    const { classes } = await subject.equivalence()
    const classOf = new Map<string, number>()
    for (const [number, { tools, isInterchangeable }] of classes.entries()) {
      if (!isInterchangeable) continue
      for (const position of tools) classOf.set(catalog?.tools[position]?.name ?? '', number)
    }
    const keyOf = (name: string): string => {
      const tool = subject.tool(name)?.name ?? name
      const number = classOf.get(tool)
      return number === undefined ? `tool ${tool}` : `class ${number}`
    }
    const tiered = retrieval.filter(({ tier }) => tier !== undefined)
    const broken = tiered.filter(({ tier, gold }) => {
      const needs = new Set(gold.map((need) => [...new Set(need.map(keyOf))].sort().join('\n')))
      return tierOf(needs.size) !== tier
    })
    return {
      findings: shareFinding({
        code: 'tier-broken',
        scale: { care: 0, bad: 0.25 },
        items: broken.map(({ id }) => id),
        of: tiered.length,
        what: 'state a tier that their needs do not have once tools that would do for each other count as one.',
      }),
    }
  },
})
