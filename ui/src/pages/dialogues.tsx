import type { ReactNode } from 'react'
import type { DialogueResult, DialoguesPage, DialogueView } from '../../../src/report/pages/dialogues-page.js'
import type { Weight } from '../../../src/report/pages/overview-page.js'
import { Badge } from '../parts/badge.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScoreTable } from '../parts/score-table.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { SourceName } from '../parts/source-name.js'
import { hrefOf } from '../route.js'
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
    const dialogue = results
      .filter((result) => source === null || result.source === source)
      .flatMap(({ dialogues }) => dialogues)
      .find((one) => one.item === item && `${one.trial}` === trial)
    return <DialoguePage item={item} dialogue={dialogue} />
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
        <span className="quiet">{mode}</span>
      </h2>
      <ScoreTable caption="Scores" rows={scores.map((score) => ({ score }))} />
      {faults.length > 0 && (
        <p>
          Why turns came to nothing:{' '}
          {faults.map(({ fault, count }) => `${fault} ${countText(count)}`).join(', ')}.
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
              turns right, %
            </th>
          </tr>
        </thead>
        <tbody>
          {dialogues.map(({ item, trial, outcome, category, correct, turns }) => (
            <tr key={`${item} ${trial}`}>
              <th scope="row">
                <a href={hrefOf('dialogues', { item, trial: `${trial}`, from: source })}>
                  <ForeignText text={item} />
                </a>
              </th>
              <td>
                <Badge weight={OUTCOMES[outcome]}>{outcome}</Badge>
              </td>
              <td>
                <ForeignText text={category ?? ''} />
              </td>
              <td className="number">{turns.length}</td>
              <td className="number">{correct === undefined ? '' : (100 * correct).toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {left > 0 && <p className="note">{countText(left)} more dialogues are in the run folder.</p>}
    </section>
  )
}

function DialoguePage({
  item,
  dialogue,
}: {
  readonly item: string
  readonly dialogue: DialogueView | undefined
}): ReactNode {
  return (
    <>
      <p className="note">
        <a href={hrefOf('dialogues')}>Dialogues</a>
      </p>
      <h1>
        <ForeignText text={item} />
      </h1>
      {dialogue === undefined ? (
        <p>This dialogue is not among those of this file.</p>
      ) : (
        <>
          <p>
            <Badge weight={OUTCOMES[dialogue.outcome]}>{dialogue.outcome}</Badge>{' '}
            <span className="quiet">
              <ForeignText text={[dialogue.category, dialogue.template].filter(Boolean).join(' · ')} />
            </span>
          </p>
          {dialogue.turns.map((turn) => (
            <DialogueTurn key={turn.turn} turn={turn} />
          ))}
        </>
      )}
    </>
  )
}

const OUTCOMES: Readonly<Record<DialogueView['outcome'], Weight>> = {
  right: 'good',
  wrong: 'bad',
  unmeasured: 'unmeasured',
  played: 'info',
  unscored: 'unmeasured',
}
