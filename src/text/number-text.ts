/** A whole number with its thousands apart: 12345 is `12,345`. The host's own formatter takes 8 ms to start. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** A proportion in percent, without the sign, as columns of tables show it: 0.4567 is `45.7`. */
export function percent(share: number): string {
  return (100 * share).toFixed(1)
}

/** A proportion in percent, as sentences say it: 0.4567 is `45.7 %`. */
export function percentText(share: number): string {
  return `${percent(share)} %`
}

/** As {@link percentText} with two decimals, and `> 99.99 %` where only rounding would make it all. */
export function finePercentText(share: number): string {
  const text = (100 * share).toFixed(2)
  return text === '100.00' && share < 1 ? '> 99.99 %' : `${text} %`
}

/** A difference of proportions in points of percent, with its sign: 0.03 is `+3.0`. */
export function signedPoints(difference: number): string {
  return `${difference > 0 ? '+' : ''}${percent(difference)}`
}

/** An interval of differences of proportions in points: `[-1.0, +3.0]`. */
export function pointsInterval(interval: readonly [low: number, high: number]): string {
  return `[${interval.map(signedPoints).join(', ')}]`
}

/** An interval of proportions in percent: `[41.0, 50.3]`. */
export function percentInterval(interval: readonly [low: number, high: number]): string {
  return `[${interval.map(percent).join(', ')}]`
}

/** A p value with four decimals. */
export function shownP(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4)
}
