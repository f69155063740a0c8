import type { ReactNode } from 'react'
import type { Disagreement, KindAgreement } from '../../../src/annotation/agreement.js'
import type { AgreementView } from '../../../src/annotation/desk-view.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { hrefOf } from '../route.js'
import { countText } from '../text/number-text.js'
import { FaultNote } from './fault.js'
import { useAnswer } from './use-answer.js'

/** How far people agree with each other and with the benchmark, and where they do not. */
export function Agreement(): ReactNode {
  const { value: view, error } = useAnswer<AgreementView>('api/agreement')
  return (
    <>
      <h1>Agreement{view !== undefined && <ForeignText text={` on ${view.benchmark}`} />}</h1>
      <FaultNote error={error} />
      {view === undefined && error === undefined && <p role="status">Reading the answers…</p>}
      {view !== undefined && (
        <>
          <p className="quiet">
            {view.annotators.map(({ annotator, answered }) => `${annotator} ${answered}`).join(', ')}{' '}
            answered.
          </p>
          {view.kinds.map((kind) => (
            <Kind key={kind.kind} kind={kind} view={view} />
          ))}
        </>
      )}
      <p>
        <a href={hrefOf('annotate')}>Annotate</a>
      </p>
    </>
  )
}

function Kind({ kind, view }: { readonly kind: KindAgreement; readonly view: AgreementView }): ReactNode {
  const { judge, disagreements } = kind
  const names = view.annotators.map(({ annotator }) => annotator)
  return (
    <section>
      <h2>{kind.kind}</h2>
      <ScrollTable caption="Agreement among people">
        <tbody>
          <Fact name="asked and answered">{`${countText(kind.units)}, by all ${countText(kind.complete)}`}</Fact>
          <Fact name="raw agreement">{shareText(kind.rawAgreement)}</Fact>
          <Fact name="all agree on">{shareText(kind.unanimous)}</Fact>
          <Fact name="Fleiss’ kappa">{kappaText(kind.fleiss, kind.complete)}</Fact>
          <Fact name="Krippendorff’s alpha">{kappaText(kind.alpha, kind.answeredTwice)}</Fact>
          {kind.pairs.map(({ annotators, n, agreed, cohen }) => (
            <Fact key={annotators.join(' ')} name={annotators.join(' and ')}>
              {`${countText(agreed)} of ${countText(n)} alike, Cohen’s kappa ${kappaText(cohen, n)}`}
            </Fact>
          ))}
        </tbody>
      </ScrollTable>
      <h3>Benchmark and people</h3>
      <p>
        {`The benchmark holds what most people say on ${countText(judge.agreed)} of ${countText(judge.n)}; Cohen’s kappa ${kappaText(judge.cohen, judge.n)}. ${countText(judge.ties)} have no majority.`}
      </p>
      <Confusion judge={judge} />
      <h3>
        {disagreements.length === 0
          ? 'No disagreement'
          : `Disagreements (${countText(disagreements.length)})`}
      </h3>
      {disagreements.length > 0 && (
        <ScrollTable caption="What each said, side by side">
          <thead>
            <tr>
              <th scope="col">asked</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">benchmark</th>
            </tr>
          </thead>
          <tbody>
            {disagreements.slice(0, MOST_SHOWN).map((one) => (
              <Unlike key={one.unit} one={one} names={names} unit={view.units[one.unit]} />
            ))}
          </tbody>
        </ScrollTable>
      )}
      {disagreements.length > MOST_SHOWN && (
        <p className="note">
          {countText(disagreements.length - MOST_SHOWN)} more: assay agreement --json has all.
        </p>
      )}
    </section>
  )
}

const MOST_SHOWN = 500

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  )
}

function Confusion({ judge: { confusion } }: { readonly judge: KindAgreement['judge'] }): ReactNode {
  const columns = [...new Set(Object.values(confusion).flatMap((row) => Object.keys(row)))].sort()
  if (columns.length === 0) return null
  return (
    <ScrollTable caption="What the benchmark holds (rows) and what most people say (columns)">
      <thead>
        <tr>
          <th scope="col">benchmark</th>
          {columns.map((column) => (
            <th key={column} scope="col" className="number">
              <ForeignText text={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(confusion).map(([judged, row]) => (
          <tr key={judged}>
            <th scope="row">
              <ForeignText text={judged} />
            </th>
            {columns.map((column) => (
              <td key={column} className="number">
                {countText(row[column] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}

function Unlike({
  one: { unit: id, item, answers, notes, judged },
  names,
  unit,
}: {
  readonly one: Disagreement
  readonly names: readonly string[]
  readonly unit: AgreementView['units'][string] | undefined
}): ReactNode {
  const meaning = (answer: string): string => meaningOf(answer, unit)
  return (
    <tr>
      <th scope="row">
        <ForeignText text={id.replace('\u0000', ' · ')} />
        {unit !== undefined && (
          <details>
            <summary>
              What <ForeignText text={item} /> asks
            </summary>
            {unit.shown.map(({ label, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <p key={at}>
                <span className="quiet">
                  <ForeignText text={label} />:
                </span>{' '}
                <ForeignText text={text} />
              </p>
            ))}
          </details>
        )}
      </th>
      {names.map((name) => (
        <td key={name}>
          {answers[name] !== undefined && <ForeignText text={meaning(answers[name])} />}
          {notes[name] !== undefined && (
            <p className="note">
              “<ForeignText text={notes[name]} />”
            </p>
          )}
        </td>
      ))}
      <td>
        <ForeignText text={meaning(judged)} />
      </td>
    </tr>
  )
}

/** A letter with the option it stands for; sets of tools with commas. */
function meaningOf(answer: string, unit: AgreementView['units'][string] | undefined): string {
  if (answer === '') return 'nothing'
  if (answer.includes('\n')) return answer.replaceAll('\n', ', ')
  const label = unit?.choices.find(({ value }) => value === answer)?.label
  return label === undefined || label.startsWith(answer) ? answer : `${answer}: ${label}`
}

function shareText(share: number | undefined): string {
  return share === undefined ? 'unmeasured: nothing was answered by all' : `${(100 * share).toFixed(1)} %`
}

function kappaText(
  kappa: { readonly value: number; readonly interval?: readonly [number, number] } | undefined,
  n: number,
): string {
  if (kappa === undefined)
    return n < 2 ? 'unmeasured: too few answers' : 'undefined: all answers are one category'
  const interval = kappa.interval?.map((end) => end.toFixed(2)).join(', ')
  return `${kappa.value.toFixed(2)}${interval === undefined ? '' : ` [${interval}]`}`
}
