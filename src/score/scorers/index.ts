import type { RetrievalScorer } from '../retrieval-scorer.js'
import { all } from './all.js'
import { hit } from './hit.js'
import { map } from './map.js'
import { mrr } from './mrr.js'
import { ndcg } from './ndcg.js'
import { ndcgToolgen } from './ndcg-toolgen.js'
import { recall, rPrecision } from './recall.js'

/** What rankings of the whole catalog are scored by; recall is the primary one. */
export const retrievalScorers: readonly RetrievalScorer[] = [recall, hit, all, ndcg, ndcgToolgen, mrr, map]

/** What re-ranked pools are scored by, hit at k = 1. */
export const poolScorers: readonly RetrievalScorer[] = [hit, rPrecision]
