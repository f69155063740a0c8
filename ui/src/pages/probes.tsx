import type { ReactNode } from 'react'
import type {
  ProbeControl,
  ProbeNull,
  ProbeResult,
  ProbesPage,
} from '../../../src/report/pages/probes-page.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ItemLinks } from '../parts/item-links.js'
import { MainScores } from '../parts/main-scores.js'
import { ScoreTable } from '../parts/score-table.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { SourceName } from '../parts/source-name.js'
import { countText, percent, pText } from '../text/number-text.js'

/** Whether tools are known: accuracy beside what a blind model scores and what the subject scores without the tool. */
export function Probes({ page: { results } }: { readonly page: ProbesPage }): ReactNode {
  return (
    <>
      <h1>Probes</h1>
      {results.map((result) => (
        <Result key={JSON.stringify([result.source, result.benchmark, result.kind])} result={result} />
      ))}
    </>
  )
}

function Result({ result }: { readonly result: ProbeResult }): ReactNode {
  const {
    source,
    subject,
    benchmark,
    kind,
    examined,
    scores,
    controls,
    nulls,
    letters,
    letterTest,
    beatable,
    counts,
    methods,
  } = result
  return (
    <section>
      <h2>
        <ForeignText text={subject} />, {kind.toUpperCase()} of <ForeignText text={benchmark} />{' '}
        <SourceName id={source} />
      </h2>
      <p>
        {countText(counts.measured)} of {countText(counts.items)} items measured
        {examined !== undefined && (
          <>
            ; examined: <ForeignText text={examined} />
          </>
        )}
        ; answers by{' '}
        {Object.entries(methods)
          .map(([method, count]) => `${method} ${count}`)
          .join(', ')}
        .
      </p>
      <MainScores caption="Scores" scores={scores} main={MAIN} />
      {controls.length > 0 && <Controls controls={controls} />}
      {nulls.length > 0 && <Nulls nulls={nulls} />}
      {letters.length > 0 && (
        <>
          <ScrollTable caption="Letters: how often each was chosen, and how often it was right">
            <thead>
              <tr>
                <th scope="col">letter</th>
                <th scope="col" className="number">
                  chosen
                </th>
                <th scope="col" className="number">
                  right there
                </th>
                <th scope="col" className="number">
                  accuracy, %
                </th>
              </tr>
            </thead>
            <tbody>
              {letters.map(({ letter, chosen, answers, accuracy }) => (
                <tr key={letter}>
                  <th scope="row">{letter}</th>
                  <td className="number">{countText(chosen)}</td>
                  <td className="number">{countText(answers)}</td>
                  <td className="number">{accuracy === undefined ? '' : percent(accuracy)}</td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
          {letterTest !== undefined && (
            <p className="note">
              Chosen alike? χ² = {letterTest.chiSquared.toFixed(2)} ({letterTest.degrees} degrees)
              {letterTest.p !== undefined && `, ${pText(letterTest.p)}`}. {letterTest.note}
            </p>
          )}
        </>
      )}
      {beatable.length > 0 && (
        <details>
          <summary>
            {countText(counts.beatable)} {counts.beatable === 1 ? 'item' : 'items'} that a model gets right
            without seeing a tool
          </summary>
          <ul>
            {beatable.map(({ item, by }) => (
              <li key={item}>
                <ItemLinks items={[item]} from={source} benchmark={benchmark} />{' '}
                <span className="quiet">{by.join(', ')}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const MAIN = ['accuracy', 'balanced-accuracy', 'youden-j']

function Controls({ controls }: { readonly controls: readonly ProbeControl[] }): ReactNode {
  return (
    <>
      <h3>Controls</h3>
      <ScoreTable
        caption="The same questions without the tool, or with another"
        rows={controls.map(({ showing, score }) => ({ subject: showing, score }))}
      />
      <ul>
        {controls.map(({ showing, difference }) =>
          difference === undefined ? null : (
            <li key={showing}>
              Examined less <ForeignText text={showing} />: {percent(difference.value)} points [
              {difference.interval.map(percent).join(', ')}], {pText(difference.p)}:{' '}
              {difference.verdict.replaceAll('-', ' ')}
            </li>
          ),
        )}
      </ul>
    </>
  )
}

function Nulls({ nulls }: { readonly nulls: readonly ProbeNull[] }): ReactNode {
  return (
    <ScrollTable caption="What models score that know nothing, in percent">
      <thead>
        <tr>
          <th scope="col">null model</th>
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
          <th scope="col">note</th>
        </tr>
      </thead>
      <tbody>
        {nulls.map(({ id, metric, value, interval, n, note }) => (
          <tr key={`${id} ${metric}`}>
            <th scope="row">{id}</th>
            <td>{metric}</td>
            <td className="number">{countText(n)}</td>
            <td className="number strong">{percent(value)}</td>
            <td className="number">{interval === undefined ? 'none' : interval.map(percent).join(' – ')}</td>
            <td>
              <ForeignText text={note ?? ''} />
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
