import type { ReactNode } from 'react'
import type {
  DialogueResult,
  DialoguesPage,
  DialogueView,
  TurnView,
} from '../../../src/report/pages/dialogues-page.js'
import type { Weight } from '../../../src/report/pages/overview-page.js'
import { Badge } from '../parts/badge.js'
import { ForeignText } from '../parts/foreign-text.js'
import { MainScores } from '../parts/main-scores.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { SourceName } from '../parts/source-name.js'
import { hrefOf } from '../route.js'
import { isAddressed } from '../text/is-addressed.js'
import { countText } from '../text/number-text.js'
import { DialogueTurn } from './dialogue-turn.js'

/** Whether a subject plans with tools: scores, faults, and each dialogue turn by turn. */
export function Dialogues({
  page: { results },
  query,
}: {
  readonly page: DialoguesPage
  readonly query: URLSearchParams
}): ReactNode {
  const item = query.get('item')
  if (item !== null) {
    const trial = query.get('trial') ?? '0'
    const source = query.get('from')
    const mode = query.get('mode')
    const [found] = results
      .filter(
        (result) => (source ?? result.source) === result.source && (mode ?? result.mode) === result.mode,
      )
      .flatMap((result) =>
        result.dialogues
          .filter((one) => isAddressed(one.item, item) && `${one.trial}` === trial)
          .map((dialogue) => ({ result, dialogue })),
      )
    return <DialoguePage item={item} found={found} />
  }
  return (
    <>
      <h1>Dialogues</h1>
      {results.map((result) => (
        <Result key={JSON.stringify([result.source, result.benchmark, result.mode])} result={result} />
      ))}
    </>
  )
}

function Result({ result }: { readonly result: DialogueResult }): ReactNode {
  const { source, subject, benchmark, mode, scores, faults, dialogues, left } = result
  return (
    <section>
      <h2>
        <ForeignText text={subject} /> on <ForeignText text={benchmark} /> <SourceName id={source} />{' '}
        <span className="quiet">
          <ForeignText text={mode ?? ''} />
        </span>
      </h2>
      <MainScores caption="Scores" scores={scores} main={MAIN} />
      {faults.length > 0 && (
        <p>
          Why turns came to nothing:{' '}
          <ForeignText text={faults.map(({ fault, count }) => `${fault} ${countText(count)}`).join(', ')} />.
        </p>
      )}
      <ScrollTable caption="Dialogues, wrong ones first">
        <thead>
          <tr>
            <th scope="col">dialogue</th>
            <th scope="col">outcome</th>
            <th scope="col">category</th>
            <th scope="col" className="number">
              turns
            </th>
            <th scope="col" className="number">
              turns right
            </th>
          </tr>
        </thead>
        <tbody>
          {dialogues.map(({ item, trial, outcome, category, correct, turns }) => (
            <tr key={`${item} ${trial}`}>
              <th scope="row">
                <a href={hrefOf('dialogues', { item, trial: `${trial}`, from: source, mode })}>
                  <ForeignText text={item} />
                </a>
                {trial > 0 && <span className="quiet"> trial {trial + 1}</span>}
              </th>
              <td>
                <Badge weight={OUTCOMES[outcome]}>{outcome}</Badge>
              </td>
              <td>
                <ForeignText text={category ?? ''} />
              </td>
              <td className="number">{turns.length}</td>
              <td className="number">
                {correct === undefined ? '' : `${countText(correct)} of ${countText(judgedTurns(turns))}`}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {left > 0 && <p className="note">{countText(left)} more dialogues are in the run folder.</p>}
    </section>
  )
}

const MAIN = [
  'turn-correct',
  'turn-outcome',
  'dialogue-correct',
  'tool-f1',
  'parameter-f1',
  'data-flow-f1',
  'state-em',
  'act-accuracy',
]

function DialoguePage({
  item,
  found,
}: {
  readonly item: string
  readonly found: { readonly result: DialogueResult; readonly dialogue: DialogueView } | undefined
}): ReactNode {
  return (
    <>
      <p className="note">
        <a href={hrefOf('dialogues')}>Dialogues</a>
      </p>
      <h1>
        <ForeignText text={item} />
      </h1>
      {found === undefined ? (
        <p>This dialogue is not among those of this file.</p>
      ) : (
        <One result={found.result} dialogue={found.dialogue} />
      )}
    </>
  )
}

function One({
  result: { source, subject, mode },
  dialogue: { outcome, trial, category, template, correct, turns },
}: {
  readonly result: DialogueResult
  readonly dialogue: DialogueView
}): ReactNode {
  return (
    <>
      <p>
        <Badge weight={OUTCOMES[outcome]}>{outcome}</Badge>{' '}
        {correct !== undefined && `${countText(correct)} of ${countText(judgedTurns(turns))} turns right. `}
        <span className="quiet">
          <ForeignText
            text={[subject, mode, category, template, trial === 0 ? undefined : `trial ${trial + 1}`]
              .filter(Boolean)
              .join(' · ')}
          />{' '}
          <SourceName id={source} />
        </span>
      </p>
      {turns.map((turn) => (
        <DialogueTurn key={turn.turn} turn={turn} />
      ))}
    </>
  )
}

/** Turns that were held against gold; where the report tells no verdicts, those that were played. */
function judgedTurns(turns: readonly TurnView[]): number {
  const judged = turns.filter(({ verdict }) => verdict !== undefined && verdict.verdict !== 'unmeasured')
  return (judged.length > 0 ? judged : turns.filter(({ actual }) => actual !== undefined)).length
}

const OUTCOMES: Readonly<Record<DialogueView['outcome'], Weight>> = {
  right: 'good',
  wrong: 'bad',
  unmeasured: 'unmeasured',
  played: 'info',
  unscored: 'unmeasured',
}
