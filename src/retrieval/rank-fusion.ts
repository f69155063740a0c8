import { onGrid } from '../numeric/exact-sum.js'
import type { Ranking } from './retriever.js'

export interface FusionOptions {
  /** Added to every rank: the larger, the less the first places stand out. 60 in Cormack, Clarke and Büttcher, 2009. */
  readonly k: number
  /** Of each ranking, in order. */
  readonly weights: readonly number[]
}

/**
 * Reciprocal rank fusion: a tool scores Σ weight / (k + rank) over the rankings that hold it, ranks counted from 1. Tools
 * that tie within a ranking share the mean of their ranks, so that the order in which ties are listed has no say.
 *
 * @returns scores by name, in order of first appearance.
 */
export function fuseRankings(
  rankings: readonly Ranking[],
  { k, weights }: FusionOptions,
): ReadonlyMap<string, number> {
  const scores = new Map<string, number>()
  for (const [which, ranking] of rankings.entries()) {
    const weight = weights[which] ?? 1
    let start = 0
    while (start < ranking.length) {
      const tied = ranking[start]?.score
      let end = start + 1
      while (ranking[end]?.score === tied && end < ranking.length) end++
      const meanRank = (start + 1 + end) / 2
      const summand = onGrid(weight / (k + meanRank))
      for (const { name } of ranking.slice(start, end)) scores.set(name, (scores.get(name) ?? 0) + summand)
      start = end
    }
  }
  return scores
}
