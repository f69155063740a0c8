import type { Interval } from '../../stats/interval.js'

/** Three decimals: a tenth of a point, finer than any interval that a gate decides by. */
export function shownNumber(value: number): string {
  return value.toFixed(3)
}

export function shownInterval([low, high]: Interval): string {
  return `[${shownNumber(low)}, ${shownNumber(high)}]`
}
