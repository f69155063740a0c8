import type { Catalog } from '../../catalog/catalog.js'
import type { ResolvedItem } from '../resolve.js'

/** Tools that a null model does not tell apart, and where they stand. */
export interface NullBlock {
  /** Tools above it. */
  readonly offset: number
  /** Tools in it. */
  readonly size: number
  readonly score: number
}

/** A ranking in blocks of equals, so that one of 47,000 tools need not be written out. */
export interface NullRanking {
  /** The block that holds the tool, one object for all its tools; undefined where the tool is not ranked. */
  of(name: string): NullBlock | undefined
  /** Tools that are ranked. */
  readonly listed: number
}

/** Ranks tools without reading what they do. */
export interface NullRanker {
  /** Part of stored results. */
  readonly id: string
  /** One line for people. */
  readonly describes: string
  /** Whether it does not even read the query. */
  readonly isBlind: boolean
  /** Whether it is made from the gold of other items. */
  readonly isLearnt?: true
  /** Looks at the items, then ranks for each of them. */
  prepare(items: readonly ResolvedItem[], catalog: Catalog): PreparedRanker
}

export interface PreparedRanker {
  /** The whole catalog, to a depth of at least `depth`. Absent where there is nothing to go by. */
  inCatalog?(item: ResolvedItem, depth: number): NullRanking
  /** The item's pool, all of it. */
  inPool?(item: ResolvedItem, pool: readonly string[]): NullRanking
}

/** Tools by score, higher first; equal scores are a block. */
export function rankingByScore(scores: ReadonlyMap<string, number>): NullRanking {
  const sizes = new Map<number, number>()
  for (const score of scores.values()) sizes.set(score, (sizes.get(score) ?? 0) + 1)
  const blocks = new Map<number, NullBlock>()
  let offset = 0
  for (const [score, size] of [...sizes].sort(([left], [right]) => right - left)) {
    blocks.set(score, { offset, size, score })
    offset += size
  }
  return {
    of: (name) => {
      const score = scores.get(name)
      return score === undefined ? undefined : blocks.get(score)
    },
    listed: scores.size,
  }
}
