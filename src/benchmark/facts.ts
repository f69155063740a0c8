import { kishEffectiveSize } from '../stats/kish.js'
import { type Item, type ItemKind, type RetrievalItem, type Tier, tierOf } from './item.js'

/** What a benchmark holds, counted. */
export interface BenchmarkCounts {
  readonly items: number
  readonly kinds: Readonly<Partial<Record<ItemKind, number>>>
  /** Clusters that items name, items without one left out; absent when none does. */
  readonly clusters?: {
    readonly named: number
    /** Kish's effective number, every item without a cluster counting as one of its own. */
    readonly effective: number
    readonly largest: { readonly name: string; readonly items: number }
  }
  /** Absent when there is no retrieval item. */
  readonly retrieval?: RetrievalCounts
  /** Yes and no among QA items; absent when there is none. */
  readonly answers?: { readonly yes: number; readonly no: number }
}

interface RetrievalCounts {
  readonly tiers: Readonly<Record<Tier, number>>
  /** Needs over all items. */
  readonly needs: number
  /** Needs that more than one tool meets. */
  readonly needsWithEquals: number
  /** Distinct names of gold tools. */
  readonly goldTools: number
  /** Items with that many needs, by that number, rising. */
  readonly needsPerItem: readonly { readonly needs: number; readonly items: number }[]
  /** Items with a pool. */
  readonly pools: number
  /** Items with graded relevance. */
  readonly graded: number
}

export function countItems(items: readonly Item[]): BenchmarkCounts {
  const kinds: Partial<Record<ItemKind, number>> = {}
  for (const { kind } of items) kinds[kind] = (kinds[kind] ?? 0) + 1
  const clusters = countClusters(items)
  const retrieval = items.filter((item) => item.kind === 'retrieval')
  const qa = items.filter((item) => item.kind === 'qa')
  const yes = qa.filter(({ answer }) => answer === 'yes').length
  return {
    items: items.length,
    kinds,
    ...(clusters === undefined ? {} : { clusters }),
    ...(retrieval.length === 0 ? {} : { retrieval: countRetrieval(retrieval) }),
    ...(qa.length === 0 ? {} : { answers: { yes, no: qa.length - yes } }),
  }
}

function countClusters(items: readonly Item[]): BenchmarkCounts['clusters'] {
  const sizes = new Map<string, number>()
  let alone = 0
  for (const { cluster } of items) {
    if (cluster === undefined) alone++
    else sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
  }
  const [first, ...others] = sizes
  if (first === undefined) return undefined
  const [name, largest] = others.reduce((most, next) => (next[1] > most[1] ? next : most), first)
  const effective = kishEffectiveSize([...sizes.values(), ...Array.from({ length: alone }, () => 1)])
  return { named: sizes.size, effective, largest: { name, items: largest } }
}

function countRetrieval(items: readonly RetrievalItem[]): RetrievalCounts {
  const tiers: Record<Tier, number> = { easy: 0, medium: 0, hard: 0 }
  const perItem = new Map<number, number>()
  for (const { tier, gold } of items) {
    tiers[tier ?? tierOf(gold.length)]++
    perItem.set(gold.length, (perItem.get(gold.length) ?? 0) + 1)
  }
  const needs = items.flatMap(({ gold }) => gold)
  return {
    tiers,
    needs: needs.length,
    needsWithEquals: needs.filter((need) => need.length > 1).length,
    goldTools: new Set(needs.flat()).size,
    needsPerItem: [...perItem]
      .sort(([left], [right]) => left - right)
      .map(([count, withCount]) => ({ needs: count, items: withCount })),
    pools: items.filter(({ pool }) => pool !== undefined).length,
    graded: items.filter(({ grades }) => grades !== undefined).length,
  }
}
