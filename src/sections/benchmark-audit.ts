import type { Finding } from '../report/document.js'
import { type AuditVerdict, auditBenchmark, type BenchmarkAudit } from '../validity/audit-benchmark.js'
import { defineSection } from './section.js'

/** Items that a report names of a finding. */
const EVIDENCE = 5

const WORST_FIRST: readonly Finding['weight'][] = ['bad', 'warn', 'info']

const WORDS: Readonly<Record<AuditVerdict, string>> = {
  usable: 'usable',
  'usable-with-care': 'usable with care',
  'not-usable': 'not usable',
}

/** Whether the benchmarks can be believed, before anyone is scored on them. */
export const benchmarkAuditSection = defineSection({
  id: 'benchmark-audit',
  title: 'Benchmark audit',
  comesFirst: true,
  missing: ({ benchmarks }) => (benchmarks.length === 0 ? 'there is no benchmark' : undefined),
  async run({ benchmarks, catalog, seed, resamples, notify, pause }) {
    const audits: BenchmarkAudit[] = []
    for (const benchmark of benchmarks) {
      audits.push(await auditBenchmark({ benchmark, catalog, seed, resamples, notify, pause }))
    }
    const findings = audits.flatMap(findingsOf)
    const isBad = audits.some(({ verdict }) => verdict === 'not-usable')
    const isMixed = audits.some(({ verdict }) => verdict === 'usable-with-care')
    return {
      id: 'benchmark-audit',
      title: 'Benchmark audit',
      verdict: isBad ? 'bad' : isMixed ? 'mixed' : 'good',
      summary: audits.map(summaryOf).join(' '),
      findings: WORST_FIRST.flatMap((weight) => findings.filter((finding) => finding.weight === weight)),
      tables: [],
      details: { kind: 'benchmark-audit', audits },
    }
  },
})

function summaryOf({ benchmark, verdict, reasons }: BenchmarkAudit): string {
  const codes = [...new Set(reasons.map(({ code }) => code))]
  return `${benchmark.name} is ${WORDS[verdict]}${codes.length === 0 ? '' : ` (${codes.join(', ')})`}.`
}

function findingsOf({ benchmark, reasons, notes }: BenchmarkAudit): readonly Finding[] {
  return [...reasons, ...notes].map(({ severity, what, items }) => ({
    weight: severity === 'care' ? 'warn' : severity,
    text: `${benchmark.name}: ${what}`,
    evidence: items.slice(0, EVIDENCE),
  }))
}
