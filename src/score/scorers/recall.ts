import { chanceOfNone } from '../../stats/draws.js'
import type { JudgedItem, Standing } from '../judged-item.js'
import { defineRetrievalScorer } from '../retrieval-scorer.js'

/**
 * Fractional recall: the share of an item's needs that the first k tools meet, a need being met by any of its equals.
 * Where k cuts a block of equal scores, a need is met with the chance that one of its tools falls above the cut.
 *
 * Unit: share of needs. With more needs than k it cannot reach 1: the ceiling is min(k, needs) / needs.
 */
export const recall = defineRetrievalScorer({
  identity: { name: 'recall', version: 1 },
  unit: 'share of needs',
  at: 'k',
  score: recallAt,
})

/** R-precision: recall at k = the number of needs, where precision and recall are the same. */
export const rPrecision = defineRetrievalScorer({
  identity: { name: 'r-precision', version: 1 },
  unit: 'share of needs',
  at: 'needs',
  score: (item) => recallAt(item, item.needs.length),
})

function recallAt({ needs }: JudgedItem, k: number): number {
  let met = 0
  for (const standing of needs) met += chanceWithin(standing, k)
  return met / needs.length
}

/** Chance that a tool of the set is among the first k. */
export function chanceWithin(standing: Standing | undefined, k: number): number {
  if (standing === undefined || standing.offset >= k) return 0
  const { offset, size, count } = standing
  if (offset + size <= k) return 1
  return 1 - chanceOfNone({ population: size, marked: count }, k - offset)
}
