import { defineRetrievalScorer } from '../retrieval-scorer.js'
import { chanceWithin } from './recall.js'

/** Whether any gold tool is among the first k. Unit: share of items. */
export const hit = defineRetrievalScorer({
  identity: { name: 'hit', version: 1 },
  unit: 'share of items',
  at: 'k',
  score: ({ goldBlocks }, k) => chanceWithin(goldBlocks[0], k),
})
