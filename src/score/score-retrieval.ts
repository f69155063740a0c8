import { type Tier, tiers } from '../benchmark/item.js'
import type { NullRanker, NullRanking, PreparedRanker } from '../benchmark/nulls/null-ranker.js'
import type { ResolvedItem } from '../benchmark/resolve.js'
import type { Catalog } from '../catalog/catalog.js'
import type { Notify } from '../ports.js'
import type { Ranking, Retriever, RetrieverIndex } from '../retrieval/retriever.js'
import { countText } from '../text/number-text.js'
import {
  type JudgedItem,
  judgeBlocks,
  judgeChance,
  judgeIdeal,
  judgeRanking,
  type Sought,
  shapeOf,
  soughtInCatalog,
  soughtInPool,
} from './judged-item.js'
import type { Column } from './mean-score.js'
import { answersMissing, rankAll, splitCovered } from './rank-items.js'
import { addFloors, type NullValues } from './retrieval-floors.js'
import type { RetrievalScorer } from './retrieval-scorer.js'
import type { Score } from './score.js'
import { poolScorers, retrievalScorers } from './scorers/index.js'

export interface RetrievalRequest {
  readonly retriever: Retriever
  readonly catalog: Catalog
  readonly items: readonly ResolvedItem[]
  /** Depths, each 1 upward. */
  readonly ks: readonly number[]
  /** Whether to re-rank the items' pools, too. */
  readonly pool: boolean
  /** Whether to go on without the items that the retriever has no answer to; they are unmeasured, not wrong. */
  readonly partial: boolean
  /** Null models whose rankings are held against the retriever's, item by item; none by default. */
  readonly nulls?: readonly NullRanker[]
  readonly seed: number
  /** Resamples of each bootstrap, 1 upward. */
  readonly resamples: number
  readonly notify: Notify
  /** Called between batches of queries, so that a caller can be interrupted; what it throws ends the scoring. */
  readonly pause?: () => Promise<void>
}

export interface RetrievalScores {
  /** Every scorer at every depth for all tiers together and each tier; then, if asked for, the pools. */
  readonly scores: readonly Score[]
  /** What was ranked first for each item that was scored. */
  readonly tops: readonly TopRanked[]
  /** Ids of items that the retriever has no answer to. */
  readonly uncovered: readonly string[]
}

interface TopRanked {
  readonly item: ResolvedItem
  /** Up to ten names, best first; ties in the retriever's own order. */
  readonly names: readonly string[]
}

/** Names kept of each ranking for people to look at. */
const TOP = 10

/** Rankings are asked for to this depth, TREC's custom, so that MRR and MAP do not depend on the k that are shown. */
const DEPTH = 1000

/**
 * Ranks the catalog once for every item and scores the rankings. Pure but for the retriever.
 *
 * @throws {InputError} `answers-missing` when the retriever has no answer to an item and `partial` is not set;
 * `ranking-invalid`; and what the retriever throws.
 */
export async function scoreRetrieval(request: RetrievalRequest): Promise<RetrievalScores> {
  const { retriever, catalog, notify } = request
  const size = catalog.tools.length
  notify(`${retriever.id}: indexing ${countText(size)} tools`)
  const index = await retriever.index(catalog)
  const depth = Math.max(DEPTH, ...request.ks)
  const asked = request.items.map((item) => ({
    item,
    request: { id: item.item.id, query: item.item.query, k: depth },
  }))
  const { covered, uncovered } = splitCovered(index, asked)
  if (uncovered.length > 0 && !request.partial) throw answersMissing(retriever, uncovered)
  const judge = new Judge()
  const nulls = (request.nulls ?? []).map(({ id, prepare }) => ({
    id,
    ranker: prepare(request.items, catalog),
  }))
  const judged: JudgedPair[] = []
  const tops: TopRanked[] = []
  const progress = async (done: number): Promise<void> => {
    if (done < covered.length) notify(`${retriever.id}: ${done} of ${covered.length} queries`)
    await request.pause?.()
  }
  for await (const [{ item }, ranking] of rankAll(index, covered, progress)) {
    const rivals = nulls.flatMap(({ id, ranker }) => rivalOf(id, ranker.inCatalog?.(item, depth)))
    judged.push(judge.pair(item, { ranking, rivals, sought: soughtInCatalog(item, size) }))
    tops.push({ item, names: ranking.slice(0, TOP).map(({ name }) => name) })
  }
  const groups: Group[] = [{ judged, plan: catalogPlan(request.ks, depth) }]
  if (request.pool) {
    const inPools = await judgePools(index, request, nulls)
    groups.push({ judged: inPools, plan: poolPlan, name: 'pool' })
  }
  return { scores: groups.flatMap((group) => scoreGroup(group, request)), tops, uncovered }
}

/** A ranking as it came out, and as guessing and perfection would have made it. */
interface JudgedPair {
  readonly item: ResolvedItem
  readonly ranked: JudgedItem
  readonly chance: JudgedItem
  readonly ideal: JudgedItem
  /** As null models rank it. */
  readonly rivals: readonly { readonly id: string; readonly judged: JudgedItem }[]
}

interface Rival {
  readonly id: string
  readonly blocks: NullRanking
}

function rivalOf(id: string, blocks: NullRanking | undefined): readonly Rival[] {
  return blocks === undefined ? [] : [{ id, blocks }]
}

interface PairParts {
  readonly ranking: Ranking
  readonly rivals: readonly Rival[]
  readonly sought: Sought
}

/** Judges rankings; items that seek as many tools among as many share their bounds. */
class Judge {
  readonly #bounds = new Map<string, { readonly chance: JudgedItem; readonly ideal: JudgedItem }>()

  pair(item: ResolvedItem, { ranking, rivals, sought }: PairParts): JudgedPair {
    const shape = shapeOf(sought)
    const bounds = this.#bounds.get(shape) ?? { chance: judgeChance(sought), ideal: judgeIdeal(sought) }
    this.#bounds.set(shape, bounds)
    return {
      item,
      ranked: judgeRanking(ranking, sought),
      rivals: rivals.map(({ id, blocks }) => ({
        id,
        judged: judgeBlocks(sought, { blocks, listed: blocks.listed }),
      })),
      ...bounds,
    }
  }
}

async function judgePools(
  index: RetrieverIndex,
  { items, pause }: RetrievalRequest,
  nulls: readonly { readonly id: string; readonly ranker: PreparedRanker }[],
): Promise<readonly JudgedPair[]> {
  const asked = items.flatMap((item) => {
    const { pool = [], item: of } = item
    return pool.length === 0
      ? []
      : [{ item, pool, request: { id: of.id, query: of.query, k: pool.length, pool } }]
  })
  const judge = new Judge()
  const judged: JudgedPair[] = []
  for await (const [{ item, pool }, ranking] of rankAll(index, splitCovered(index, asked).covered, async () =>
    pause?.(),
  )) {
    const rivals = nulls.flatMap(({ id, ranker }) => rivalOf(id, ranker.inPool?.(item, pool)))
    judged.push(
      judge.pair(item, { ranking: withRest(ranking, pool), rivals, sought: soughtInPool(item, pool) }),
    )
  }
  return judged
}

/**
 * A pool's ranking with the tools behind it that the retriever has no evidence for, all alike: whoever re-ranks a pool
 * must put every tool somewhere.
 */
function withRest(ranking: Ranking, pool: readonly string[]): Ranking {
  const ranked = new Set(ranking.map(({ name }) => name))
  const lowest = ranking.at(-1)?.score ?? 0
  const score = lowest - Math.max(1, Math.abs(lowest))
  return [...ranking, ...pool.filter((name) => !ranked.has(name)).map((name) => ({ name, score }))]
}

interface Measure {
  readonly scorer: RetrievalScorer
  /** Absent where the scorer takes the number of needs. */
  readonly k?: number
}

function catalogPlan(ks: readonly number[], depth: number): readonly Measure[] {
  return retrievalScorers.flatMap((scorer): readonly Measure[] =>
    scorer.at === 'k' ? ks.map((k) => ({ scorer, k })) : [{ scorer, k: depth }],
  )
}

const poolPlan: readonly Measure[] = poolScorers.map((scorer) =>
  scorer.at === 'k' ? { scorer, k: 1 } : { scorer },
)

/** Rankings of one kind, and what they are scored by. */
interface Group {
  readonly judged: readonly JudgedPair[]
  readonly plan: readonly Measure[]
  readonly name?: string
}

function scoreGroup(
  { judged, plan, name }: Group,
  { seed, resamples }: Pick<RetrievalRequest, 'seed' | 'resamples'>,
): readonly Score[] {
  return (['all', ...tiers] as const).flatMap((tier) => {
    const members = judged.filter(({ item }) => tier === 'all' || item.tier === tier)
    const columns = plan.map((measure) => columnOf(members, { measure, tier, group: name }))
    const nulls = plan.map((measure) => nullValues(members, measure))
    return addFloors({
      columns,
      nulls,
      clusters: members.map(({ item }) => item.item.cluster),
      seed,
      resamples,
      label: `${name ?? 'catalog'} ${tier}`,
    })
  })
}

interface ColumnRequest {
  readonly measure: Measure
  readonly tier: Tier | 'all'
  readonly group: string | undefined
}

function columnOf(members: readonly JudgedPair[], { measure, tier, group }: ColumnRequest): Column {
  const { scorer, k } = measure
  const score = (item: JudgedItem): number => scorer.score(item, k ?? item.needs.length)
  /** Many items share what guessing and perfection look like. */
  const known = new Map<JudgedItem, number>()
  const scoreOnce = (item: JudgedItem): number => {
    const value = known.get(item) ?? score(item)
    known.set(item, value)
    return value
  }
  return {
    about: {
      metric: scorer.identity.name,
      ...(k === undefined ? {} : { k }),
      tier,
      ...(group === undefined ? {} : { group }),
      unit: scorer.unit,
      better: 'higher',
      scorer: scorer.identity,
    },
    values: members.map(({ ranked }) => score(ranked)),
    chance: members.map(({ chance }) => scoreOnce(chance)),
    ceiling: members.map(({ ideal }) => scoreOnce(ideal)),
  }
}

function nullValues(members: readonly JudgedPair[], { scorer, k }: Measure): readonly NullValues[] {
  const ids = members[0]?.rivals.map(({ id }) => id) ?? []
  return ids.map((id, at) => ({
    id,
    values: members.map(({ rivals }) => {
      const judged = rivals[at]?.judged
      return judged === undefined ? 0 : scorer.score(judged, k ?? judged.needs.length)
    }),
  }))
}
