import type { Interval, Score, ScoredValue } from '../score/score.js'

/** A proportion as percent with one decimal, without the sign: 0.4567 is `45.7`. */
export function percent(value: number): string {
  return (100 * value).toFixed(1)
}

/** A difference of proportions in points of percent, with its sign: `+3.0`. */
export function signedPoints(difference: number): string {
  return `${difference > 0 ? '+' : ''}${percent(difference)}`
}

/** A p value with four decimals. */
export function shownP(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4)
}

/** `45.7 [41.0, 50.3]`; without brackets where there is no interval. */
export function valueWithInterval(score: ScoredValue): string {
  const interval = shownInterval(score)
  return interval === undefined
    ? percent(score.value)
    : `${percent(score.value)} [${interval.map(percent).join(', ')}]`
}

/** The clustered interval where there are enough clusters, else the one over these items only. */
function shownInterval({ interval, itemInterval }: ScoredValue): Interval | undefined {
  return interval ?? itemInterval
}

/** Whether the interval that is shown speaks of these items only. */
export function isItemsOnly({ interval, itemInterval }: ScoredValue): boolean {
  return interval === undefined && itemInterval !== undefined
}

/** The score of one metric, depth, tier and group. */
export function findScore(
  scores: readonly Score[],
  { metric, k, tier, group }: Pick<Score, 'metric' | 'k' | 'tier' | 'group'>,
): Score | undefined {
  return scores.find(
    (score) =>
      score.metric === metric &&
      score.tier === tier &&
      score.group === group &&
      (k === undefined || score.k === k),
  )
}
