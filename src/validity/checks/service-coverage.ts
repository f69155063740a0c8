import { goldTurns } from '../../benchmark/nulls/null-speakers.js'
import { percentText } from '../../text/number-text.js'
import { defineAuditCheck } from '../audit-check.js'
import type { AuditFinding } from '../audit-finding.js'
import type { AuditSubject } from '../audit-subject.js'

/** A catalog of fewer services says little about coverage. */
const LEAST_SERVICES = 20

/** How much of the catalog the items speak of. */
export const serviceCoverage = defineAuditCheck({
  id: 'service-coverage',
  group: 'size',
  looksAt: 'the part of the services and tools of the catalog that some item asks for',
  codes: ['few-services'],
  applies: () => true,
  missing({ catalog }) {
    return catalog === undefined ? 'no catalog was given' : undefined
  },
  run(subject) {
    const { catalog } = subject
    const tools = new Set(goldNames(subject).flatMap((name) => subject.tool(name) ?? []))
    const services = new Set([...tools].flatMap(({ service }) => service ?? []))
    const all = new Set(catalog?.tools.flatMap(({ service }) => service ?? []))
    const findings: AuditFinding[] = []
    const share = services.size / Math.max(1, all.size)
    if (all.size >= LEAST_SERVICES && share < 0.1) {
      findings.push({
        code: 'few-services',
        severity: 'care',
        what: `The items ask for tools of ${services.size} of ${all.size} services (${percentText(share)}): they say little about the rest.`,
        items: [],
        count: services.size,
      })
    }
    return {
      findings,
      counts: {
        tools: tools.size,
        ofTools: catalog?.tools.length ?? 0,
        services: services.size,
        ofServices: all.size,
      },
    }
  },
})

function goldNames({ resolution, retrieval, mcq, qa, tasks, dialogues }: AuditSubject): readonly string[] {
  return [
    ...(retrieval.length === 0 ? [] : resolution.items.flatMap(({ needs }) => needs.flat())),
    ...[...mcq, ...qa].map(({ tool }) => tool),
    ...tasks.flatMap(({ gold }) => gold.calls.map(({ name }) => name)),
    ...dialogues.flatMap((dialogue) =>
      goldTurns(dialogue).flatMap(({ calls }) => calls.map(({ name }) => name)),
    ),
  ]
}
