import type { Interval, Score, ScoredValue } from '../score/score.js'
import { percent, percentInterval } from '../text/number-text.js'

/** `45.7 [41.0, 50.3]`; without brackets where there is no interval. */
export function valueWithInterval(score: ScoredValue): string {
  const interval = shownInterval(score)
  return interval === undefined
    ? percent(score.value)
    : `${percent(score.value)} ${percentInterval(interval)}`
}

/** The clustered interval where there are enough clusters, else the one over these items only. */
function shownInterval({ interval, itemInterval }: ScoredValue): Interval | undefined {
  return interval ?? itemInterval
}

/** A score as a cell of a table: `45.7 [41.0, 50.3]`, with a star where a note explains its interval, or why there is none. */
export function scoreCell(score: Score): string {
  if (score.kind === 'unscored') return `unscored: ${score.reason}`
  return `${valueWithInterval(score)}${score.intervalNote === undefined ? '' : '*'}`
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
