import type { JudgedItem } from '../judged-item.js'
import { defineRetrievalScorer } from '../retrieval-scorer.js'
import { discountAt, expectedWorth } from './discount.js'

/**
 * Normalised discounted cumulative gain with the true ideal:
 *
 *     DCG@k = Σ gain / log2(place + 1) over the first k places          NDCG@k = DCG@k / DCG@k of the best ranking
 *
 * A need gives its gain once, at the first of its equals; a second equal is a wasted place. Gains are 2^grade − 1 (3
 * for what fits fully, 1 for partly) where the item grades its tools, else 1 for each need. The best ranking holds
 * everything that is gold or graded, whether it was retrieved or not. Unit: share of the ideal.
 *
 * @see Järvelin and Kekäläinen, TOIS 20 (2002); the exponential gain: Burges et al., ICML 2005.
 */
export const ndcg = defineRetrievalScorer({
  identity: { name: 'ndcg', version: 1 },
  unit: 'share of the ideal gain',
  at: 'k',
  score: ndcgAt,
})

function ndcgAt({ needs, needGain, extras }: JudgedItem, k: number): number {
  const request = { k, worth: discountAt }
  let gained = 0
  for (const standing of needs) gained += needGain * expectedWorth(standing, request)
  for (const { standing, gain } of extras) gained += gain * expectedWorth(standing, request)
  const gains = [...needs.map(() => needGain), ...extras.map(({ gain }) => gain)].sort((a, b) => b - a)
  let ideal = 0
  for (const [index, gain] of gains.slice(0, k).entries()) ideal += gain * discountAt(index + 1)
  return gained / ideal
}
