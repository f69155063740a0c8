import type { ReportDocument, SectionReport, SectionVerdict } from '../../../src/report/document.js'
import type { OverviewPage, PageId, Weight } from '../../../src/report/pages/overview-page.js'

/** The overview as the report states it; of a report without pages, what its sections say. */
export function overviewOf(report: ReportDocument): OverviewPage {
  return report.pages?.overview ?? fromSections(report)
}

/** Measured is no praise. */
export const SECTION_WEIGHTS: Readonly<Record<SectionVerdict, Weight>> = {
  good: 'good',
  mixed: 'warn',
  bad: 'bad',
  measured: 'info',
  unmeasured: 'unmeasured',
}

export const SECTION_WORDS: Readonly<Record<SectionVerdict, string>> = {
  good: 'good',
  mixed: 'with care',
  bad: 'bad',
  measured: 'measured',
  unmeasured: 'unmeasured',
}

const AUDIT_WEIGHTS = { usable: 'good', 'usable-with-care': 'warn', 'not-usable': 'bad' } as const

const PAGES: Readonly<Record<string, PageId>> = {
  retrieval: 'retrieval',
  probes: 'probes',
  calls: 'calls',
  ladder: 'ladder',
  dialogues: 'dialogues',
}

function fromSections({ benchmarks, sections, notMeasured }: ReportDocument): OverviewPage {
  const audits = sections.flatMap(({ details }) =>
    details?.kind === 'benchmark-audit' ? details.audits : [],
  )
  return {
    benchmarks: benchmarks.map(({ name, fingerprint, counts }) => {
      const audit = audits.find((one) => one.benchmark.fingerprint === fingerprint)
      const reasons = audit?.reasons.map(({ what }) => what) ?? []
      return {
        source: '',
        benchmark: name,
        verdict: audit?.verdict ?? 'unjudged',
        weight: audit === undefined ? 'unmeasured' : AUDIT_WEIGHTS[audit.verdict],
        sentence:
          audit === undefined
            ? 'The report holds no audit of this benchmark.'
            : (reasons[0] ?? 'Nothing was found that stands against it.'),
        reasons,
        items: counts.items,
        ...(counts.clusters === undefined ? {} : { clusters: counts.clusters.named }),
      }
    }),
    verdicts: sections.filter(({ id }) => id !== 'benchmark-audit').map(verdictOf),
    scores: [],
    notMeasured,
  }
}

function verdictOf({ id, title, verdict, summary }: SectionReport): OverviewPage['verdicts'][number] {
  return {
    source: '',
    subject: title,
    page: PAGES[id] ?? 'overview',
    verdict: SECTION_WORDS[verdict],
    weight: SECTION_WEIGHTS[verdict],
    sentence: summary,
    evidence: [],
  }
}
