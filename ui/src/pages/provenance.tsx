import type { ReactNode } from 'react'
import type { ReportDocument } from '../../../src/report/document.js'
import type { ReportSource, SourceState } from '../../../src/report/pages/report-source.js'
import { Badge } from '../parts/badge.js'
import { ForeignText } from '../parts/foreign-text.js'
import { countText, timeText } from '../text/number-text.js'

/** What the report was made from: everything that moves its numbers. */
export function Provenance({ report }: { readonly report: ReportDocument }): ReactNode {
  const { catalog, benchmarks, subjects, pages } = report
  return (
    <>
      <h2>What this was made from</h2>
      {pages?.sources.map((source) => (
        <SourceFacts key={source.id} source={source} />
      ))}
      <dl className="facts">
        {catalog !== undefined && (
          <>
            <dt>catalog</dt>
            <dd>
              {countText(catalog.tools)} tools of {countText(catalog.services)} services,{' '}
              <code>{catalog.fingerprint.slice(0, 12)}</code>
              {catalog.sources.map(({ source, tools }) => (
                <div key={source}>
                  <ForeignText text={source} />: {countText(tools)} tools
                </div>
              ))}
            </dd>
          </>
        )}
        {benchmarks.map(({ name, path, fingerprint, counts }) => (
          <Fact key={fingerprint} name="benchmark">
            <ForeignText text={name} />, {countText(counts.items)} items,{' '}
            <code>{fingerprint.slice(0, 12)}</code>, <ForeignText text={path} />
          </Fact>
        ))}
        {subjects.map(({ id, identity }) => (
          <Fact key={id} name="subject">
            <ForeignText text={id} />: <ForeignText text={JSON.stringify(identity)} />
          </Fact>
        ))}
      </dl>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** Sources that cannot be relied on whole: what a reader has to know before any number. */
export function SourceWarnings({ sources }: { readonly sources: readonly ReportSource[] }): ReactNode {
  const short = sources.filter(({ state }) => state.kind !== 'whole')
  if (short.length === 0) return null
  return (
    <>
      <h2>Read with care</h2>
      <ul className="verdicts">
        {short.map(({ id, name, state }) => (
          <li key={id} className="verdict-line">
            <span className="verdict-name">
              <ForeignText text={name} />
            </span>
            <StateBadge state={state} />
            <StateReason state={state} />
          </li>
        ))}
      </ul>
    </>
  )
}

function SourceFacts({ source }: { readonly source: ReportSource }): ReactNode {
  const { kind, name, path, state, subject, createdAt, settings, counts, notices } = source
  return (
    <>
      <h3>
        <ForeignText text={name} /> <span className="quiet">{kind}</span> <StateBadge state={state} />
      </h3>
      <StateReason state={state} />
      <dl className="facts">
        <Fact name="path">
          <ForeignText text={path} />
        </Fact>
        {subject !== undefined && (
          <Fact name="subject">
            <ForeignText text={subject.label} />{' '}
            {subject.spec !== subject.label && <ForeignText text={subject.spec} />}
          </Fact>
        )}
        {createdAt !== undefined && <Fact name="made">{timeText(createdAt)}</Fact>}
        {counts !== undefined && (
          <Fact name="samples">
            {countText(counts.samples)}, {countText(counts.errors)} of them errors;{' '}
            {countText(counts.promptTokens)} tokens read, {countText(counts.completionTokens)} written
          </Fact>
        )}
        {settings.map(([setting, value]) => (
          <Fact key={setting} name={setting}>
            <ForeignText text={value} />
          </Fact>
        ))}
      </dl>
      {notices.length > 0 && (
        <ul>
          {notices.map(({ code, what, where }) => (
            <li key={JSON.stringify([code, what, where])}>
              <ForeignText text={`${where}: ${what}`} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function StateBadge({ state }: { readonly state: SourceState }): ReactNode {
  switch (state.kind) {
    case 'whole':
      return null
    case 'cut':
      return <Badge weight="warn">cut short</Badge>
    case 'unmeasured':
      return <Badge weight="unmeasured">unmeasured</Badge>
    case 'unscored':
      return <Badge weight="unmeasured">unscored</Badge>
    case 'other-version':
      return <Badge weight="warn">another version</Badge>
    default:
      return state satisfies never
  }
}

function StateReason({ state }: { readonly state: SourceState }): ReactNode {
  if (state.kind === 'whole') return null
  const why = state.kind === 'unmeasured' ? state.findings.map(({ what }) => what).join(' ') : state.why
  return (
    <p>
      <ForeignText text={why} />
      {state.kind === 'other-version' && (
        <>
          {' '}
          Its schema: <ForeignText text={state.schema} />.
        </>
      )}
      {state.kind === 'cut' &&
        state.missing !== undefined &&
        ` ${countText(state.missing)} samples are missing.`}
    </p>
  )
}
