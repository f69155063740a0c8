import * as Plot from '@observablehq/plot'
import { type ReactNode, useMemo } from 'react'
import { Chart, seriesColours } from '../parts/chart.js'
import { countText } from '../text/number-text.js'
import { visibleText } from '../text/visible.js'
import type { Flow } from './flow-difference.js'
import { DRAWN_CALLS, flowLayout } from './flow-layout.js'

const ROW = 20
const LANE = 14
/** Room for lanes, whatever their number. */
const LANES = 140
const EDGE = 8

/**
 * Where the arguments of calls came from: calls in the order of running and cached results as nodes, each value as a line from
 * its maker to the parameter that takes it. What the other side does not hand on is dashed and said. The list of calls holds
 * the same in words.
 */
export function DataFlow({
  whose,
  flow,
  isOnlyHere,
  elsewhere,
}: {
  readonly whose: string
  readonly flow: Flow
  /** By the place of the edge. */
  readonly isOnlyHere: readonly boolean[]
  /** What is said of such an edge. */
  readonly elsewhere: string
}): ReactNode {
  const marks = JSON.stringify(isOnlyHere)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks are made anew at every drawing; `marks` holds all of them
  const options = useMemo(() => chartOf(flow, isOnlyHere, elsewhere), [flow, marks, elsewhere])
  const count = flow.flow.length
  if (count === 0) return null
  const alone = isOnlyHere.filter(Boolean).length
  return (
    <>
      <p className="chart-title">Data flow</p>
      <Chart
        label={`Data flow of ${whose}: ${count} ${count === 1 ? 'value' : 'values'} handed on among ${flow.trace.length} calls${alone === 0 ? '' : `, ${alone} ${elsewhere}`}; the list of calls says each in words`}
        options={options}
      />
      {flow.trace.length > DRAWN_CALLS && (
        <p className="note">
          Drawn are the first {DRAWN_CALLS} of {countText(flow.trace.length)} calls.
        </p>
      )}
    </>
  )
}

function chartOf(
  { trace, flow }: Flow,
  isOnlyHere: readonly boolean[],
  elsewhere: string,
): (width: number) => Plot.PlotOptions {
  const { rows, wires, lanes } = flowLayout(trace, flow, isOnlyHere)
  const step = Math.min(LANE, LANES / Math.max(1, lanes))
  const nodes = EDGE + step * lanes + 6
  const y = (row: number): number => ROW * (row + 0.5)
  const lines = wires.map(({ from, to, lane, isOnlyHere: isAlone }) => ({
    from: y(from),
    to: y(to),
    x: nodes - 6 - step * (lane + 0.6),
    colour: seriesColours[lane % seriesColours.length],
    isAlone,
  }))
  const texts = rows.map(({ kind, text, isOnlyHere: isAlone }, row) => ({
    y: y(row),
    x: nodes + (kind === 'parameter' ? 26 : 12),
    kind,
    text: visibleText(isAlone ? `${text} (${elsewhere})` : text),
    isAlone,
  }))
  return (width) => ({
    width,
    height: ROW * rows.length,
    margin: 0,
    x: { type: 'identity', axis: null },
    y: { type: 'identity', axis: null },
    color: { type: 'identity' },
    marks: [
      ...[false, true].flatMap((isAlone) => {
        const drawn = lines.filter((line) => line.isAlone === isAlone)
        const style = {
          stroke: 'colour',
          strokeWidth: isAlone ? 2.5 : 1.5,
          ...(isAlone ? { strokeDasharray: '5 3' } : {}),
        }
        return [
          Plot.link(drawn, { ...style, x1: 'x', x2: () => nodes, y1: 'from', y2: 'from' }),
          Plot.link(drawn, { ...style, x1: 'x', x2: 'x', y1: 'from', y2: 'to' }),
          Plot.arrow(drawn, {
            stroke: 'colour',
            strokeWidth: style.strokeWidth,
            x1: 'x',
            x2: () => nodes + 20,
            y1: 'to',
            y2: 'to',
            headLength: 6,
            insetEnd: 1,
          }),
        ]
      }),
      Plot.dot(
        texts.filter(({ kind }) => kind !== 'parameter'),
        {
          x: () => nodes,
          y: 'y',
          r: 4.5,
          symbol: ({ kind }: { readonly kind: string }) => (kind === 'cached' ? 'square' : 'circle'),
          fill: 'var(--paper)',
          stroke: 'var(--ink)',
          strokeWidth: 1.5,
        },
      ),
      ...(['cached', 'call', 'parameter'] as const).map((kind) =>
        Plot.text(
          texts.filter((text) => text.kind === kind),
          {
            x: 'x',
            y: 'y',
            text: 'text',
            title: 'text',
            textAnchor: 'start',
            fontSize: 12,
            fontWeight: kind === 'call' ? 600 : 400,
            fill: ({ isAlone }: { readonly isAlone: boolean }) => (isAlone ? 'var(--bad)' : 'var(--ink)'),
            lineWidth: Math.max(4, (width - nodes - 30) / 12),
            textOverflow: 'ellipsis',
          },
        ),
      ),
    ],
  })
}
