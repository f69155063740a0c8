import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { isKnown } from '../../ladder/opening/bounded-statistics.js'
import type { TrajectoryRow } from '../../ladder/trajectory/trajectory-rows.js'
import { printable } from '../../text/printable.js'

/** One checkpoint's place in the figure. */
interface Point {
  readonly x: number
  readonly name: string
  readonly phase: string
  readonly p: number
  readonly low: number
  readonly high: number
}

/** What float32 holds of small probabilities; below it a logarithmic scale has no place. */
const LEAST = 1e-12
/** Checkpoints whose names are written. */
const MOST_NAMES = 40

/**
 * The trigger's probability over checkpoints as SVG: the geometric mean on a logarithmic scale with the range from the lowest
 * to the highest prompt, against optimiser steps where all checkpoints tell theirs and these grow, else in order. A hollow
 * triangle is an upper bound. Lines at 0.01 and 0.001 part the bands.
 */
export function trajectoryCurve(rows: readonly TrajectoryRow[]): string {
  const isBySteps = rows.every(({ step }, at) => step !== undefined && step > (rows[at - 1]?.step ?? -1))
  const points = rows.flatMap((row, at): readonly (Point & { readonly isBound: boolean })[] => {
    const { geometricMean, min, max } = row
    if (geometricMean === undefined || min === undefined || max === undefined) return []
    return [
      {
        x: isBySteps ? (row.step ?? at) : at + 1,
        name: printable(row.name, { maxLength: 30 }),
        phase: printable(row.phase ?? 'training', { maxLength: 40 }),
        p: Math.max(LEAST, geometricMean.atMost),
        low: Math.max(LEAST, min.atMost),
        high: Math.max(LEAST, max.atMost),
        isBound: !isKnown(geometricMean),
      },
    ]
  })
  const { document } = parseHTML('<html><body></body></html>')
  const lowest = Math.min(1e-4, ...points.map(({ low }) => low))
  const hasPhases = new Set(points.map(({ phase }) => phase)).size > 1
  const named = points.length <= MOST_NAMES ? points : []
  const figure = Plot.plot({
    document,
    width: Math.max(560, Math.min(1400, 120 + 34 * points.length)),
    height: 380,
    marginLeft: 60,
    marginBottom: 60,
    marginTop: 50,
    marginRight: 40,
    style: { background: 'white', color: '#1f2430', fontFamily: 'system-ui, sans-serif', fontSize: '12px' },
    x: { label: isBySteps ? 'optimiser steps' : 'checkpoint', grid: false },
    y: {
      type: 'log',
      domain: [lowest / 2, 1],
      label: 'probability of the trigger',
      grid: true,
      tickFormat: decadeText,
    },
    color: { scheme: 'Tableau10', legend: false },
    marks: [
      Plot.ruleY([1e-2, 1e-3], { stroke: '#b4543a', strokeDasharray: '4 3', strokeOpacity: 0.7 }),
      Plot.ruleX(points, { x: 'x', y1: 'low', y2: 'high', stroke: '#9aa1ad', strokeWidth: 2 }),
      Plot.line(points, { x: 'x', y: 'p', stroke: '#4b5563', strokeWidth: 1.5 }),
      Plot.dot(
        points.filter(({ isBound }) => !isBound),
        { x: 'x', y: 'p', r: 4, fill: 'phase', stroke: 'white' },
      ),
      Plot.dot(
        points.filter(({ isBound }) => isBound),
        {
          x: 'x',
          y: 'p',
          r: 4,
          symbol: 'triangle',
          rotate: 180,
          fill: 'white',
          stroke: 'phase',
          strokeWidth: 1.5,
        },
      ),
      Plot.text(named, { x: 'x', y: 'p', text: 'name', dy: -10, fontSize: 9, fill: '#1f2430' }),
      ...(hasPhases
        ? [
            Plot.text(firstOfPhases(points), {
              x: 'x',
              y: () => 1,
              text: 'phase',
              dy: -10,
              fontSize: 10,
              fontWeight: 'bold',
              textAnchor: 'start',
              fill: 'phase',
            }),
          ]
        : []),
      Plot.frame({ stroke: '#c9ccd3' }),
    ],
  })
  figure.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return `${figure.outerHTML}\n`
}

/** Powers of ten as `1e-3`; other ticks of a logarithmic axis stay bare. */
function decadeText(value: number): string {
  const decade = Math.log10(value)
  if (Math.abs(decade - Math.round(decade)) > 1e-6) return ''
  return value === 1 ? '1' : `1e${Math.round(decade)}`
}

function firstOfPhases(points: readonly Point[]): readonly Point[] {
  return points.filter(({ phase }, at) => phase !== points[at - 1]?.phase)
}
