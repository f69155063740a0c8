import { type ReactNode, useState } from 'react'
import type { LiveRun, LiveRuns } from '../../../src/report/live/live-view.js'
import type { Weight } from '../../../src/report/pages/overview-page.js'
import { Badge } from '../parts/badge.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { countText, timeText } from '../text/number-text.js'
import { visibleText } from '../text/visible.js'
import { FaultNote } from './fault.js'
import { costText, durationText, rateText } from './live-text.js'
import { useAnswer } from './use-answer.js'

const EVERY_MS = 2000

const WEIGHTS: Readonly<Record<LiveRun['state'], Weight>> = {
  running: 'info',
  finished: 'good',
  idle: 'warn',
}

/** Every run of the folder, how far each is, and the way to its report or to the report of several. */
export function RunList(): ReactNode {
  const { value, error } = useAnswer<LiveRuns>('api/runs', EVERY_MS)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const runs = value?.runs ?? []
  const compared = runs.filter(({ id }) => chosen.has(id))
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const running = runs.filter(({ state }) => state === 'running').length
  return (
    <>
      <h1>Runs</h1>
      <FaultNote error={error} />
      {value === undefined && error === undefined && <p role="status">Looking for runs…</p>}
      {value !== undefined && (
        <p role="status" className="quiet">
          {runs.length === 0
            ? 'There is no run here yet; one appears as soon as it starts.'
            : `${countText(runs.length)} runs, ${running === 0 ? 'none of them' : countText(running)} in progress.`}
        </p>
      )}
      {runs.length > 0 && (
        <>
          <ScrollTable caption="Newest first. A run opens with its name; mark several to compare them.">
            <thead>
              <tr>
                <th scope="col">
                  <span className="unseen">Compare</span>
                </th>
                <th scope="col">run</th>
                <th scope="col">state</th>
                <th scope="col">subject</th>
                <th scope="col">samples</th>
                <th scope="col" className="number">
                  errors
                </th>
                <th scope="col" className="number">
                  rate
                </th>
                <th scope="col" className="number">
                  left
                </th>
                <th scope="col" className="number">
                  cost
                </th>
                <th scope="col" className="number">
                  tokens
                </th>
                <th scope="col" className="number">
                  started
                </th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <RunLine key={run.id} run={run} isChosen={chosen.has(run.id)} choose={choose} />
              ))}
            </tbody>
          </ScrollTable>
          <p>
            {compared.length > 1 ? (
              <a href={reportAddress(compared)}>Compare {compared.length} runs</a>
            ) : (
              <span className="quiet">Mark two or more runs to compare them.</span>
            )}
          </p>
        </>
      )}
      {value?.notices.map(({ what, where }) => (
        <p key={`${where} ${what}`} className="note">
          <ForeignText text={`${where}: ${what}`} />
        </p>
      ))}
    </>
  )
}

function RunLine({
  run,
  isChosen,
  choose,
}: {
  readonly run: LiveRun
  readonly isChosen: boolean
  readonly choose: (id: string, isChosen: boolean) => void
}): ReactNode {
  const { id, name, state, subject, kind, createdAt, progress } = run
  const isRunning = state === 'running'
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={visibleText(`Compare ${name}`)}
          onChange={({ target }) => {
            choose(id, target.checked)
          }}
        />
      </td>
      <th scope="row">
        <a href={reportAddress([run])}>
          <ForeignText text={name} />
        </a>
        {kind !== 'run' && <span className="quiet"> {kind}</span>}
      </th>
      <td>
        <Badge weight={WEIGHTS[state]}>{state}</Badge>
      </td>
      <td>{subject !== undefined && <ForeignText text={subject} />}</td>
      <td>
        {progress !== undefined && (
          <>
            {progress.planned !== undefined && progress.planned > 0 && state !== 'finished' && (
              <progress
                max={progress.planned}
                value={progress.done}
                aria-label={visibleText(`Progress of ${name}`)}
              />
            )}{' '}
            {countText(progress.done)}
            {progress.planned !== undefined && ` of ${countText(progress.planned)}`}
          </>
        )}
      </td>
      <td className="number">{progress !== undefined && countText(progress.errors)}</td>
      <td className="number">
        {isRunning && progress?.perSecond !== undefined && rateText(progress.perSecond)}
      </td>
      <td className="number">
        {isRunning && progress?.secondsLeft !== undefined && durationText(progress.secondsLeft)}
      </td>
      <td className="number">{progress?.cost !== undefined && costText(progress.cost)}</td>
      <td className="number">
        {progress !== undefined && countText(progress.promptTokens + progress.completionTokens)}
      </td>
      <td className="number">{createdAt !== undefined && timeText(createdAt)}</td>
    </tr>
  )
}

function reportAddress(runs: readonly LiveRun[]): string {
  return `?${new URLSearchParams(runs.map(({ id }) => ['run', id])).toString()}#/overview`
}
