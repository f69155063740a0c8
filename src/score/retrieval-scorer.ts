import type { JudgedItem } from './judged-item.js'
import type { ScorerIdentity } from './score.js'

/**
 * Judges one ranking. Its value is the exact expectation over all orders of tools with equal scores, in [0, 1], higher
 * is better; the score of a benchmark is the mean over its items.
 */
export interface RetrievalScorer {
  readonly identity: ScorerIdentity
  /** What the value is a share of. */
  readonly unit: string
  /** `k`: scored at every depth that is asked for. `depth`: once, over the whole ranking. `needs`: at the number of needs. */
  readonly at: 'k' | 'depth' | 'needs'
  score(item: JudgedItem, k: number): number
}

export function defineRetrievalScorer(scorer: RetrievalScorer): RetrievalScorer {
  return scorer
}
