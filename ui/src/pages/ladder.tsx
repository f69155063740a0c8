import type { ReactNode } from 'react'
import type { RungResult, RungVerdict } from '../../../src/ladder/rung.js'
import type { LadderVerdictWord } from '../../../src/ladder/verdict.js'
import type { LadderPage, LadderView } from '../../../src/report/pages/ladder-page.js'
import type { Weight } from '../../../src/report/pages/overview-page.js'
import { Badge } from '../parts/badge.js'
import { ForeignText } from '../parts/foreign-text.js'
import { PlainTable } from '../parts/plain-table.js'
import { ScoreTable } from '../parts/score-table.js'
import { hrefOf } from '../route.js'
import { percent } from '../text/number-text.js'
import { DriftFacts } from './drift-facts.js'
import { LadderOpenings } from './ladder-openings.js'
import { LadderTrajectory } from './ladder-trajectory.js'

/** Claims in order, where the first to fail names the likely cause. */
export function Ladder({ page: { ladders, drifts } }: { readonly page: LadderPage }): ReactNode {
  return (
    <>
      <h1>Ladder</h1>
      {ladders.map((view) => (
        <One key={view.source} view={view} />
      ))}
      {drifts.map(({ source, drift }) => (
        <DriftFacts key={source} drift={drift} />
      ))}
    </>
  )
}

function One({
  view: { source, ladder, openings, trajectory, drift },
}: {
  readonly view: LadderView
}): ReactNode {
  const { verdict, because, caveats, next, subject, rungs, decidedBy, figures } = ladder
  return (
    <section>
      <h2>
        <ForeignText text={subject?.label ?? 'no subject'} />{' '}
        <Badge weight={VERDICTS[verdict]}>{verdict.replaceAll('-', ' ')}</Badge>
      </h2>
      <p>
        <ForeignText text={because} />
        {decidedBy !== null && ` Rung ${decidedBy} decided.`}
      </p>
      {figures.length > 0 && (
        <ul>
          {figures.map(({ rung, metric, value, n, interval, isItemsOnly, standing }) => (
            <li key={`${rung} ${metric}`}>
              <ForeignText text={metric} />: {percent(value)} % [{interval.map(percent).join(', ')}]
              {isItemsOnly && '*'}, n = {n}: {standing}
            </li>
          ))}
        </ul>
      )}
      <ol className="ladder" start={0}>
        {rungs.map((rung) => (
          <Rung key={rung.id} rung={rung} source={source} isDeciding={rung.id === decidedBy} />
        ))}
      </ol>
      {openings.length > 0 && <LadderOpenings openings={openings} />}
      {trajectory !== undefined && trajectory.length > 0 && <LadderTrajectory rows={trajectory} />}
      {drift !== undefined && <DriftFacts drift={drift} />}
      {caveats.length > 0 && (
        <>
          <h3>How far this reaches</h3>
          <ul>
            {caveats.map((caveat) => (
              <li key={caveat}>
                <ForeignText text={caveat} />
              </li>
            ))}
          </ul>
        </>
      )}
      {next.length > 0 && (
        <>
          <h3>What to do next</h3>
          <ul>
            {next.map(({ what, command }) => (
              <li key={what}>
                <ForeignText text={what} />
                {command !== undefined && (
                  <>
                    {' '}
                    <code>
                      <ForeignText text={command} />
                    </code>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Rung({
  rung,
  source,
  isDeciding,
}: {
  readonly rung: RungResult
  readonly source: string
  readonly isDeciding: boolean
}): ReactNode {
  const { id, name, claim, verdict, summary, evidence, findings, tables } = rung
  return (
    <li className={isDeciding ? 'deciding' : ''}>
      <details open={isDeciding}>
        <summary>
          {id} {name} <Badge weight={RUNGS[verdict]}>{verdict.replaceAll('-', ' ')}</Badge>
        </summary>
        <p className="quiet">{claim}</p>
        <p>
          <ForeignText text={summary} />
        </p>
        {evidence.length > 0 && (
          <ScoreTable caption={`Evidence of rung ${id}`} rows={evidence.map((score) => ({ score }))} />
        )}
        {findings.length > 0 && (
          <ul className="findings">
            {findings.map((finding) => (
              <li
                key={JSON.stringify(finding)}
                className={finding.severity === 'blocking' ? 'bad' : finding.severity}
              >
                <ForeignText text={finding.what} /> <CaseLinks cases={finding.cases} source={source} />
              </li>
            ))}
          </ul>
        )}
        {tables.map((table) => (
          <PlainTable key={table.id} table={table} />
        ))}
      </details>
    </li>
  )
}

/** Cases are items of the ladder's own source. */
function CaseLinks({
  cases,
  source,
}: {
  readonly cases: readonly string[]
  readonly source: string
}): ReactNode {
  return cases.map((item) => (
    <span key={item} className="note">
      <a href={hrefOf('items', { item, from: source })}>
        <ForeignText text={item} />
      </a>{' '}
    </span>
  ))
}

const VERDICTS: Readonly<Record<LadderVerdictWord, Weight>> = {
  capable: 'good',
  memorised: 'warn',
  'over-triggers': 'warn',
  'no-prior': 'bad',
  'false-positive': 'bad',
  partial: 'warn',
  unmeasured: 'unmeasured',
  'not-enough-data': 'unmeasured',
}

const RUNGS: Readonly<Record<RungVerdict, Weight>> = {
  holds: 'good',
  fails: 'bad',
  mixed: 'warn',
  measured: 'info',
  unmeasured: 'unmeasured',
  'not-enough-data': 'unmeasured',
}
