import type { ResolvedItem } from '../resolve.js'
import { type NullBlock, type NullRanker, rankingByScore } from './null-ranker.js'

/** Ranks tools by how many items of other clusters they are gold of, whatever is asked. */
export const popularity: NullRanker = {
  id: 'popularity',
  describes: 'ranks tools by how often they are gold in other clusters',
  isBlind: true,
  isLearnt: true,
  prepare(items, catalog) {
    const counts = new GoldCounts(items, catalog.tools.length)
    return {
      inCatalog({ item }) {
        const elsewhere = counts.without(clusterOf(item))
        return { of: (name) => elsewhere.blocks.get(elsewhere.count(name)), listed: catalog.tools.length }
      },
      inPool({ item }, pool) {
        const elsewhere = counts.without(clusterOf(item))
        return rankingByScore(new Map(pool.map((name) => [name, elsewhere.count(name)])))
      },
    }
  },
}

/** An item without a cluster stands for itself. */
function clusterOf({ id, cluster }: ResolvedItem['item']): string {
  return cluster === undefined ? `item ${id}` : `cluster ${cluster}`
}

/** Gold of all clusters but one. */
interface Elsewhere {
  /** In how many items the tool is gold. */
  count(name: string): number
  /** Tools that are gold equally often, by that number. */
  readonly blocks: ReadonlyMap<number, NullBlock>
}

class GoldCounts {
  readonly #tools: number
  readonly #totals = new Map<string, number>()
  readonly #byCluster = new Map<string, Map<string, number>>()
  /** Tools by how often they are gold. */
  readonly #sizes = new Map<number, number>()
  readonly #known = new Map<string, Elsewhere>()

  constructor(items: readonly ResolvedItem[], tools: number) {
    this.#tools = tools
    for (const { item, needs } of items) {
      const own = this.#byCluster.get(clusterOf(item)) ?? new Map<string, number>()
      this.#byCluster.set(clusterOf(item), own)
      for (const name of new Set(needs.flat())) {
        this.#totals.set(name, this.#total(name) + 1)
        own.set(name, (own.get(name) ?? 0) + 1)
      }
    }
    for (const count of this.#totals.values()) this.#sizes.set(count, (this.#sizes.get(count) ?? 0) + 1)
  }

  #total(name: string): number {
    return this.#totals.get(name) ?? 0
  }

  without(cluster: string): Elsewhere {
    const known = this.#known.get(cluster)
    if (known !== undefined) return known
    const own = this.#byCluster.get(cluster) ?? new Map<string, number>()
    const sizes = new Map(this.#sizes)
    const move = (count: number, by: number): void => void sizes.set(count, (sizes.get(count) ?? 0) + by)
    for (const [name, here] of own) {
      move(this.#total(name), -1)
      move(this.#total(name) - here, 1)
    }
    sizes.delete(0)
    const blocks = new Map<number, NullBlock>()
    let offset = 0
    for (const [score, size] of [...sizes].sort(([left], [right]) => right - left)) {
      blocks.set(score, { offset, size, score })
      offset += size
    }
    blocks.set(0, { offset, size: this.#tools - offset, score: 0 })
    const elsewhere = { count: (name: string) => this.#total(name) - (own.get(name) ?? 0), blocks }
    this.#known.set(cluster, elsewhere)
    return elsewhere
  }
}
