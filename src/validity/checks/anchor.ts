import { tierOf, tiers } from '../../benchmark/item.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'

/** Whether the tool that an item was made from is one of its right answers. */
export const anchor = defineAuditCheck({
  id: 'anchor',
  group: 'gold',
  looksAt: 'whether the tool that an item was made from is gold',
  codes: ['anchor-missing'],
  applies: ({ retrieval }) => retrieval.some((item) => item.anchor !== undefined),
  run({ retrieval }) {
    const anchored = retrieval.filter((item) => item.anchor !== undefined)
    const missing = anchored.filter(({ anchor: from = '', gold }) => !gold.flat().includes(from))
    const tierOfItem = ({ tier, gold }: (typeof retrieval)[number]) => tier ?? tierOf(gold.length)
    return {
      findings: shareFinding({
        code: 'anchor-missing',
        scale: { care: 0, bad: 0.25 },
        items: missing.map(({ id }) => id),
        of: anchored.length,
        what: 'were made from a tool that is not among their gold.',
      }),
      counts: Object.fromEntries(
        tiers.flatMap((tier) => {
          const count = missing.filter((item) => tierOfItem(item) === tier).length
          return anchored.some((item) => tierOfItem(item) === tier) ? [[tier, count]] : []
        }),
      ),
    }
  },
})
