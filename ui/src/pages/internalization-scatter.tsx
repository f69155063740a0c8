import * as Plot from '@observablehq/plot'
import { type ReactNode, useMemo } from 'react'
import type { InternalizationRow } from '../../../src/report/pages/retrieval-page.js'
import type { Score } from '../../../src/score/score.js'
import { Chart } from '../parts/chart.js'
import { visibleText } from '../text/visible.js'

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
  const hasSeveral = new Set(rows.map(({ benchmark }) => benchmark)).size > 1
  const points = atOneDepth(rows).flatMap(({ subject, benchmark, k, rc, is }) => {
    const [x, y] = [spanOf(rc), spanOf(is)]
    const name = `${subject} @${k}${hasSeveral ? `, ${benchmark}` : ''}`
    return x === undefined || y === undefined ? [] : [{ name: visibleText(name), x, y }]
  })
  return (width) => ({
    width: Math.min(width, 560),
    height: 340,
    marginLeft: 44,
    marginRight: 150,
    x: { domain: [0, 100], percent: true, label: 'Rc, %', grid: true },
    y: { domain: [0, Math.max(1.05, ...points.map(({ y }) => y.high))], label: 'IS', grid: true },
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
      // Labels above and below in turn: points of like subjects lie side by side.
      ...[0, 1].map((odd) =>
        Plot.text(
          points.filter((_, at) => at % 2 === odd),
          {
            x: ({ x }) => x.value,
            y: ({ y }) => y.value,
            text: 'name',
            title: 'name',
            dx: 8,
            dy: odd === 0 ? -8 : 12,
            textAnchor: 'start',
            lineWidth: 14,
            textOverflow: 'ellipsis',
          },
        ),
      ),
    ],
  })
}

/** A point a subject and benchmark: at depth 5, else at the largest. */
function atOneDepth(rows: readonly InternalizationRow[]): readonly InternalizationRow[] {
  const chosen = new Map<string, InternalizationRow>()
  for (const row of rows) {
    const key = JSON.stringify([row.source, row.subject, row.benchmark])
    const known = chosen.get(key)
    if (known === undefined || row.k === 5 || (known.k !== 5 && row.k > known.k)) chosen.set(key, row)
  }
  return [...chosen.values()]
}

function spanOf(score: Score | undefined): { value: number; low: number; high: number } | undefined {
  if (score?.kind !== 'scored') return undefined
  const [low, high] = score.interval ?? score.itemInterval ?? [score.value, score.value]
  return { value: score.value, low, high }
}
