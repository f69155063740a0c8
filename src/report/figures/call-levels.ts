import * as Plot from '@observablehq/plot'
import { printable } from '../../text/printable.js'
import type { CallResult } from '../pages/calls-page.js'
import { plotSvg } from './plot-svg.js'

/** Share of the samples of items that expect a call which reach each level, S1 to S7, in percent. */
export function callLevels(results: readonly CallResult[]): string {
  const points = results.flatMap(({ source, subject, levels }) =>
    levels
      .filter(({ level, n }) => level !== 'S0' && n > 0)
      .map(({ level, reached, n }) => ({
        name: printable(`${source} ${subject}`, { maxLength: 40 }),
        level,
        share: (100 * reached) / n,
      })),
  )
  return plotSvg({
    width: 720,
    height: 360,
    marginBottom: 45,
    marginRight: 90,
    x: { type: 'point', label: 'level reached', domain: ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'] },
    y: { domain: [0, 100], label: '% of samples', grid: true },
    color: { scheme: 'Tableau10', legend: false },
    marks: [
      Plot.line(points, { x: 'level', y: 'share', z: 'name', stroke: 'name', strokeWidth: 2 }),
      Plot.dot(points, { x: 'level', y: 'share', fill: 'name', r: 3 }),
      Plot.text(
        points,
        Plot.selectLast({ x: 'level', y: 'share', z: 'name', text: 'name', dx: 6, textAnchor: 'start' }),
      ),
      Plot.frame({ stroke: '#c9ccd3' }),
    ],
  })
}
