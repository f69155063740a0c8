import { type ReactNode, useMemo } from 'react'
import type { CacheRecord, TurnError } from '../../../src/agent/turn-record.js'
import type { CutText } from '../../../src/report/pages/cut-text.js'
import type { StepView, TurnView } from '../../../src/report/pages/dialogues-page.js'
import { ForeignBlock, ForeignText } from '../parts/foreign-text.js'
import { countText } from '../text/number-text.js'
import { CallTrace } from './call-trace.js'
import { DataFlow } from './data-flow.js'
import { type Flow, onlyHere } from './flow-difference.js'
import { TurnBadge, TurnVerdict } from './turn-verdict.js'

const NO_FLOW: readonly Flow[] = []

/** One turn: what the user said, what it came to, and gold beside what the subject did: plan, calls, data flow and cache. */
export function DialogueTurn({
  turn: { turn, role, text, label, gold, verdict, actual },
}: {
  readonly turn: TurnView
}): ReactNode {
  const golden = useMemo(() => (gold?.done === undefined ? NO_FLOW : [gold.done]), [gold])
  const steps = actual?.steps ?? NO_FLOW
  return (
    <section className="turn">
      <h2>
        Turn {turn + 1} <span className="quiet">{[role, label].filter(Boolean).join(' · ')}</span>{' '}
        {verdict !== undefined && <TurnBadge verdict={verdict.verdict} />}
      </h2>
      <Cut text={text} label="What was said" />
      {verdict !== undefined && <TurnVerdict verdict={verdict} />}
      <div className="sides">
        {gold !== undefined && (
          <section>
            <h3>Gold</h3>
            <Gold gold={gold} others={steps} />
          </section>
        )}
        {actual !== undefined && (
          <section>
            <h3>Subject</h3>
            {actual.steps.length === 0 && <p>Nothing was said.</p>}
            {actual.steps.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps of a turn never move
              <Step key={at} step={step} number={at + 1} of={actual.steps.length} golden={golden} />
            ))}
            <Cache title="Cache before" records={actual.cacheBefore} />
            <Cache title="Cache after" records={actual.cacheAfter} known={actual.cacheBefore} />
          </section>
        )}
      </div>
    </section>
  )
}

function Gold({
  gold: { plan, calls, done },
  others,
}: {
  readonly gold: NonNullable<TurnView['gold']>
  /** What the subject did; empty where it did not play. */
  readonly others: readonly Flow[]
}): ReactNode {
  const alone = useMemo(
    () => (done === undefined || others.length === 0 ? [] : onlyHere(done, others)),
    [done, others],
  )
  return (
    <>
      <div className="plan-and-trace">
        <div>
          {plan !== undefined && <Cut text={plan} label="Gold plan" />}
          {calls?.map(({ name, arguments: given }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls of a turn never move
            <p key={at}>
              <code>
                <ForeignText text={`${name}(${given})`} />
              </code>
            </p>
          ))}
          {done !== undefined && <Asked questions={done.sought} />}
          {done?.error !== undefined && <Ending error={done.error} />}
        </div>
        {done !== undefined && (
          <Happened whose="gold" flow={done} isOnlyHere={alone} elsewhere="not in the subject’s" />
        )}
      </div>
      {done !== undefined && <Cache title="Cache after" records={done.cacheAfter} />}
    </>
  )
}

function Step({
  step,
  number,
  of,
  golden,
}: {
  readonly step: StepView
  readonly number: number
  readonly of: number
  /** Gold carried out, once; empty where it was not. */
  readonly golden: readonly Flow[]
}): ReactNode {
  const { said, plan, printed, sought, error } = step
  const alone = useMemo(() => (golden.length === 0 ? [] : onlyHere(step, golden)), [step, golden])
  return (
    <>
      {of > 1 && <h4>Step {number}</h4>}
      <div className="plan-and-trace">
        <div>
          {plan === undefined ? <Cut text={said} label="What was said" /> : <Cut text={plan} label="Plan" />}
          {plan !== undefined && said.text !== plan.text && (
            <details>
              <summary>Word for word</summary>
              <Cut text={said} label="What was said, word for word" />
            </details>
          )}
          <Asked questions={sought} />
          {printed !== undefined && printed.text !== '' && <Cut text={printed} label="What was printed" />}
          {error !== undefined && <Ending error={error} />}
        </div>
        <Happened
          whose={of > 1 ? `the subject, step ${number}` : 'the subject'}
          flow={step}
          isOnlyHere={alone}
          elsewhere="not in gold’s"
        />
      </div>
    </>
  )
}

/** The calls that ran, and where their arguments came from, drawn and in words. */
function Happened(props: {
  readonly whose: string
  readonly flow: Flow
  readonly isOnlyHere: readonly boolean[]
  readonly elsewhere: string
}): ReactNode {
  return (
    <div>
      {props.flow.trace.length === 0 ? <p className="quiet">No call ran.</p> : <CallTrace {...props} />}
      <DataFlow {...props} />
    </div>
  )
}

function Asked({ questions }: { readonly questions: readonly string[] }): ReactNode {
  return questions.map((question, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: one question may be asked twice, and none ever moves
    <p key={at}>
      Asked the user: <ForeignText text={question} />
    </p>
  ))
}

function Ending({ error: { fault, message, line } }: { readonly error: TurnError }): ReactNode {
  return (
    <p className="fault-line">
      <code>
        <ForeignText text={fault} />
      </code>{' '}
      <ForeignText text={message} />
      {line !== undefined && <span className="note"> line {line}</span>}
    </p>
  )
}

function Cache({
  title,
  records,
  known,
}: {
  readonly title: string
  readonly records: readonly CacheRecord[]
  /** Entries that are no news. */
  readonly known?: readonly CacheRecord[]
}): ReactNode {
  const old = new Set(known?.map(({ key, id }) => JSON.stringify([key, id])))
  return (
    <details>
      <summary>
        {title}: {records.length} {records.length === 1 ? 'entry' : 'entries'}
      </summary>
      <ul>
        {records.map(({ key, id, tool, summary, count }) => (
          <li key={key}>
            <code>
              <ForeignText text={key} />
            </code>{' '}
            <ForeignText text={`${tool}: ${summary}`} />{' '}
            <span className="quiet">
              {countText(count)} {count === 1 ? 'row' : 'rows'}
              {known !== undefined && !old.has(JSON.stringify([key, id])) && ', new'}
            </span>
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
