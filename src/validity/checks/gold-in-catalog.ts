import { quoted } from '../../text/printable.js'
import { defineAuditCheck } from '../audit-check.js'
import { shareFinding } from '../audit-finding.js'

/** Whether the tools that items name are there to be found. */
export const goldInCatalog = defineAuditCheck({
  id: 'gold-in-catalog',
  group: 'gold',
  looksAt: 'whether the catalog has the tools that are gold, or asked about',
  codes: ['gold-missing', 'tool-missing'],
  applies: ({ retrieval, mcq, qa }) => retrieval.length + mcq.length + qa.length > 0,
  missing: ({ catalog }) => (catalog === undefined ? 'no catalog was given' : undefined),
  run(subject) {
    const { retrieval, mcq, qa, resolution } = subject
    const losses = retrieval.length === 0 ? [] : resolution.losses
    const names = [...new Set(losses.flatMap((loss) => loss.names))]
    const probes = [...mcq, ...qa]
    const strangers = probes.filter(({ tool }) => subject.tool(tool) === undefined)
    return {
      findings: [
        ...shareFinding({
          code: 'gold-missing',
          scale: { care: 0, bad: 0.1 },
          items: losses.map(({ itemId }) => itemId),
          of: retrieval.length,
          what: `have gold that the catalog lacks, e.g. ${shown(names[0])}.`,
        }),
        ...shareFinding({
          code: 'tool-missing',
          scale: { care: 0, bad: 0.1 },
          items: strangers.map(({ id }) => id),
          of: probes.length,
          what: `ask about a tool that the catalog lacks, e.g. ${shown(strangers[0]?.tool)}.`,
        }),
      ],
      ...(retrieval.length === 0 ? {} : { counts: { ...resolution.counts } }),
    }
  },
})

function shown(name: string | undefined): string {
  return quoted(name ?? '')
}
