import type { RankedTool } from '../../retrieval/retriever.js'
import { chancesOfHits } from '../../stats/draws.js'
import type { JudgedItem } from '../judged-item.js'
import { defineRetrievalScorer } from '../retrieval-scorer.js'
import { discountAt } from './discount.js'

/** Hits that ToolGen takes of BM25 and of embeddings; gold below them does not count as missed. */
const LIST_LENGTH = 100

/**
 * NDCG as ToolGen's evaluation computes it, for comparison with its published figures only: the ideal holds just the
 * gold that was listed, so that one of three gold tools at place 1 scores 1. The list ends after 100 tools (or k, if
 * that is more); of a block of equal scores that the end cuts, every choice counts alike. Equals are all gold. Tools
 * that are not listed have score 0: they tie with listed scores of 0 and stand above negative ones. Unit: share of the
 * ideal of what was listed.
 */
export const ndcgToolgen = defineRetrievalScorer({
  identity: { name: 'ndcg-toolgen', version: 1 },
  unit: 'share of the ideal gain of what was listed',
  at: 'k',
  score: expectedNdcg,
})

function expectedNdcg(item: JudgedItem, k: number): number {
  const end = Math.max(LIST_LENGTH, k)
  const whole: ListedBlock[] = []
  let cut: ListedBlock | undefined
  for (const { offset, size, count, score } of item.goldBlocks) {
    if (offset + size <= end) whole.push({ offset, size, gold: count, score })
    else if (offset < end) cut = { offset, size, gold: count, score }
  }
  const list = { listed: Math.min(item.listed, end), candidates: item.candidates, k }
  if (cut === undefined) return ndcgOf(whole, list)
  const { offset, size, gold, score } = cut
  const kept = end - offset
  let sum = 0
  for (const [hits, chance] of chancesOfHits({ population: size, marked: gold }, kept).entries()) {
    sum += chance * ndcgOf([...whole, { offset, size: kept, gold: hits, score }], list)
  }
  return sum
}

interface ListedBlock {
  readonly offset: number
  readonly size: number
  readonly gold: number
  readonly score: number
}

interface ListFacts {
  readonly listed: number
  readonly candidates: number
  readonly k: number
}

function ndcgOf(blocks: readonly ListedBlock[], { listed, candidates, k }: ListFacts): number {
  const unlisted = Math.max(0, candidates - listed)
  let gained = 0
  let gold = 0
  for (const block of blocks) {
    const offset = block.offset + (block.score < 0 ? unlisted : 0)
    const size = block.size + (block.score === 0 ? unlisted : 0)
    gained +=
      (block.gold * (discountSum(Math.min(offset + size, k)) - discountSum(Math.min(offset, k)))) / size
    gold += block.gold
  }
  return gold === 0 ? 0 : gained / discountSum(Math.min(gold, k))
}

/** Sum of the worth of the first places. */
function discountSum(places: number): number {
  for (let place = sums.length; place <= places; place++)
    sums.push((sums[place - 1] ?? 0) + discountAt(place))
  return sums[places] ?? 0
}

const sums: number[] = [0]

export interface ToolgenList {
  /** In any order; of a name that stands twice, the last one counts; names outside the catalog are passed over. */
  readonly hits: readonly RankedTool[]
  readonly gold: readonly string[]
  readonly isKnown: (name: string) => boolean
  readonly catalogSize: number
  readonly k: number
}

/** ToolGen's NDCG of a list of hits, however long. 0 when no gold was listed. */
export function toolgenNdcg({ hits, gold, isKnown, catalogSize, k }: ToolgenList): number {
  const scores = new Map<string, number>()
  for (const { name, score } of hits) if (isKnown(name)) scores.set(name, score)
  const isGold = new Set(gold)
  const ranked = [...scores].sort(([, left], [, right]) => right - left)
  const blocks: ListedBlock[] = []
  let start = 0
  while (start < ranked.length) {
    const score = ranked[start]?.[1] ?? 0
    let end = start
    let count = 0
    for (; end < ranked.length && ranked[end]?.[1] === score; end++) {
      if (isGold.has(ranked[end]?.[0] ?? '')) count++
    }
    blocks.push({ offset: start, size: end - start, gold: count, score })
    start = end
  }
  return ndcgOf(blocks, { listed: ranked.length, candidates: catalogSize, k })
}

/** Names that a model generated, best first, as the hits that ToolGen makes of them: a score falling by place, above 0. */
export function toolgenHits(names: readonly string[]): readonly RankedTool[] {
  return names.map((name, place) => ({ name, score: names.length + 95 - place }))
}
