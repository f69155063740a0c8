import { Bm25Index } from '../../retrieval/bm25-index.js'
import { type TextRecipe, weightedTexts } from '../../retrieval/text-recipe.js'
import { tokenizers } from '../../text/tokenize.js'
import { type NullRanker, rankingByScore } from './null-ranker.js'
import { popularity } from './popularity.js'

/** Any order as likely as any other. */
const random: NullRanker = {
  id: 'random',
  describes: 'ranks tools in any order',
  isBlind: true,
  prepare(_items, catalog) {
    const block = { offset: 0, size: catalog.tools.length, score: 0 }
    return {
      inCatalog: () => ({ of: () => block, listed: block.size }),
      inPool: (_item, pool) => rankingByScore(new Map(pool.map((name) => [name, 0]))),
    }
  },
}

/** The pool as it stands in the item: a maker who puts the tool that the item was made from first gives it away. */
const poolOrder: NullRanker = {
  id: 'pool-order',
  describes: 'leaves the pool in the order in which the item lists it',
  isBlind: true,
  prepare: () => ({
    inPool: (_item, pool) => rankingByScore(new Map(pool.map((name, at) => [name, -at]))),
  }),
}

const NAMES: TextRecipe = { fields: [{ field: 'nameWords', weight: 1 }], placeholders: 'drop' }

/** BM25 over the words of the names alone, plurals cut and stop words left out. */
export const nameMatch: NullRanker = {
  id: 'name-match',
  describes: 'ranks tools by the words that query and name share',
  isBlind: false,
  prepare(_items, catalog) {
    const index = new Bm25Index(
      catalog.tools.map((tool) => weightedTexts(tool, NAMES)),
      { tokenizer: tokenizers.t3, idf: 'lucene', k1: 1.2, b: 0.75 },
    )
    const nameAt = (position: number): string => catalog.tools[position]?.name ?? ''
    return {
      inCatalog({ item }, depth) {
        const hits = index.search({ text: item.query, k: depth })
        return rankingByScore(new Map(hits.map(({ position, score }) => [nameAt(position), score])))
      },
      inPool({ item }, pool) {
        const among = pool.flatMap((name) => catalog.position(name) ?? [])
        const scores = new Map(pool.map((name) => [name, 0]))
        for (const { position, score } of index.search({ text: item.query, k: pool.length, among })) {
          scores.set(nameAt(position), score)
        }
        return rankingByScore(scores)
      },
    }
  },
}

/** Null models of retrieval, in the order of tables. Their ids are part of stored results. */
export const nullRankers: readonly NullRanker[] = [random, popularity, poolOrder, nameMatch]
