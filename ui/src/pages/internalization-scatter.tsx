import * as Plot from '@observablehq/plot'
import { type ReactNode, useMemo } from 'react'
import type { InternalizationRow } from '../../../src/report/pages/retrieval-page.js'
import type { Score } from '../../../src/score/score.js'
import { Chart } from '../parts/chart.js'

/** Every subject by how much is recalled under the trie, and how much of that without. */
export function InternalizationScatter({
  rows,
}: {
  readonly rows: readonly InternalizationRow[]
}): ReactNode {
  const options = useMemo(() => chartOf(rows), [rows])
  return (
    <Chart label="IS against Rc, a point a subject; the table below holds the numbers" options={options} />
  )
}

function chartOf(rows: readonly InternalizationRow[]): (width: number) => Plot.PlotOptions {
  const points = rows.flatMap(({ subject, k, rc, is }) => {
    const [x, y] = [spanOf(rc), spanOf(is)]
    return x === undefined || y === undefined ? [] : [{ name: `${subject} @${k}`, x, y }]
  })
  return (width) => ({
    width: Math.min(width, 560),
    height: 340,
    marginLeft: 44,
    marginRight: 80,
    x: { domain: [0, 100], percent: true, label: 'Rc, %', grid: true },
    y: { domain: [0, Math.max(1, ...points.map(({ y }) => y.high))], label: 'IS', grid: true },
    marks: [
      Plot.ruleX(points, {
        x: ({ x }) => x.value,
        y1: ({ y }) => y.low,
        y2: ({ y }) => y.high,
        strokeOpacity: 0.5,
      }),
      Plot.ruleY(points, {
        y: ({ y }) => y.value,
        x1: ({ x }) => x.low,
        x2: ({ x }) => x.high,
        strokeOpacity: 0.5,
      }),
      Plot.dot(points, { x: ({ x }) => x.value, y: ({ y }) => y.value, fill: 'var(--series-1)', r: 4 }),
      Plot.text(points, {
        x: ({ x }) => x.value,
        y: ({ y }) => y.value,
        text: 'name',
        dx: 8,
        dy: -8,
        textAnchor: 'start',
      }),
    ],
  })
}

function spanOf(score: Score | undefined): { value: number; low: number; high: number } | undefined {
  if (score?.kind !== 'scored') return undefined
  const [low, high] = score.interval ?? score.itemInterval ?? [score.value, score.value]
  return { value: score.value, low, high }
}
