import type { Tier } from '../benchmark/item.js'
import type { Score } from '../score/score.js'

/** Where a figure stands among scores. */
export interface FigurePlace {
  readonly metric: string
  readonly k?: number | undefined
  readonly tier?: Tier | 'all' | undefined
}

/** The figure of a metric over all items of a tier; undefined where it was not scored. */
export function figureIn(
  scores: readonly Score[],
  { metric, k, tier = 'all' }: FigurePlace,
): { readonly value: number; readonly n: number } | undefined {
  for (const score of scores) {
    if (score.kind !== 'scored' || score.metric !== metric || score.k !== k) continue
    if (score.group === undefined && (score.tier ?? 'all') === tier) return { value: score.value, n: score.n }
  }
  return undefined
}

/** All figures over all items, by metric and depth: `rc@1`, `accuracy`. */
export function figuresOf(scores: readonly Score[]): Readonly<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const score of scores) {
    if (score.kind !== 'scored' || score.group !== undefined || (score.tier ?? 'all') !== 'all') continue
    figures[score.k === undefined ? score.metric : `${score.metric}@${score.k}`] = score.value
  }
  return figures
}
