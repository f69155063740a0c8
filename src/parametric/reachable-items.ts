import type { ItemLoss, ResolvedItem } from '../benchmark/resolve.js'

export interface ReachableItems {
  readonly items: readonly ResolvedItem[]
  /** Items whose gold names tools without a token of their own. */
  readonly losses: readonly ItemLoss[]
}

/**
 * Keeps of the gold what decoding can reach: tools without a token, or whose ids belong to another tool, are dropped
 * and told. A need stays as long as one of its equals is left, an item as long as one of its needs is.
 */
export function reachableItems(
  items: readonly ResolvedItem[],
  isReachable: (name: string) => boolean,
): ReachableItems {
  const kept: ResolvedItem[] = []
  const losses: ItemLoss[] = []
  for (const item of items) {
    const lost = [...new Set(item.needs.flat())].filter((name) => !isReachable(name))
    if (lost.length === 0) {
      kept.push(item)
      continue
    }
    const needs = item.needs.map((need) => need.filter(isReachable)).filter((need) => need.length > 0)
    losses.push({ itemId: item.item.id, names: lost, isExcluded: needs.length === 0 })
    if (needs.length > 0) kept.push({ ...item, needs })
  }
  return { items: kept, losses }
}
