import type { ReactNode } from 'react'
import type { Absence } from '../../../src/report/absence.js'
import type { ReportDocument } from '../../../src/report/document.js'
import type { BenchmarkLine, VerdictLine } from '../../../src/report/pages/overview-page.js'
import { Badge } from '../parts/badge.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScoreTable } from '../parts/score-table.js'
import { hrefOf } from '../route.js'
import { countText, timeText } from '../text/number-text.js'
import { overviewOf, SECTION_WORDS } from './overview-of.js'
import { Provenance, SourceWarnings } from './provenance.js'
import { Sections } from './sections.js'

/** Whether the benchmarks can be believed, what became of each subject, what was not measured; then the evidence. */
export function Overview({ report }: { readonly report: ReportDocument }): ReactNode {
  const { benchmarks, verdicts, scores, notMeasured } = overviewOf(report)
  return (
    <>
      <h1>Assay report</h1>
      <p className="quiet">
        {timeText(report.createdAt)}, Assay <ForeignText text={report.assay} />, seed {report.seed}
        {report.catalog === undefined ? '' : `, ${countText(report.catalog.tools)} tools`}
      </p>
      <SourceWarnings sources={report.pages?.sources ?? []} />
      <Benchmarks lines={benchmarks} />
      <Verdicts lines={verdicts} isNobody={isNobody(report)} />
      <Absences entries={notMeasured} />
      {scores.length > 0 && (
        <>
          <h2>Scores that decide</h2>
          <ScoreTable caption="What decides for each subject" rows={scores} />
        </>
      )}
      <Sections sections={report.sections} />
      <Provenance report={report} />
    </>
  )
}

function Benchmarks({ lines }: { readonly lines: readonly BenchmarkLine[] }): ReactNode {
  return (
    <>
      <h2>Can the benchmarks be believed?</h2>
      {lines.length === 0 && <p>No benchmark stands in this report.</p>}
      <ul className="verdicts">
        {lines.map(({ source, benchmark, verdict, weight, sentence, reasons, items, clusters }) => (
          <li key={`${source} ${benchmark}`}>
            <div className="verdict-line">
              <span className="verdict-name">
                <ForeignText text={benchmark} />
              </span>
              <Badge weight={weight}>{VERDICTS[verdict]}</Badge>
              <p>
                <ForeignText text={sentence} />
              </p>
            </div>
            <p className="note">
              {items !== undefined && `${countText(items)} items`}
              {clusters !== undefined && `, ${countText(clusters)} clusters`}
            </p>
            {reasons.length > 0 && (
              <details>
                <summary>
                  {reasons.length} {reasons.length === 1 ? 'reason' : 'reasons'}
                </summary>
                <ul>
                  {reasons.map((reason) => (
                    <li key={reason}>
                      <ForeignText text={reason} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const VERDICTS: Readonly<Record<BenchmarkLine['verdict'], string>> = {
  usable: 'usable',
  'usable-with-care': 'usable with care',
  'not-usable': 'not usable',
  unjudged: 'not audited',
}

/** Whether nothing in the report comes from a subject. */
function isNobody({ subjects, pages }: ReportDocument): boolean {
  return (
    subjects.length === 0 &&
    (pages === undefined || pages.sources.every(({ subject }) => subject === undefined)) &&
    (pages === undefined || pages.overview.verdicts.every(({ subject }) => subject === undefined))
  )
}

/** A line without a subject names what was looked at before the verdict's colon: `Catalog lint: bad`. */
function namedVerdict({ subject, verdict }: Pick<VerdictLine, 'subject' | 'verdict'>): {
  readonly name: string
  readonly word: string
} {
  const colon = verdict.indexOf(': ')
  if (subject !== undefined || colon === -1)
    return { name: subject ?? '', word: verdict.replaceAll('-', ' ') }
  const word = verdict.slice(colon + 2)
  return { name: verdict.slice(0, colon), word: word === 'mixed' ? SECTION_WORDS.mixed : word }
}

function Verdicts({
  lines,
  isNobody,
}: {
  readonly lines: readonly VerdictLine[]
  readonly isNobody: boolean
}): ReactNode {
  return (
    <>
      <h2>Verdicts</h2>
      {isNobody && <p>Nobody was examined: this report has no subject.</p>}
      <ul className="verdicts">
        {lines.map(({ source, page, weight, sentence, evidence, ...line }) => (
          <li key={JSON.stringify([source, line, page, sentence])}>
            <div className="verdict-line">
              <span className="verdict-name">
                <ForeignText text={namedVerdict(line).name} />
              </span>
              <Badge weight={weight}>
                <ForeignText text={namedVerdict(line).word} />
              </Badge>
              <p>
                <ForeignText text={sentence} />{' '}
                {page !== 'overview' && <a href={hrefOf(page)}>The evidence</a>}
              </p>
            </div>
            {evidence.length > 0 && (
              <details>
                <summary>What decided it</summary>
                <ScoreTable caption="Scores that decided" rows={evidence.map((score) => ({ score }))} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Absences({ entries }: { readonly entries: readonly Absence[] }): ReactNode {
  if (entries.length === 0) return null
  return (
    <>
      <h2>Not measured</h2>
      <ul className="verdicts">
        {entries.map(({ what, why }) => (
          <li key={what} className="verdict-line">
            <span className="verdict-name">
              <ForeignText text={what} />
            </span>
            <Badge weight="unmeasured">not measured</Badge>
            <p>
              <ForeignText text={why} />
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
