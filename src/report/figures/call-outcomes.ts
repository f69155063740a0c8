import * as Plot from '@observablehq/plot'
import { printable } from '../../text/printable.js'
import type { CallResult } from '../pages/calls-page.js'
import { plotSvg } from './plot-svg.js'

const OUTCOMES = ['called', 'attempted', 'truncated', 'abstained', 'empty'] as const
const COLOURS = ['#2563eb', '#d97706', '#9333ea', '#6b7280', '#d1d5db']

/** How outputs came out, as shares of the samples of each result, in percent. */
export function callOutcomes(results: readonly CallResult[]): string {
  const parts = results.flatMap(({ source, subject, benchmark, n, outcomes }) =>
    n === 0
      ? []
      : OUTCOMES.map((outcome) => ({
          name: printable(`${source} ${subject}, ${benchmark} (n = ${n})`, { maxLength: 70 }),
          outcome,
          share: (100 * outcomes[outcome]) / n,
        })),
  )
  return plotSvg({
    width: 860,
    height: 100 + 28 * Math.max(1, results.length),
    marginBottom: 45,
    marginLeft: 360,
    x: { domain: [0, 100], label: '% of samples' },
    y: { label: null },
    color: { domain: [...OUTCOMES], range: COLOURS, legend: false },
    marks: [
      Plot.barX(parts, { y: 'name', x: 'share', fill: 'outcome', order: [...OUTCOMES], inset: 1 }),
      Plot.text(
        parts.filter(({ share }) => share >= 10),
        Plot.stackX({
          y: 'name',
          x: 'share',
          text: 'outcome',
          order: [...OUTCOMES],
          z: 'outcome',
          fill: 'white',
          fontSize: 10,
        }),
      ),
      Plot.frame({ stroke: '#c9ccd3' }),
    ],
  })
}
