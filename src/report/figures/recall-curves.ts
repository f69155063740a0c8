import * as Plot from '@observablehq/plot'
import { printable } from '../../text/printable.js'
import type { RecallCurve } from '../pages/retrieval-page.js'
import { plotSvg } from './plot-svg.js'

/** Recall over all tiers by depth, a line a subject and path, with bands of 95 %; dashed: chance. In percent. */
export function recallCurves(curves: readonly RecallCurve[]): string {
  const points = curves
    .filter(({ tier }) => tier === 'all')
    .flatMap(({ source, subject, path, points: own }) =>
      own.flatMap(({ k, score }) => {
        if (score.kind === 'unscored') return []
        const [low = score.value, high = score.value] = score.interval ?? score.itemInterval ?? []
        const name = printable(`${source} ${subject}, ${path}`, { maxLength: 48 })
        return [
          {
            k,
            name,
            value: 100 * score.value,
            low: 100 * low,
            high: 100 * high,
            chance: 100 * (score.chance ?? 0),
          },
        ]
      }),
    )
  return plotSvg({
    width: 720,
    height: 420,
    marginRight: 40,
    marginBottom: 45,
    x: {
      type: 'log',
      label: 'tools looked at (k)',
      ticks: [...new Set(points.map(({ k }) => k))],
      tickFormat: 'd',
    },
    y: { domain: [0, 100], label: 'recall, %', grid: true },
    color: { scheme: 'Tableau10', legend: false },
    marks: [
      Plot.areaY(points, { x: 'k', y1: 'low', y2: 'high', z: 'name', fill: 'name', fillOpacity: 0.15 }),
      Plot.line(chanceOf(points), { x: 'k', y: 'chance', stroke: '#9aa1ad', strokeDasharray: '3 3' }),
      Plot.line(points, { x: 'k', y: 'value', z: 'name', stroke: 'name', strokeWidth: 2 }),
      Plot.dot(points, { x: 'k', y: 'value', fill: 'name', r: 3 }),
      Plot.text(
        points,
        Plot.selectLast({ x: 'k', y: 'value', z: 'name', text: 'name', dy: -10, textAnchor: 'end' }),
      ),
      Plot.frame({ stroke: '#c9ccd3' }),
    ],
  })
}

/** One point a depth: chance is of the items, not of the subject. */
function chanceOf<T extends { readonly k: number }>(points: readonly T[]): readonly T[] {
  const byDepth = new Map<number, T>()
  for (const point of points) if (!byDepth.has(point.k)) byDepth.set(point.k, point)
  return [...byDepth.values()].sort((left, right) => left.k - right.k)
}
