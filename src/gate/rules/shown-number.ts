import type { Interval } from '../../stats/interval.js'

/** Three decimals: a tenth of a point, finer than any interval that a gate decides by. */
export function shownNumber(value: number): string {
  const shown = value.toFixed(3)
  return shown === '-0.000' ? '0.000' : shown
}

export function shownInterval([low, high]: Interval): string {
  return `[${shownNumber(low)}, ${shownNumber(high)}]`
}
