import * as Plot from '@observablehq/plot'
import { type ReactNode, useMemo } from 'react'
import type { CallResult, CallsPage, CodeCount, TwoByTwo } from '../../../src/report/pages/calls-page.js'
import { Chart } from '../parts/chart.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ItemLinks } from '../parts/item-links.js'
import { MainScores } from '../parts/main-scores.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { SourceName } from '../parts/source-name.js'
import { hrefOf } from '../route.js'
import { countText } from '../text/number-text.js'

/** Whether tools are called: what became of each output, how far strict gets, and why it refuses. */
export function Calls({ page: { results } }: { readonly page: CallsPage }): ReactNode {
  return (
    <>
      <h1>Calls</h1>
      {results.map((result) => (
        <Result key={JSON.stringify([result.source, result.benchmark])} result={result} />
      ))}
    </>
  )
}

function Result({ result }: { readonly result: CallResult }): ReactNode {
  const { source, subject, benchmark, n, outcomes, scores, keyword, levels, faults, repairs, confusions } =
    result
  const shares = useMemo(
    () => Object.entries(outcomes).map(([name, count]) => ({ name, count, n })),
    [outcomes, n],
  )
  const funnel = useMemo(
    // Everything reaches S0: a full bar would look like a success.
    () =>
      levels
        .filter(({ level }) => level !== 'S0')
        .map((step) => ({ name: step.level, count: step.reached, n: step.n })),
    [levels],
  )
  return (
    <section>
      <h2>
        <ForeignText text={subject} /> on <ForeignText text={benchmark} /> <SourceName id={source} />
      </h2>
      <MainScores caption={`Strict scores, ${countText(n)} samples`} scores={scores} main={MAIN} />
      <h3>What became of the outputs</h3>
      <Shares label="Outcomes" shares={shares} />
      <h3>How far strict gets</h3>
      <p className="note">
        Items that expect a call and reached the level: S1 an opener stands … S6 arguments fit the schema, S7
        equal to gold. At S0 is every other one.
      </p>
      <Shares label="Levels" shares={funnel} />
      {keyword !== undefined && (
        <>
          <h3>Keyword against strict</h3>
          <p>
            A keyword rule credits a tool's name in the text. What it credits and strict does not was never
            called.
          </p>
          <Crossing title="As the released harness predicts" counts={keyword.released} />
          <Crossing title="Name anywhere in the text" counts={keyword.anywhere} />
        </>
      )}
      <Codes title="Why strict refuses" codes={faults} source={source} benchmark={benchmark} />
      <Codes title="What the lenient reading changed" codes={repairs} source={source} benchmark={benchmark} />
      {confusions.length > 0 && (
        <ScrollTable caption="Which tool was called where which was right">
          <thead>
            <tr>
              <th scope="col">right</th>
              <th scope="col">called</th>
              <th scope="col" className="number">
                times
              </th>
            </tr>
          </thead>
          <tbody>
            {confusions.map(({ gold, called, count }) => (
              <tr key={JSON.stringify([gold, called])}>
                <th scope="row">
                  <ForeignText text={gold} />
                </th>
                <td>
                  <ForeignText text={called} />
                </td>
                <td className="number">{countText(count)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
      <p>
        <a href={hrefOf('items', { source, benchmark })}>The samples, word for word</a>
      </p>
    </section>
  )
}

const MAIN = ['exact', 'call-exact', 'selection', 'arguments', 'false-call-rate', 'useful-abstention']

interface Share {
  readonly name: string
  readonly count: number
  readonly n: number
}

function Shares({ label, shares }: { readonly label: string; readonly shares: readonly Share[] }): ReactNode {
  const options = useMemo(() => chartOf(shares), [shares])
  const words = shares.map(({ name, count, n }) => `${name} ${count} of ${n}`).join(', ')
  return <Chart label={`${label}: ${words}`} options={options} />
}

function chartOf(shares: readonly Share[]): (width: number) => Plot.PlotOptions {
  return (width) => ({
    width: Math.min(width, 640),
    height: 26 * shares.length + 34,
    marginLeft: 84,
    marginRight: 96,
    x: { domain: [0, 100], percent: true, label: '% of samples', grid: true },
    y: { domain: shares.map(({ name }) => name), label: null },
    marks: [
      Plot.barX(shares, {
        y: 'name',
        x: ({ count, n }: Share) => (n === 0 ? 0 : count / n),
        fill: 'var(--series-1)',
        insetTop: 3,
        insetBottom: 3,
      }),
      Plot.text(shares, {
        y: 'name',
        x: ({ count, n }: Share) => (n === 0 ? 0 : count / n),
        text: ({ count, n }: Share) => `${count} of ${n}`,
        textAnchor: 'start',
        dx: 6,
      }),
    ],
  })
}

function Crossing({ title, counts }: { readonly title: string; readonly counts: TwoByTwo }): ReactNode {
  const { both, onlyKeyword, onlyStrict, neither } = counts
  return (
    <ScrollTable caption={title}>
      <thead>
        <tr>
          <td />
          <th scope="col" className="number">
            strict right
          </th>
          <th scope="col" className="number">
            strict not
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">keyword right</th>
          <td className="number">{countText(both)}</td>
          <td className="number strong">{countText(onlyKeyword)}</td>
        </tr>
        <tr>
          <th scope="row">keyword not</th>
          <td className="number">{countText(onlyStrict)}</td>
          <td className="number">{countText(neither)}</td>
        </tr>
      </tbody>
    </ScrollTable>
  )
}

function Codes({
  title,
  codes,
  source,
  benchmark,
}: {
  readonly title: string
  readonly codes: readonly CodeCount[]
  readonly source: string
  readonly benchmark: string
}): ReactNode {
  if (codes.length === 0) return null
  return (
    <ScrollTable caption={title}>
      <thead>
        <tr>
          <th scope="col">code</th>
          <th scope="col" className="number">
            times
          </th>
          <th scope="col">for example</th>
          <th scope="col">see</th>
        </tr>
      </thead>
      <tbody>
        {codes.map(({ code, count, example, items }) => (
          <tr key={code}>
            <th scope="row">{code}</th>
            <td className="number">{countText(count)}</td>
            <td>
              <ForeignText text={example} />
            </td>
            <td>
              <ItemLinks items={items} from={source} benchmark={benchmark} />
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
