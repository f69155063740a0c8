import { describe, expect, it } from 'vitest'
import { isSameTop } from '../../bench/retrieval/agreement.js'
import { benchCorpus } from '../../bench/retrieval/corpus.js'
import { lexicalContenders } from '../../bench/retrieval/lexical.js'
import { hasPeer } from '../../bench/retrieval/peers.js'

/*
 * wink-bm25-text-search computes the same formula independently. It is no dependency of the package: install it with
 * npm ci --prefix bench/peers.
 */
describe.skipIf(!hasPeer('wink-bm25-text-search'))(
  'BM25 beside wink-bm25-text-search (needs npm ci --prefix bench/peers)',
  () => {
    it('has the same best 10 for every query, with the same tokenizer, up to ties', async () => {
      const { texts, queries } = await benchCorpus()
      const { assay, 'wink-bm25-text-search': wink } = lexicalContenders
      if (assay === undefined || wink === undefined) throw new Error('both are contenders')
      const [ours, theirs] = [assay(texts), wink(texts)]
      const different = queries.filter((query) => !isSameTop(ours(query), theirs(query)))
      expect(different).toEqual([])
      expect(queries.length).toBeGreaterThan(100)
    })
  },
)
