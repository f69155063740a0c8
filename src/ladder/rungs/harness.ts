import { harnessChecks } from '../harness/checks/index.js'
import type { HarnessReport } from '../harness/harness-check.js'
import { HarnessView } from '../harness/harness-view.js'
import { printableTable } from '../harness/printable-table.js'
import type { LadderEvidence } from '../ladder-evidence.js'
import { defineRung, type RungResult, type RungTable } from '../rung.js'
import type { RungFinding } from '../rung-finding.js'

const SEVERITIES: readonly RungFinding['severity'][] = ['blocking', 'warn', 'info']

const ABOUT = {
  id: 0,
  name: 'harness audit',
  claim: 'The prompts, the tests and the scorers measure what they say.',
} as const

/**
 * Rung 0: whether the instrument can be believed. `fails` when a fault is blocking: every other figure is then about
 * something else. `mixed` when something is to be read beside the scores, `holds` when nothing is.
 */
export const harnessRung = defineRung({
  ...ABOUT,
  judge(evidence) {
    const { reports, looked } = examine(evidence)
    const findings = SEVERITIES.flatMap((severity) =>
      [...evidence.harness, ...reports.flatMap((report) => report.findings)].filter(
        (finding) => finding.severity === severity,
      ),
    )
    const tables = [lookedTable(looked), ...reports.flatMap((report) => report.tables ?? [])].map(
      printableTable,
    )
    return { ...ABOUT, ...conclusion(findings, looked), evidence: [], findings, tables }
  },
})

interface Looked {
  readonly id: string
  readonly looksAt: string
  /** Undefined: there was nothing to look at. */
  readonly findings: number | undefined
}

function examine(evidence: LadderEvidence): {
  readonly reports: readonly HarnessReport[]
  readonly looked: readonly Looked[]
} {
  const view = new HarnessView(evidence)
  const results = harnessChecks.map((check) => ({
    check,
    report: check.applies(view) ? check.run(view) : undefined,
  }))
  return {
    reports: results.flatMap(({ report }) => (report === undefined ? [] : [report])),
    looked: results.map(({ check: { id, looksAt }, report }) => ({
      id,
      looksAt,
      findings: report?.findings.length,
    })),
  }
}

function conclusion(
  findings: readonly RungFinding[],
  looked: readonly Looked[],
): Pick<RungResult, 'verdict' | 'summary'> {
  const blocking = findings.filter(({ severity }) => severity === 'blocking')
  const [first] = blocking
  if (first !== undefined) {
    const others = blocking.length === 1 ? '' : ` (and ${blocking.length - 1} more)`
    return { verdict: 'fails', summary: `Nothing was measured${others}: ${first.what}` }
  }
  const done = looked.filter((one) => one.findings !== undefined).length
  if (done === 0 && findings.length === 0) {
    return {
      verdict: 'unmeasured',
      summary: 'There was nothing to look at: no cases, no answers and no tests.',
    }
  }
  const warnings = findings.filter(({ severity }) => severity === 'warn').length
  if (warnings === 0)
    return { verdict: 'holds', summary: `${done} checks found nothing that spoils a score.` }
  return {
    verdict: 'mixed',
    summary: `${done} checks found nothing that blocks, and ${warnings} ${warnings === 1 ? 'thing' : 'things'} to read beside the scores.`,
  }
}

function lookedTable(looked: readonly Looked[]): RungTable {
  return {
    id: 'checks',
    title: 'What was looked at',
    columns: ['check', 'looks at', 'findings'],
    rows: looked.map(({ id, looksAt, findings }) => [id, looksAt, findings ?? null]),
    note: 'Without a number: there was nothing to look at.',
  }
}
