import * as Plot from '@observablehq/plot'
import { printable } from '../../text/printable.js'
import type { HeadlineScore } from '../pages/overview-page.js'
import { plotSvg } from './plot-svg.js'

const SHOWN = 60

/**
 * Headline scores with their intervals, in percent. Hollow: the interval speaks of these items only. A red tick is the
 * strongest null model on the same items.
 */
export function scoreIntervals(scores: readonly HeadlineScore[]): string {
  const rows = scores.slice(0, SHOWN).flatMap(({ source, subject, benchmark, score }) => {
    if (score.kind === 'unscored') return []
    const [low = score.value, high = score.value] = score.interval ?? score.itemInterval ?? []
    const depth = score.k === undefined ? '' : `@${score.k}`
    return [
      {
        name: printable(`${source} ${subject}, ${benchmark}: ${score.metric}${depth}`, { maxLength: 70 }),
        value: 100 * score.value,
        low: 100 * low,
        high: 100 * high,
        floor: score.floor === undefined ? undefined : 100 * score.floor.value,
        isOnly: score.interval === undefined,
      },
    ]
  })
  return plotSvg({
    width: 860,
    height: 85 + 24 * Math.max(1, rows.length),
    marginBottom: 45,
    marginLeft: 400,
    x: { domain: [0, 100], label: '%', grid: true },
    y: { domain: rows.map(({ name }) => name), label: null },
    marks: [
      Plot.ruleY(rows, { y: 'name', x1: 'low', x2: 'high', stroke: '#4b5563', strokeWidth: 2 }),
      Plot.tickX(
        rows.filter(({ floor }) => floor !== undefined),
        { y: 'name', x: 'floor', stroke: '#b4232a', strokeWidth: 2 },
      ),
      Plot.dot(rows, {
        y: 'name',
        x: 'value',
        r: 4,
        fill: (row: { isOnly: boolean }) => (row.isOnly ? 'white' : '#1d4ed8'),
        stroke: '#1d4ed8',
      }),
      Plot.frame({ stroke: '#c9ccd3' }),
    ],
  })
}
