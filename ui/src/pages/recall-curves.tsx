import * as Plot from '@observablehq/plot'
import { type ReactNode, useMemo } from 'react'
import type { RecallCurve } from '../../../src/report/pages/retrieval-page.js'
import { Chart, SeriesLegend, seriesColours } from '../parts/chart.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScoreTable } from '../parts/score-table.js'

const TIERS = ['all', 'easy', 'medium', 'hard'] as const

/** Recall by depth, a panel a tier, with the 95 % interval as a band; dashed: the ceiling; dotted: chance. */
export function RecallCurves({
  benchmark,
  curves,
}: {
  readonly benchmark: string
  readonly curves: readonly RecallCurve[]
}): ReactNode {
  const names = useMemo(() => [...new Set(curves.map(nameOf))], [curves])
  const options = useMemo(() => chartOf(curves, names), [curves, names])
  return (
    <>
      <h2>
        Recall on <ForeignText text={benchmark} />
      </h2>
      <SeriesLegend names={names} />
      <Chart label={`Recall by depth on ${benchmark}; the table below holds the numbers`} options={options} />
      <p className="note">
        Band: 95 % interval. Dashed: the ceiling. Dotted: chance. Depth on a logarithmic scale.
      </p>
      <details>
        <summary>The numbers</summary>
        <ScoreTable
          caption={`Recall on ${benchmark}`}
          rows={curves.flatMap((curve) =>
            curve.points.map(({ score }) => ({ subject: nameOf(curve), score })),
          )}
        />
      </details>
    </>
  )
}

/** Labels of subjects are not distinct over sources. */
function nameOf({ source, subject, path }: RecallCurve): string {
  return [subject, path === 'ranked' ? '' : path, source].filter(Boolean).join(' · ')
}

interface Point {
  readonly name: string
  readonly tier: RecallCurve['tier']
  readonly k: number
  readonly value: number
  readonly low: number
  readonly high: number
  readonly ceiling: number | undefined
  readonly chance: number | undefined
}

function chartOf(
  curves: readonly RecallCurve[],
  names: readonly string[],
): (width: number) => Plot.PlotOptions {
  const points = curves.flatMap((curve) =>
    curve.points.flatMap(({ k, score }): readonly Point[] => {
      if (score.kind === 'unscored') return []
      const { value, interval, itemInterval, ceiling, chance } = score
      const [low, high] = interval ?? itemInterval ?? [value, value]
      return [{ name: nameOf(curve), tier: curve.tier, k, value, low, high, ceiling, chance }]
    }),
  )
  const tiers = TIERS.filter((tier) => points.some((point) => point.tier === tier))
  const bounds = points.filter(({ name }) => name === names[0])
  return (width) => {
    // Panels stand beside each other where there is room, else one below the other.
    const facet = width >= 640 ? ({ fx: 'tier' } as const) : ({ fy: 'tier' } as const)
    return {
      height: width >= 640 ? 280 : 200 * tiers.length + 40,
      marginLeft: 44,
      marginRight: width >= 640 ? 12 : 60,
      x: { type: 'log', label: 'depth k', ticks: [...new Set(points.map(({ k }) => k))], tickFormat: 'd' },
      y: { domain: [0, 100], percent: true, label: 'recall, %', grid: true },
      fx: { domain: tiers, label: null },
      fy: { domain: tiers, label: null },
      color: {
        domain: names,
        range: names.map((_, at) => seriesColours[Math.min(at, seriesColours.length - 1)] ?? ''),
      },
      marks: [
        Plot.lineY(bounds, {
          ...facet,
          x: 'k',
          y: 'ceiling',
          stroke: 'currentColor',
          strokeDasharray: '6 4',
          strokeOpacity: 0.6,
        }),
        Plot.lineY(bounds, {
          ...facet,
          x: 'k',
          y: 'chance',
          stroke: 'currentColor',
          strokeDasharray: '1 4',
          strokeLinecap: 'round',
        }),
        Plot.areaY(points, { ...facet, x: 'k', y1: 'low', y2: 'high', fill: 'name', fillOpacity: 0.14 }),
        Plot.lineY(points, { ...facet, x: 'k', y: 'value', stroke: 'name', strokeWidth: 2 }),
        Plot.dot(points, { ...facet, x: 'k', y: 'value', fill: 'name', r: 3 }),
      ],
    }
  }
}
