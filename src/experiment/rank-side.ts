import type { Catalog } from '../catalog/catalog.js'
import { InputError } from '../errors.js'
import type { Notify } from '../ports.js'
import type { Retriever } from '../retrieval/retriever.js'
import { answersMissing, rankAll, splitCovered } from '../score/rank-items.js'
import { countText } from '../text/number-text.js'
import type { SideItem } from './carry-items.js'
import type { Answers, ItemAnswer } from './item-answer.js'
import { judgeRanked } from './judge-answer.js'

export interface RankRequest {
  readonly retriever: Retriever
  readonly catalog: Catalog
  readonly sides: readonly SideItem[]
  /** Rank among the tools of each item's pool alone. */
  readonly inPool: boolean
  /** Depth; absent: as many as the item has needs. */
  readonly k?: number
  readonly notify: Notify
  /** Called between batches of queries; what it throws ends the ranking. */
  readonly pause?: () => Promise<void>
}

/** Ranks are told down to here; deeper, gold counts as not found. */
const DEPTH = 100

/**
 * What a retriever makes of the items under one catalog, in one trial, for it has but one answer.
 *
 * @throws {InputError} `items-unfit` for call items, which a retriever cannot answer; `answers-missing`; what ranking throws.
 */
export async function rankSide(request: RankRequest): Promise<Answers> {
  const { retriever, catalog, k, inPool, notify, pause } = request
  const sides = request.sides.filter((side) => side.kind === 'retrieval')
  if (sides.length === 0) {
    throw new InputError({
      code: 'items-unfit',
      what: 'A retriever answers retrieval items, and there are none.',
      where: retriever.id,
      fix: 'Name retrieval items, or a model with --subject.',
    })
  }
  notify(`${retriever.id}: indexing ${countText(catalog.tools.length)} tools`)
  const index = await retriever.index(catalog)
  const asked = sides.map((side) => {
    const { id, query, pool } = side.item
    const depth = Math.max(DEPTH, k ?? 0)
    return {
      item: side.resolved,
      side,
      request: { id, query, k: depth, ...(inPool && pool !== undefined ? { pool } : {}) },
    }
  })
  const { covered, uncovered } = splitCovered(index, asked)
  if (uncovered.length > 0) throw answersMissing(retriever, uncovered)
  const answers = new Map<string, readonly ItemAnswer[]>()
  for await (const [{ side, request: ranked }, ranking] of rankAll(index, covered, async () => pause?.())) {
    const candidates = ranked.pool?.length ?? catalog.tools.length
    answers.set(side.item.id, [judgeRanked(ranking, { side, candidates, ...(k === undefined ? {} : { k }) })])
  }
  return answers
}
