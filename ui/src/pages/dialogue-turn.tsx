import type { ReactNode } from 'react'
import type { CacheRecord, TracedCall } from '../../../src/agent/turn-record.js'
import type { CutText } from '../../../src/report/pages/cut-text.js'
import type { StepView, TurnView } from '../../../src/report/pages/dialogues-page.js'
import { ForeignBlock, ForeignText } from '../parts/foreign-text.js'
import { countText } from '../text/number-text.js'

/** One turn: what the user said, gold beside what the subject did, the calls that ran and where their arguments came from. */
export function DialogueTurn({
  turn: { turn, role, text, label, gold, actual },
}: {
  readonly turn: TurnView
}): ReactNode {
  return (
    <section className="turn">
      <h2>
        Turn {turn + 1} <span className="quiet">{[role, label].filter(Boolean).join(' · ')}</span>
      </h2>
      <Cut text={text} label="What was said" />
      <div className="sides">
        {gold !== undefined && (
          <section>
            <h3>Gold</h3>
            {gold.plan !== undefined && <Cut text={gold.plan} label="Gold plan" />}
            {gold.calls?.map(({ name, arguments: given }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: calls of a turn never move
              <p key={at}>
                <code>
                  <ForeignText text={`${name}(${given})`} />
                </code>
              </p>
            ))}
          </section>
        )}
        {actual !== undefined && (
          <section>
            <h3>Subject</h3>
            {actual.steps.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps of a turn never move
              <Step key={at} step={step} number={at + 1} />
            ))}
            <Cache title="Cache before" records={actual.cacheBefore} />
            <Cache title="Cache after" records={actual.cacheAfter} />
          </section>
        )}
      </div>
    </section>
  )
}

function Step({ step, number }: { readonly step: StepView; readonly number: number }): ReactNode {
  const { said, plan, trace, printed, sought, error } = step
  return (
    <>
      <h4>Step {number}</h4>
      {plan === undefined ? <Cut text={said} label="What was said" /> : <Cut text={plan} label="Plan" />}
      {trace.length > 0 && (
        <ol className="trace">
          {trace.map((call, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls of a trace never move
            <li key={at}>
              <Call call={call} />
            </li>
          ))}
        </ol>
      )}
      {sought.map((question) => (
        <p key={question}>
          Asked the user: <ForeignText text={question} />
        </p>
      ))}
      {printed !== undefined && printed.text !== '' && <Cut text={printed} label="What was printed" />}
      {error !== undefined && (
        <p className="fault-line">
          <code>{error.fault}</code> <ForeignText text={error.message} />
          {error.line !== undefined && <span className="note"> line {error.line}</span>}
        </p>
      )}
    </>
  )
}

function Call({
  call: { tool, arguments: given, producers, outcome },
}: {
  readonly call: TracedCall
}): ReactNode {
  const origins = Object.entries(producers).filter(([, from]) => from.length > 0)
  return (
    <>
      <code>
        <ForeignText text={`${tool}(${JSON.stringify(given)})`} />
      </code>{' '}
      <span className="quiet">{outcomeText(outcome)}</span>
      {origins.length > 0 && (
        <ul className="origins">
          {origins.map(([parameter, from]) => (
            <li key={parameter}>
              <ForeignText text={parameter} /> ←{' '}
              <ForeignText
                text={from
                  .map((one) => (typeof one === 'number' ? `call ${one + 1}` : `cache ${one}`))
                  .join(', ')}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function outcomeText(outcome: TracedCall['outcome']): ReactNode {
  switch (outcome.kind) {
    case 'result':
      return `→ ${countText(outcome.count)} ${outcome.count === 1 ? 'row' : 'rows'}`
    case 'value':
      return <ForeignText text={`→ ${JSON.stringify(outcome.value)}`} />
    case 'none':
      return '→ None'
    case 'error':
      return <ForeignText text={`${outcome.error.fault}: ${outcome.error.message}`} />
    default:
      return outcome satisfies never
  }
}

function Cache({
  title,
  records,
}: {
  readonly title: string
  readonly records: readonly CacheRecord[]
}): ReactNode {
  return (
    <details>
      <summary>
        {title}: {records.length}
      </summary>
      <ul>
        {records.map(({ key, tool, summary, count }) => (
          <li key={key}>
            <code>
              <ForeignText text={key} />
            </code>{' '}
            <ForeignText text={`${tool}: ${summary}`} />{' '}
            <span className="quiet">{countText(count)} rows</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Cut({
  text: { text, length },
  label,
}: {
  readonly text: CutText
  readonly label: string
}): ReactNode {
  return (
    <>
      <ForeignBlock text={text} label={label} />
      {text.length < length && (
        <p className="note">
          The first {countText(text.length)} of {countText(length)} characters.
        </p>
      )}
    </>
  )
}
