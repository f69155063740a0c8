import * as Plot from '@observablehq/plot'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ScoredValue } from '../../../src/score/score.js'
import { plotFigure } from './plot-figure.js'
import { whenSeen } from './when-seen.js'

/** Ends of the axis that all bars of one table share. */
export interface Axis {
  readonly low: number
  readonly high: number
}

const WIDTH = 160
const HEIGHT = 18

/**
 * A value with its 95 % interval on the axis of its table: dashed where the interval speaks of these items only. Chance is a
 * tick below, the floor a tick above, beyond the ceiling the axis is shaded. The numbers stand beside it, so it is hidden from
 * readers that speak.
 */
export function IntervalBar({
  score,
  axis: { low, high },
}: {
  readonly score: ScoredValue
  readonly axis: Axis
}): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    return whenSeen(element, () => {
      element.replaceChildren(plotFigure(barOf(score, { low, high })))
    })
  }, [score, low, high])
  return <div ref={place} className="interval-bar" aria-hidden="true" />
}

/** Heights run from −1 below to 1 above the axis. */
function barOf(
  { value, interval, itemInterval, chance, floor, ceiling }: ScoredValue,
  { low, high }: Axis,
): Plot.PlotOptions {
  const [from, to] = interval ?? itemInterval ?? []
  const end = high > low ? high : low + 1
  return {
    width: WIDTH,
    height: HEIGHT,
    margin: 0,
    x: { domain: [low, end], axis: null, inset: 4, clamp: true },
    y: { domain: [-1, 1], axis: null },
    marks: [
      Plot.ruleY([0], { x1: low, x2: end, stroke: 'var(--line)' }),
      ceiling !== undefined && ceiling < high
        ? Plot.rect([ceiling], { x1: ceiling, x2: end, y1: -0.7, y2: 0.7, fill: 'var(--line)', opacity: 0.6 })
        : null,
      from === undefined || to === undefined
        ? null
        : Plot.ruleY([0], {
            x1: from,
            x2: to,
            stroke: 'var(--series-1)',
            strokeWidth: 3,
            ...(interval === undefined ? { strokeDasharray: '4 3' } : {}),
          }),
      chance === undefined
        ? null
        : Plot.ruleX([chance], { y1: -1, y2: 0, stroke: 'var(--quiet)', strokeWidth: 1.5 }),
      floor === undefined
        ? null
        : Plot.ruleX([floor.value], { y1: 0, y2: 1, stroke: 'var(--bad)', strokeWidth: 1.5 }),
      Plot.dot([value], {
        x: value,
        y: 0,
        r: 3.5,
        fill: 'var(--series-1)',
        stroke: 'var(--paper)',
        strokeWidth: 1,
      }),
    ],
  }
}
