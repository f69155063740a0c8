import type { JudgedItem, Standing } from '../judged-item.js'
import { defineRetrievalScorer } from '../retrieval-scorer.js'
import { expectedWorth } from './discount.js'

/**
 * Average precision over needs; its mean over the items is the MAP:
 *
 *     AP = (1 / needs) Σ over needs met of (needs met up to that place) / place
 *
 * A need counts at the first of its equals; one that is not ranked adds 0. Unit: precision. The ranking ends at the
 * depth that is given as k.
 *
 * Under ties, with F(g) = E[1 / first place of g tools of a block]: a need with g tools adds F(g) for itself and for each
 * need met in an earlier block; and for another need of its block with h tools, E[1 / place; the other came first] =
 * F(g) − g / (g + h) · F(g + h), since the first of g + h tools is one of the g with chance g / (g + h).
 */
export const map = defineRetrievalScorer({
  identity: { name: 'map', version: 1 },
  unit: 'precision',
  at: 'depth',
  score: averagePrecision,
})

function averagePrecision({ needs }: JudgedItem, depth: number): number {
  let sum = 0
  let metBefore = 0
  for (const block of needsByBlock(needs)) {
    sum += precisionInBlock(block, { metBefore, depth })
    for (const { needs: number } of block.groups) metBefore += number
  }
  return sum / needs.length
}

interface NeedBlock {
  readonly offset: number
  readonly size: number
  /** Needs that are first met in the block, by the number of their tools in it. */
  readonly groups: readonly { readonly count: number; readonly needs: number }[]
}

function needsByBlock(standings: readonly (Standing | undefined)[]): readonly NeedBlock[] {
  const blocks = new Map<number, { readonly size: number; readonly counts: Map<number, number> }>()
  for (const standing of standings) {
    if (standing === undefined) continue
    const { offset, size, count } = standing
    const { counts } = blocks.get(offset) ?? { counts: new Map<number, number>() }
    counts.set(count, (counts.get(count) ?? 0) + 1)
    blocks.set(offset, { size, counts })
  }
  return [...blocks]
    .sort(([left], [right]) => left - right)
    .map(([offset, { size, counts }]) => ({
      offset,
      size,
      groups: Array.from(counts, ([count, needs]) => ({ count, needs })),
    }))
}

function precisionInBlock(
  { offset, size, groups }: NeedBlock,
  { metBefore, depth }: { readonly metBefore: number; readonly depth: number },
): number {
  const known = new Map<number, number>()
  const reciprocal = (count: number): number => {
    let value = known.get(count)
    if (value === undefined) {
      value = expectedWorth({ offset, size, count }, { k: depth, worth: (place) => 1 / place })
      known.set(count, value)
    }
    return value
  }
  let sum = 0
  for (const group of groups) {
    let each = (1 + metBefore) * reciprocal(group.count)
    for (const other of groups) {
      const others = other === group ? other.needs - 1 : other.needs
      const both = group.count + other.count
      if (others > 0) {
        each += others * (reciprocal(group.count) - (group.count / both) * reciprocal(both))
      }
    }
    sum += group.needs * each
  }
  return sum
}
