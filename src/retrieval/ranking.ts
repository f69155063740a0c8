import type { Catalog } from '../catalog/catalog.js'
import { TopK } from '../numeric/top-k.js'
import type { Ranking } from './retriever.js'

/** A tool by its place in the catalog, with its score. */
export interface Hit {
  readonly position: number
  readonly score: number
}

/**
 * The k largest of `scores` that are above `above`, and all that equal the k-th, by falling score, ties by position.
 *
 * @param scores by position.
 */
export function bestHits(scores: Float64Array, k: number, above = Number.NEGATIVE_INFINITY): readonly Hit[] {
  const best = new TopK(Math.min(k, Math.max(1, scores.length)))
  /** What was not below the k-th largest when it was met. */
  const candidates: number[] = []
  let floor = above
  let isFull = false
  for (let position = 0; position < scores.length; position++) {
    // In range by the loop's bound; a check costs a tenth of a query.
    const score = scores[position] as number
    if (score < floor || (score === floor && !isFull)) continue
    candidates.push(position)
    if (score === floor) continue
    best.add(score)
    if (best.floor > floor) {
      floor = best.floor
      isFull = true
    }
  }
  const hits: Hit[] = []
  for (const position of candidates) {
    const score = scores[position] as number
    if (score >= floor) hits.push({ position, score })
  }
  return hits.sort(byScoreThenPosition)
}

/** Sorts hits by falling score, ties by position, and keeps the best k with all that tie with the k-th. */
export function cutHits(hits: readonly Hit[], k: number): readonly Hit[] {
  const sorted = hits.toSorted(byScoreThenPosition)
  const last = sorted[k - 1]
  return last === undefined ? sorted : sorted.filter(({ score }) => score >= last.score)
}

export function toRanking(catalog: Catalog, hits: readonly Hit[]): Ranking {
  return hits.flatMap(({ position, score }) => {
    const tool = catalog.tools[position]
    return tool === undefined ? [] : [{ name: tool.name, score }]
  })
}

/** Places of the pool's tools in the catalog, rising, each once. */
export function poolPositions(catalog: Catalog, pool: readonly string[]): readonly number[] {
  const positions = new Set<number>()
  for (const name of pool) {
    const position = catalog.position(name)
    if (position !== undefined) positions.add(position)
  }
  return [...positions].sort((left, right) => left - right)
}

function byScoreThenPosition(left: Hit, right: Hit): number {
  return right.score - left.score || left.position - right.position
}
