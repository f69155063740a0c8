import { type LintReport, lintCatalog } from '../catalog/lint/lint.js'
import type { Finding, LintDetails } from '../report/document.js'
import { defineSection } from './section.js'

/** Findings of each code and severity that a report lists; counts are always whole. */
const LISTED = 200

/** Names shown as evidence of a finding. */
const EVIDENCE = 5

/** Faults of the tools themselves, before anyone is asked to find or call them. */
export const lintSection = defineSection({
  id: 'lint',
  title: 'Catalog lint',
  missing: () => undefined,
  async run({ catalog, pause }) {
    const report = await lintCatalog(catalog, { limit: LISTED, pause })
    const { error, warn } = report.totals
    const findings: Finding[] = report.counts
      .filter(({ severity }) => severity !== 'info')
      .map(({ code, severity, findings: count, tools }) => {
        const listed = report.findings.filter(
          (finding) => finding.code === code && finding.severity === severity,
        )
        const first = listed[0]?.message ?? ''
        return {
          weight: severity === 'error' ? 'bad' : 'warn',
          text: `${code}: ${count} in ${tools} of ${report.tools} tools${first === '' ? '.' : `, e.g. ${first}`}`,
          evidence: [...new Set(listed.flatMap((finding) => finding.tools))].slice(0, EVIDENCE),
        }
      })
    const { equivalence } = report
    const alike =
      equivalence.kind === 'measured' && equivalence.toolsInClasses > 0
        ? `; ${equivalence.toolsInClasses} tools are near-duplicates of another`
        : ''
    return {
      id: 'lint',
      title: 'Catalog lint',
      verdict: error > 0 ? 'bad' : warn > 0 ? 'mixed' : 'good',
      summary: `${report.tools} tools; errors: ${error}, warnings: ${warn}${alike}.`,
      findings,
      tables: [],
      details: { kind: 'lint', report: { ...report, tokens: withoutEach(report.tokens) } },
    }
  },
})

/** The cost of every single tool stays out of the report: seven megabytes at 125,000 tools. */
function withoutEach(tokens: LintReport['tokens']): LintDetails['report']['tokens'] {
  if (tokens.kind === 'unmeasured') return tokens
  const { each: _, ...sums } = tokens
  return sums
}
