import * as Plot from '@observablehq/plot'
import { type ReactNode, useContext, useMemo } from 'react'
import type { ReportSource } from '../../../src/report/pages/report-source.js'
import type { RecallCurve } from '../../../src/report/pages/retrieval-page.js'
import { Chart, type Series, SeriesLegend, seriesColours } from '../parts/chart.js'
import { Fold } from '../parts/fold.js'
import { ForeignText } from '../parts/foreign-text.js'
import { ScoreTable } from '../parts/score-table.js'
import { Sources } from '../parts/source-name.js'

const TIERS = ['all', 'easy', 'medium', 'hard'] as const

/** Recall by depth, a panel a tier, with the 95 % interval as a band; dashed: the ceiling; dotted: chance. */
export function RecallCurves({
  benchmark,
  curves,
}: {
  readonly benchmark: string
  readonly curves: readonly RecallCurve[]
}): ReactNode {
  const sources = useContext(Sources)
  const drawn = useMemo(() => seriesOf(curves, sources), [curves, sources])
  const options = useMemo(() => chartOf(drawn), [drawn])
  return (
    <>
      <h2>
        Recall on <ForeignText text={benchmark} />
      </h2>
      <SeriesLegend series={[...new Map(drawn.map(({ series }) => [series.name, series])).values()]} />
      <Chart label={`Recall by depth on ${benchmark}; the table below holds the numbers`} options={options} />
      <p className="note">
        Band: 95 % interval. Dashed: the ceiling. Dotted: chance. Depth on a logarithmic scale.
        {drawn.some(({ series }) => series.isHollow) && ' Hollow points: free text, without a trie.'}
      </p>
      <Fold summary="The numbers">
        {() => (
          <ScoreTable
            caption={`Recall on ${benchmark}`}
            rows={drawn.flatMap(({ curve, series }) =>
              curve.points.map(({ score }) => ({ subject: series.name, score })),
            )}
          />
        )}
      </Fold>
    </>
  )
}

interface DrawnCurve {
  readonly curve: RecallCurve
  readonly series: Series
}

/** A colour a subject; the source's name only where two series would else share theirs. */
function seriesOf(curves: readonly RecallCurve[], sources: readonly ReportSource[]): readonly DrawnCurve[] {
  const owner = ({ source, subject }: RecallCurve): string => JSON.stringify([source, subject])
  const short = ({ subject, path }: RecallCurve): string =>
    path === 'ranked' ? subject : `${subject}, ${path}`
  const owners = [...new Set(curves.map(owner))]
  return curves.map((curve) => {
    const isShared = curves.some((other) => short(other) === short(curve) && other.source !== curve.source)
    const from = sources.find(({ id }) => id === curve.source)?.name ?? curve.source
    return {
      curve,
      series: {
        name: isShared ? `${short(curve)} (${from})` : short(curve),
        colour: seriesColours[Math.min(owners.indexOf(owner(curve)), seriesColours.length - 1)] ?? '',
        isHollow: curve.path === 'free',
      },
    }
  })
}

interface Point {
  readonly name: string
  readonly colour: string
  readonly isHollow: boolean
  readonly tier: RecallCurve['tier']
  readonly k: number
  readonly value: number
  readonly low: number
  readonly high: number
  readonly ceiling: number | undefined
  readonly chance: number | undefined
}

function chartOf(drawn: readonly DrawnCurve[]): (width: number) => Plot.PlotOptions {
  const points = drawn.flatMap(({ curve, series }) =>
    curve.points.flatMap(({ k, score }): readonly Point[] => {
      if (score.kind === 'unscored') return []
      const { value, interval, itemInterval, ceiling, chance } = score
      const [low, high] = interval ?? itemInterval ?? [value, value]
      return [{ ...series, tier: curve.tier, k, value, low, high, ceiling, chance }]
    }),
  )
  const tiers = TIERS.filter((tier) => points.some((point) => point.tier === tier))
  const bounds = points.filter(({ name }) => name === points[0]?.name)
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
      color: { type: 'identity' },
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
        Plot.areaY(points, {
          ...facet,
          x: 'k',
          y1: 'low',
          y2: 'high',
          z: 'name',
          fill: 'colour',
          fillOpacity: 0.1,
        }),
        Plot.lineY(points, { ...facet, x: 'k', y: 'value', z: 'name', stroke: 'colour', strokeWidth: 2 }),
        Plot.dot(points, {
          ...facet,
          x: 'k',
          y: 'value',
          r: 3,
          stroke: 'colour',
          fill: ({ isHollow, colour }: Point) => (isHollow ? 'var(--paper)' : colour),
        }),
      ],
    }
  }
}
