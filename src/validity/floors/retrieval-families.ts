import { nullRankers } from '../../benchmark/nulls/null-rankers.js'
import type { ResolvedItem } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'
import { judgeBlocks, soughtInCatalog, soughtInPool } from '../../score/judged-item.js'
import { recall, rPrecision } from '../../score/scorers/recall.js'
import type { NullColumn, NullFamily } from './null-family.js'

/** Items that null models rank for; more are drawn at even distances. A query over 47,000 names takes 0.3 ms. */
const MAX_ITEMS = 5000

/** Recall of null models in the whole catalog, and R-precision in the pools where items have some. */
export function retrievalFamilies(items: readonly ResolvedItem[], catalog: Catalog): readonly NullFamily[] {
  const size = catalog.tools.length
  const depth = size >= 50 ? 5 : 1
  const drawn = drawnOf(items)
  const rankers = nullRankers.map((ranker) => ({ ranker, prepared: ranker.prepare(items, catalog) }))
  const family = (
    rows: readonly ResolvedItem[],
    about: Pick<NullFamily, 'metric' | 'group' | 'whenHigh'>,
    rightOf: (at: number, item: ResolvedItem) => number | undefined,
  ): NullFamily => {
    const nulls = rankers.flatMap(({ ranker }, at): readonly NullColumn[] => {
      const right = rows.flatMap((item) => rightOf(at, item) ?? [])
      if (right.length < rows.length) return []
      const { id, describes, isBlind, isLearnt } = ranker
      return [{ id, describes, isBlind, ...(isLearnt === true ? { isLearnt } : {}), right }]
    })
    return {
      kind: 'retrieval',
      ...about,
      ids: rows.map(({ item }) => item.id),
      clusters: rows.map(({ item }) => item.cluster),
      texts: rows.map(({ item }) => item.query),
      chance: nulls.find(({ id }) => id === 'random')?.right ?? [],
      nulls,
      hasOpposites: false,
      ...(drawn.length < items.length ? { drawnFrom: items.length } : {}),
    }
  }
  const catalogFamily = family(
    drawn,
    { metric: `recall@${depth}`, group: 'catalog', whenHigh: 'bad' },
    (at, item) => {
      const blocks = rankers[at]?.prepared.inCatalog?.(item, depth)
      if (blocks === undefined) return undefined
      return recall.score(judgeBlocks(soughtInCatalog(item, size), { blocks, listed: blocks.listed }), depth)
    },
  )
  const pooled = drawn.filter(({ pool = [] }) => pool.length > 0)
  if (pooled.length === 0) return [catalogFamily]
  const poolFamily = family(
    pooled,
    { metric: 'r-precision', group: 'pool', whenHigh: 'care' },
    (at, { pool = [], ...item }) => {
      const blocks = rankers[at]?.prepared.inPool?.(item, pool)
      if (blocks === undefined) return undefined
      const judged = judgeBlocks(soughtInPool(item, pool), { blocks, listed: blocks.listed })
      return rPrecision.score(judged, item.needs.length)
    },
  )
  return [catalogFamily, poolFamily]
}

function drawnOf(items: readonly ResolvedItem[]): readonly ResolvedItem[] {
  if (items.length <= MAX_ITEMS) return items
  return Array.from(
    { length: MAX_ITEMS },
    (_, at) => items[Math.floor((at * items.length) / MAX_ITEMS)] as ResolvedItem, // in range
  )
}
