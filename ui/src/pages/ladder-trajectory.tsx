import * as Plot from '@observablehq/plot'
import { type ReactNode, useMemo } from 'react'
import type { TrajectoryRow } from '../../../src/ladder/trajectory/trajectory-rows.js'
import { Chart, probabilityAxis } from '../parts/chart.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScrollTable } from '../parts/scroll-table.js'
import { visibleText } from '../text/visible.js'

/** The trigger's probability over checkpoints, from the lowest to the highest prompt. */
export function LadderTrajectory({ rows }: { readonly rows: readonly TrajectoryRow[] }): ReactNode {
  const options = useMemo(() => chartOf(rows), [rows])
  const hasPhase = rows.some(({ phase }) => phase !== undefined)
  return (
    <>
      <h3>Trajectory</h3>
      <Chart
        label="Probability of a call over checkpoints; the table below holds the numbers"
        options={options}
      />
      <ScrollTable caption="Checkpoints">
        <thead>
          <tr>
            <th scope="col">checkpoint</th>
            {hasPhase && <th scope="col">phase</th>}
            <th scope="col" className="number">
              P(first), at most
            </th>
            <th scope="col" className="number">
              gating AUC
            </th>
            <th scope="col" className="number">
              well-formed
            </th>
            <th scope="col" className="number">
              lenient
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, phase, geometricMean, gatingAuc, wellFormed, lenient }, at) => (
            // Checkpoints may share a name.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table never move
            <tr key={at}>
              <th scope="row">
                <ForeignText text={name} />
              </th>
              {hasPhase && (
                <td>
                  <ForeignText text={phase ?? ''} />
                </td>
              )}
              <td className="number">
                {geometricMean === undefined ? 'unmeasured' : geometricMean.atMost.toPrecision(3)}
              </td>
              <td className="number">{gatingAuc === undefined ? 'unmeasured' : gatingAuc.toFixed(3)}</td>
              <td className="number">{shareText(wellFormed)}</td>
              <td className="number">{shareText(lenient)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  )
}

function shareText({ right, n }: TrajectoryRow['wellFormed']): string {
  return n === 0 ? 'not measured' : `${right} of ${n}`
}

function chartOf(rows: readonly TrajectoryRow[]): (width: number) => Plot.PlotOptions {
  const points = rows.flatMap(({ name, geometricMean, min, max }, at) => {
    if (geometricMean === undefined || min === undefined || max === undefined) return []
    const probability = (value: number): number => Math.max(1e-12, value)
    return [
      {
        at: at + 1,
        name: visibleText(name),
        p: probability(geometricMean.atMost),
        low: probability(min.atMost),
        high: probability(max.atMost),
      },
    ]
  })
  const longest = Math.max(0, ...points.map(({ name }) => name.length))
  const hasRoom = (width: number): boolean => 7 * (longest + 2) * points.length < width - 80
  return (width) => ({
    height: 300,
    marginLeft: 56,
    x: {
      label: 'checkpoint',
      ticks: points.map(({ at }) => at),
      // Names where there is room for them, else their places in the table.
      tickFormat: hasRoom(width)
        ? (at: number) => points.find((point) => point.at === at)?.name ?? ''
        : (at: number) => `${at}`,
      inset: Math.min(40, width / 12),
    },
    y: probabilityAxis(
      points.map(({ low }) => low),
      'P(first)',
    ),
    marks: [
      Plot.ruleX(points, {
        x: 'at',
        y1: 'low',
        y2: 'high',
        stroke: 'var(--series-1)',
        strokeOpacity: 0.5,
        strokeWidth: 3,
      }),
      Plot.lineY(points, { x: 'at', y: 'p', stroke: 'var(--series-1)' }),
      Plot.dot(points, { x: 'at', y: 'p', fill: 'var(--series-1)', r: 3.5 }),
    ],
  })
}
