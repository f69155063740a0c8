import type { ReactNode } from 'react'
import type {
  BenchmarkAuditDetails,
  Finding,
  LintDetails,
  SectionReport,
} from '../../../src/report/document.js'
import { Badge } from '../parts/badge.js'
import { Fold } from '../parts/fold.js'
import { ForeignText } from '../parts/foreign-text.js'
import { PlainTable } from '../parts/plain-table.js'
import { ScoreTable } from '../parts/score-table.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { countText, percent } from '../text/number-text.js'
import { SECTION_WEIGHTS, SECTION_WORDS } from './overview-of.js'

/** What each section of an audit found, in the order in which it was asked for. */
export function Sections({ sections }: { readonly sections: readonly SectionReport[] }): ReactNode {
  return sections.map(({ id, title, verdict, summary, findings, details, tables }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two audits may have one section of the same name, and none ever moves
    <section key={`${id} ${at}`}>
      <h2>
        <ForeignText text={title} /> <Badge weight={SECTION_WEIGHTS[verdict]}>{SECTION_WORDS[verdict]}</Badge>
      </h2>
      <p>
        <ForeignText text={summary} />
      </p>
      {findings.length > 0 && (
        <ul className="findings">
          {findings.map((finding) => (
            <FindingEntry key={finding.text} finding={finding} />
          ))}
        </ul>
      )}
      {details?.kind === 'benchmark-audit' && <Nulls details={details} />}
      {details?.kind === 'lint' && <LintFacts details={details} />}
      {details?.kind === 'tables' &&
        details.tables.map((table) => <PlainTable key={table.id} table={table} />)}
      {tables.map(({ subject, benchmark, scores }) => (
        <Fold
          key={JSON.stringify([subject, benchmark])}
          summary={
            <>
              Every score of <ForeignText text={subject} /> on <ForeignText text={benchmark} /> (
              {countText(scores.length)})
            </>
          }
        >
          {() => (
            <ScoreTable
              caption={`Scores of ${subject} on ${benchmark}`}
              rows={scores.map((score) => ({ score }))}
            />
          )}
        </Fold>
      ))}
    </section>
  ))
}

function FindingEntry({ finding: { weight, text, evidence } }: { readonly finding: Finding }): ReactNode {
  return (
    <li className={weight}>
      <ForeignText text={text} />
      {evidence.length > 0 && (
        <span className="note">
          {' '}
          See{' '}
          {evidence.map((id, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <ForeignText text={id} />
            </span>
          ))}
          .
        </span>
      )}
    </li>
  )
}

function Nulls({ details: { audits } }: { readonly details: BenchmarkAuditDetails }): ReactNode {
  return audits
    .filter(({ nulls }) => nulls.length > 0)
    .map(({ benchmark, nulls }) => (
      <ScrollTable
        key={benchmark.fingerprint}
        caption={`What models score on ${benchmark.name} that know nothing, in percent`}
      >
        <thead>
          <tr>
            <th scope="col">null model</th>
            <th scope="col">what it does</th>
            <th scope="col">measure</th>
            <th scope="col" className="number">
              n
            </th>
            <th scope="col" className="number">
              value
            </th>
            <th scope="col" className="number">
              95 % interval
            </th>
            <th scope="col" className="number">
              chance
            </th>
          </tr>
        </thead>
        <tbody>
          {nulls.map(({ id, describes, kind, group, metric, n, value, interval, chance }) => (
            <tr key={JSON.stringify([id, kind, group, metric])}>
              <th scope="row">{id}</th>
              <td>{describes}</td>
              <td>{`${kind}${group === undefined ? '' : ` ${group}`}, ${metric}`}</td>
              <td className="number">{countText(n)}</td>
              <td className="number strong">{percent(value)}</td>
              <td className="number">
                {interval === undefined ? 'none' : interval.map(percent).join(' – ')}
              </td>
              <td className="number">{percent(chance)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    ))
}

function LintFacts({ details: { report } }: { readonly details: LintDetails }): ReactNode {
  const { counts, tokens } = report
  return (
    <>
      {'total' in tokens && (
        <p>
          Showing all tools to a model costs {countText(tokens.total)} tokens ({tokens.tokenizer}); the median
          tool costs {countText(tokens.median)}.
        </p>
      )}
      {counts.length > 0 && (
        <ScrollTable caption="Faults of the catalog, by code">
          <thead>
            <tr>
              <th scope="col">code</th>
              <th scope="col">severity</th>
              <th scope="col" className="number">
                findings
              </th>
              <th scope="col" className="number">
                tools
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ code, severity, findings, tools }) => (
              <tr key={`${code} ${severity}`}>
                <th scope="row">{code}</th>
                <td>{severity}</td>
                <td className="number">{countText(findings)}</td>
                <td className="number">{countText(tools)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </>
  )
}
