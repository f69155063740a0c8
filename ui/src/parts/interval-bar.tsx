import type { ReactNode } from 'react'
import type { ScoredValue } from '../../../src/score/score.js'

/** Ends of the axis that all bars of one table share. */
export interface Axis {
  readonly low: number
  readonly high: number
}

const WIDTH = 160
const HEIGHT = 18
const MIDDLE = HEIGHT / 2

/**
 * A value with its 95 % interval on the axis of its table: dashed where the interval speaks of these items only. Chance is a
 * tick below, the floor a tick above, beyond the ceiling the axis is hatched. The numbers stand beside it, so it is hidden from
 * readers that speak.
 */
export function IntervalBar({
  score,
  axis,
}: {
  readonly score: ScoredValue
  readonly axis: Axis
}): ReactNode {
  const { value, interval, itemInterval, chance, floor, ceiling } = score
  const at = (of: number): number =>
    4 + ((WIDTH - 8) * (Math.min(axis.high, Math.max(axis.low, of)) - axis.low)) / (axis.high - axis.low || 1)
  const shown = interval ?? itemInterval
  return (
    <svg className="interval-bar" width={WIDTH} height={HEIGHT} aria-hidden="true">
      <line className="axis" x1={at(axis.low)} x2={at(axis.high)} y1={MIDDLE} y2={MIDDLE} />
      {ceiling !== undefined && ceiling < axis.high && (
        <rect
          className="beyond"
          x={at(ceiling)}
          width={at(axis.high) - at(ceiling)}
          y={3}
          height={HEIGHT - 6}
        />
      )}
      {shown !== undefined && (
        <line
          className={interval === undefined ? 'range items-only' : 'range'}
          x1={at(shown[0])}
          x2={at(shown[1])}
          y1={MIDDLE}
          y2={MIDDLE}
        />
      )}
      {chance !== undefined && (
        <line className="chance" x1={at(chance)} x2={at(chance)} y1={MIDDLE} y2={HEIGHT} />
      )}
      {floor !== undefined && (
        <line className="floor" x1={at(floor.value)} x2={at(floor.value)} y1={0} y2={MIDDLE} />
      )}
      <circle className="value" cx={at(value)} cy={MIDDLE} r={3.5} />
    </svg>
  )
}
