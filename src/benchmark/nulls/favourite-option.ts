import type { McqItem } from '../item.js'
import { clusterNumbers } from './cluster-numbers.js'

/** What a rule that looks at other items scores on each item, and on the items that it was made from. */
export interface LearntRule {
  /** One value an item: how often the rule that was made without the item's cluster is right. */
  readonly outOfFold: Float64Array
  /** Mean over the items when the rule is made from all of them: too high, for it saw the answers. */
  readonly inSample: number
  /** In words. */
  readonly rule?: string
}

/**
 * Always the same answer: the option that is right most often in other clusters wherever it is offered, and any option
 * elsewhere.
 */
export function favouriteOption(items: readonly McqItem[]): LearntRule {
  const { numbers } = clusterNumbers(items)
  const totals = new Map<string, number>()
  /** By cluster, how often each answer is right in it. */
  const own = new Map<number, Map<string, number>>()
  for (const [place, { answer }] of items.entries()) {
    totals.set(answer, (totals.get(answer) ?? 0) + 1)
    const cluster = numbers[place] as number // one number an item
    const counts = own.get(cluster) ?? new Map<string, number>()
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
    own.set(cluster, counts)
  }
  const ranked = [...totals].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
  const favourites = new Map<number, string | undefined>()
  const favouriteWithout = (cluster: number): string | undefined => {
    if (favourites.has(cluster)) return favourites.get(cluster)
    const counts = own.get(cluster)
    let best: string | undefined
    let most = 0
    for (const [answer, total] of ranked) {
      // The rest are no more frequent even where the cluster takes nothing from them.
      if (total <= most) break
      const elsewhere = total - (counts?.get(answer) ?? 0)
      if (elsewhere > most) [best, most] = [answer, elsewhere]
    }
    favourites.set(cluster, best)
    return best
  }
  const [favourite] = ranked[0] ?? []
  const inSample = items.reduce((sum, item) => sum + rightOf(favourite, item), 0) / Math.max(1, items.length)
  return {
    outOfFold: Float64Array.from(items, (item, place) =>
      rightOf(favouriteWithout(numbers[place] as number), item),
    ),
    inSample,
    ...(favourite === undefined ? {} : { rule: `"${favourite}" wherever it is offered, else any option` }),
  }
}

function rightOf(favourite: string | undefined, { answer, distractors }: McqItem): number {
  if (favourite === answer) return 1
  return favourite !== undefined && distractors.includes(favourite) ? 0 : 1 / (distractors.length + 1)
}
