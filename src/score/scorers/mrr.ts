import { defineRetrievalScorer } from '../retrieval-scorer.js'
import { expectedWorth } from './discount.js'

/**
 * Reciprocal rank of the first gold tool, 0 when none is ranked; its mean over the items is the MRR. Unit: reciprocal
 * rank. The ranking ends at the depth that is given as k.
 */
export const mrr = defineRetrievalScorer({
  identity: { name: 'mrr', version: 1 },
  unit: 'reciprocal rank',
  at: 'depth',
  score: ({ goldBlocks }, depth) => expectedWorth(goldBlocks[0], { k: depth, worth: (place) => 1 / place }),
})
