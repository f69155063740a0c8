import type { ReactNode } from 'react'
import type { ComparedPair, ComparePage } from '../../../src/report/pages/compare-page.js'
import type { Weight } from '../../../src/report/pages/overview-page.js'
import type { ReportSource } from '../../../src/report/pages/report-source.js'
import { Badge } from '../parts/badge.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { hrefOf } from '../route.js'
import { countText, percent, pText } from '../text/number-text.js'
import { ComparisonIntervals } from './comparison-intervals.js'

/** Whether runs differ on the same items, by a paired test that was named before. */
export function Compare({
  page: { pairs, refused, margin },
  sources,
}: {
  readonly page: ComparePage
  readonly sources: readonly ReportSource[]
}): ReactNode {
  const nameOf = (id: string): string => sources.find((source) => source.id === id)?.name ?? id
  return (
    <>
      <h1>Compare</h1>
      <p>
        Differences are B less A in points of percent, on the same items. A difference below {percent(margin)}{' '}
        points does not matter.
      </p>
      {pairs.length > 0 && <ComparisonIntervals pairs={pairs} margin={margin} nameOf={nameOf} />}
      {pairs.map((pair) => (
        <Pair
          key={JSON.stringify([
            pair.a,
            pair.b,
            pair.comparison.benchmark,
            pair.comparison.metric,
            pair.comparison.kind,
          ])}
          pair={pair}
          nameOf={nameOf}
        />
      ))}
      {refused.length > 0 && (
        <>
          <h2>Not compared</h2>
          <ul>
            {refused.map(({ a, b, code, why }) => (
              <li key={`${a} ${b} ${code}`}>
                <ForeignText text={nameOf(a)} /> and <ForeignText text={nameOf(b)} />:{' '}
                <ForeignText text={why} /> <span className="note">{code}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Pair({
  pair: { a, b, comparison, flipped, flippedCount },
  nameOf,
}: {
  readonly pair: ComparedPair
  readonly nameOf: (id: string) => string
}): ReactNode {
  const {
    benchmark,
    kind,
    metric,
    n,
    clusters,
    difference,
    interval,
    test,
    p,
    adjustedP,
    verdict,
    note,
    needed,
    pairs,
  } = comparison
  return (
    <section>
      <h2>
        <ForeignText text={nameOf(b)} /> against <ForeignText text={nameOf(a)} />
      </h2>
      <p className="note">
        A: <ForeignText text={nameOf(a)} />. B: <ForeignText text={nameOf(b)} />.
      </p>
      <p>
        <Badge weight={WEIGHTS[verdict]}>{verdict.replaceAll('-', ' ')}</Badge>{' '}
        <ForeignText text={`${metric}, ${kind} on ${benchmark}`} />: {percent(difference)} points [
        {percent(interval[0])}, {percent(interval[1])}], n = {countText(n)} in {countText(clusters)} clusters;{' '}
        {test}, {pText(p)}, adjusted {pText(adjustedP)}.
      </p>
      {note !== undefined && <p className="note">{note}</p>}
      {needed !== undefined && <p className="note">A verdict would take about {countText(needed)} items.</p>}
      <ScrollTable caption="Items right by both, one or neither">
        <thead>
          <tr>
            <th scope="col" className="number">
              both
            </th>
            <th scope="col" className="number">
              A alone
            </th>
            <th scope="col" className="number">
              B alone
            </th>
            <th scope="col" className="number">
              neither
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            {[pairs.both, pairs.onlyA, pairs.onlyB, pairs.neither].map((count, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four columns in a fixed order
              <td key={at} className="number">
                {countText(Math.round(count * 10) / 10)}
              </td>
            ))}
          </tr>
        </tbody>
      </ScrollTable>
      {flipped.length > 0 && (
        <details>
          <summary>{countText(flippedCount)} items that flipped</summary>
          <ScrollTable caption="Largest change first">
            <thead>
              <tr>
                <th scope="col">item</th>
                <th scope="col" className="number">
                  A
                </th>
                <th scope="col" className="number">
                  B
                </th>
              </tr>
            </thead>
            <tbody>
              {flipped.map((flip) => (
                <tr key={JSON.stringify([flip.item, flip.variant])}>
                  <th scope="row">
                    <a
                      href={hrefOf('items', {
                        item: flip.item,
                        from: b,
                        in: benchmark,
                        variant: flip.variant,
                      })}
                    >
                      <ForeignText text={flip.item} />
                    </a>{' '}
                    <ForeignText text={flip.variant ?? ''} />
                  </th>
                  <td className="number">{percent(flip.a)}</td>
                  <td className="number">{percent(flip.b)}</td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
          {flippedCount > flipped.length && (
            <p className="note">{countText(flippedCount - flipped.length)} more are left out.</p>
          )}
        </details>
      )}
    </section>
  )
}

const WEIGHTS: Readonly<Record<ComparedPair['comparison']['verdict'], Weight>> = {
  better: 'good',
  worse: 'bad',
  'no-difference-shown': 'info',
  'not-enough-data': 'unmeasured',
}
