const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/**
 * Values as bars of eight heights, one character each, the lowest and the highest value at the ends; equal values are all
 * middle. An absent value is a space.
 */
export function sparkline(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined)
  const low = known.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const high = known.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  const heightOf = (value: number): number =>
    high === low ? 3 : Math.min(BARS.length - 1, Math.floor(((value - low) / (high - low)) * BARS.length))
  return values.map((value) => (value === undefined ? ' ' : (BARS[heightOf(value)] ?? ' '))).join('')
}
