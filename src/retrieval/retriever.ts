import type { Catalog } from '../catalog/catalog.js'
import type { JsonObject } from '../text/json.js'

export interface RankedTool {
  readonly name: string
  /** Higher is better; equal scores are a tie, whatever the order. */
  readonly score: number
}

/**
 * Tools by falling score. Holds the best k and, beyond them, every tool that ties with the k-th, so that ties can be
 * scored by expectation. Tools that the retriever has no evidence for are not in it.
 */
export type Ranking = readonly RankedTool[]

export interface RankRequest {
  /** The item's id, for retrievers whose answers were made elsewhere. Moves nobody else's ranking. */
  readonly id?: string
  readonly query: string
  /** How many tools are wanted, 1 upward. */
  readonly k: number
  /** Only these tools may be ranked (re-ranking of a pool). Names or aliases; those that the catalog lacks are passed over. */
  readonly pool?: readonly string[]
}

export interface RetrieverIndex {
  /**
   * Whether there is an answer to the request at all; absent means always. A request without one is unmeasured, and
   * `rank` refuses it: an answer that is missing is no ranking of length 0.
   */
  covers?(request: RankRequest): boolean
  /** One ranking a request, in order. */
  rank(requests: readonly RankRequest[]): Promise<readonly Ranking[]> | readonly Ranking[]
}

export interface Retriever {
  /** As in a subject's spec string: `bm25`, `hybrid:bm25+random`. */
  readonly id: string
  /** Everything that moves its scores (text recipe, tokenizer, constants): part of a result's identity. */
  readonly identity: JsonObject
  index(catalog: Catalog): Promise<RetrieverIndex> | RetrieverIndex
}

export function defineRetriever(retriever: Retriever): Retriever {
  return retriever
}
