import { emptyObject } from '../../text/json.js'
import { shortly } from '../../text/json-members.js'
import type { ReportDocument, SectionReport, SectionVerdict } from '../document.js'
import { headlinesOf, verdictsOf } from '../pages/build-headlines.js'
import type { BenchmarkLine, VerdictLine, Weight } from '../pages/overview-page.js'
import type { RankedEvidence } from '../pages/ranked-evidence.js'
import type { ReportSource } from '../pages/report-source.js'
import type { Contribution } from './contribution.js'
import type { ScoreDocument } from './score-document.js'

/** What `assay audit` found, as pages show it. */
export function auditSource(
  audit: ReportDocument,
  about: Pick<ReportSource, 'id' | 'name' | 'path'>,
): Contribution {
  const { catalog } = audit
  const [only, ...others] = audit.subjects
  const source: ReportSource = {
    ...about,
    kind: 'audit',
    state: { kind: 'whole' },
    ...(only === undefined || others.length > 0 ? {} : { subject: { label: only.id, spec: only.id } }),
    assay: audit.assay,
    createdAt: audit.createdAt,
    benchmarks: audit.benchmarks.map(({ name, path, fingerprint, counts }) => ({
      name,
      path,
      fingerprint,
      items: counts.items,
    })),
    ...(catalog === undefined
      ? {}
      : {
          catalog: {
            fingerprint: catalog.fingerprint,
            tools: catalog.tools,
            sources: catalog.sources.map((one) => one.source),
          },
        }),
    settings: [
      ['seed', shortly(audit.seed)],
      ['subjects', audit.subjects.map(({ id }) => id).join(', ') || 'none'],
    ],
    notices: [...(catalog?.notices ?? []), ...audit.benchmarks.flatMap(({ notices }) => notices)],
  }
  const documents = audit.sections.flatMap(({ tables }) =>
    tables.map((table): ScoreDocument => ({ ...table, details: emptyObject(), items: [] })),
  )
  return {
    source,
    benchmarkLines: benchmarkLines(about.id, audit),
    verdicts: [
      // Each benchmark has its own line.
      ...audit.sections
        .filter(({ id }) => id !== 'benchmark-audit')
        .map((section) => sectionLine(about.id, section)),
      ...verdictsOf(source, documents),
    ],
    headlines: headlinesOf(about.id, documents),
    notMeasured: audit.notMeasured,
    retrieval: documents.filter(({ scores }) => scores.some(({ k }) => k !== undefined)),
    ranked: audit.sections.flatMap((section) => rankedIn(about.id, section)),
    audit,
  }
}

const WEIGHTS: Readonly<Record<SectionVerdict, Weight>> = {
  good: 'good',
  mixed: 'warn',
  bad: 'bad',
  measured: 'info',
  unmeasured: 'unmeasured',
}

function sectionLine(source: string, { id, title, verdict, summary }: SectionReport): VerdictLine {
  return {
    source,
    page: id === 'retrieval' ? 'retrieval' : 'overview',
    verdict: `${title}: ${verdict}`,
    weight: WEIGHTS[verdict],
    sentence: summary,
    evidence: [],
  }
}

function rankedIn(source: string, { details }: SectionReport): readonly RankedEvidence[] {
  if (details?.kind !== 'retrieval') return []
  return details.items.map(({ subject, benchmark, item, query, needs, top }) => ({
    source,
    subject,
    benchmark,
    item,
    query,
    needs,
    top,
  }))
}

const AUDIT_WEIGHTS = { usable: 'good', 'usable-with-care': 'warn', 'not-usable': 'bad' } as const
const AUDIT_WORDS = {
  usable: 'nothing speaks against it',
  'usable-with-care': 'usable with care',
  'not-usable': 'not usable as it stands',
} as const

function benchmarkLines(source: string, { benchmarks, sections }: ReportDocument): readonly BenchmarkLine[] {
  const audits = sections.flatMap(({ details }) =>
    details?.kind === 'benchmark-audit' ? details.audits : [],
  )
  return benchmarks.map(({ name, fingerprint, counts }): BenchmarkLine => {
    const audit = audits.find(({ benchmark }) => benchmark.fingerprint === fingerprint)
    const about = {
      source,
      benchmark: name,
      items: counts.items,
      ...(counts.clusters === undefined ? {} : { clusters: counts.clusters.named }),
    }
    if (audit === undefined) return unjudged(about)
    const [first] = audit.reasons
    return {
      ...about,
      verdict: audit.verdict,
      weight: AUDIT_WEIGHTS[audit.verdict],
      sentence: `${name}: ${AUDIT_WORDS[audit.verdict]}${first === undefined ? '' : `. ${first.what}`}`,
      reasons: audit.reasons.map(({ what }) => what),
    }
  })
}

/** A benchmark that nobody has audited in this report. */
export function unjudged(
  about: Pick<BenchmarkLine, 'source' | 'benchmark' | 'items' | 'clusters'>,
): BenchmarkLine {
  return {
    ...about,
    verdict: 'unjudged',
    weight: 'unmeasured',
    sentence: `${about.benchmark}: not audited here, so that nothing is said of its faults and floors.`,
    reasons: [],
  }
}
