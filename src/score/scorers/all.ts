import { chancesOfHits } from '../../stats/draws.js'
import type { JudgedItem, Standing } from '../judged-item.js'
import { defineRetrievalScorer } from '../retrieval-scorer.js'

/**
 * Whether the first k tools meet every need. Unit: share of items.
 *
 * Under ties the needs compete for the places above the cut, so their chances do not multiply. Needs of one block are
 * taken one after another: of the places that are left, a need with g tools takes j with hypergeometric chance and is
 * met when j ≥ 1; the next need faces what remains.
 */
export const all = defineRetrievalScorer({
  identity: { name: 'all', version: 1 },
  unit: 'share of items',
  at: 'k',
  score: allWithin,
})

function allWithin({ needs }: JudgedItem, k: number): number {
  const cut: Standing[] = []
  for (const standing of needs) {
    if (standing === undefined || standing.offset >= k) return 0
    if (standing.offset + standing.size > k) cut.push(standing)
  }
  const [first] = cut
  if (first === undefined) return 1
  // Only one block can be cut, so all of these stand in it.
  return chanceOfCover({
    population: first.size,
    sets: cut.map(({ count }) => count),
    drawn: k - first.offset,
  })
}

interface CoverRequest {
  readonly population: number
  /** Sizes of sets without a common member. */
  readonly sets: readonly number[]
  readonly drawn: number
}

/** Chance that `drawn` members of a population hold a member of every set. */
function chanceOfCover({ population, sets, drawn }: CoverRequest): number {
  /** Chance that all sets so far are met with so many draws left, by that number. */
  let chances = new Map([[drawn, 1]])
  let rest = population
  for (const marked of sets) {
    const next = new Map<number, number>()
    for (const [left, chance] of chances) {
      for (const [hits, chanceOfHits] of chancesOfHits({ population: rest, marked }, left).entries()) {
        if (hits === 0 || chanceOfHits === 0) continue
        next.set(left - hits, (next.get(left - hits) ?? 0) + chance * chanceOfHits)
      }
    }
    chances = next
    rest -= marked
  }
  let sum = 0
  for (const chance of chances.values()) sum += chance
  return sum
}
