import * as Plot from '@observablehq/plot'
import { type ReactNode, useMemo } from 'react'
import type { ComparedPair } from '../../../src/report/pages/compare-page.js'
import { Chart } from '../parts/chart.js'
import { visibleText } from '../text/visible.js'

/** Every difference with its 95 % interval; shaded: differences too small to matter. */
export function ComparisonIntervals({
  pairs,
  margin,
  nameOf,
}: {
  readonly pairs: readonly ComparedPair[]
  readonly margin: number
  readonly nameOf: (id: string) => string
}): ReactNode {
  const rows = pairs.map(({ a, b, comparison: { metric, kind, benchmark, difference, interval } }, at) => ({
    key: `${at}`,
    name: visibleText(`${nameOf(b)} − ${nameOf(a)}: ${metric}, ${kind} on ${benchmark}`),
    difference,
    low: interval[0],
    high: interval[1],
  }))
  const text = JSON.stringify([rows, margin])
  // Sources are named anew at every drawing; the picture is the same while its text is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` holds all of it
  const options = useMemo(() => chartOf(rows, margin), [text])
  return (
    <Chart label="Differences with their 95 % intervals; each is told in numbers below" options={options} />
  )
}

interface Row {
  readonly key: string
  readonly name: string
  readonly difference: number
  readonly low: number
  readonly high: number
}

function chartOf(rows: readonly Row[], margin: number): (width: number) => Plot.PlotOptions {
  const reach = 100 * Math.min(1, 1.15 * Math.max(margin, ...rows.flatMap(({ low, high }) => [-low, high])))
  return (width) => ({
    width: Math.min(width, 720),
    height: 44 * rows.length + 50,
    marginLeft: 12,
    marginRight: 12,
    x: { domain: [-reach, reach], percent: true, label: 'B less A, points', grid: true },
    y: { domain: rows.map(({ key }) => key), axis: null, type: 'band' },
    marks: [
      Plot.rectX([margin], {
        x1: (of: number) => -of,
        x2: (of: number) => of,
        fill: 'currentColor',
        fillOpacity: 0.08,
      }),
      Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.6 }),
      Plot.link(rows, { x1: 'low', x2: 'high', y: 'key', stroke: 'var(--series-1)', strokeWidth: 3 }),
      Plot.dot(rows, { x: 'difference', y: 'key', r: 4, fill: 'var(--series-1)' }),
      Plot.text(rows, {
        y: 'key',
        text: 'name',
        title: 'name',
        frameAnchor: 'left',
        textAnchor: 'start',
        dy: -15,
        lineWidth: Math.min(width, 720) / 12,
        textOverflow: 'ellipsis',
      }),
    ],
  })
}
