import type { RetrieverKind } from '../kind.js'
import { bm25Kind } from './bm25.js'
import { catalogOrderKind } from './catalog-order.js'
import { denseKind } from './dense.js'
import { hybridKind } from './hybrid.js'
import { predictionsKind } from './predictions.js'
import { randomKind } from './random.js'

/** Retrievers that specs can name, in the order in which help lists them. */
export const retrieverKinds: readonly RetrieverKind[] = [
  randomKind,
  catalogOrderKind,
  bm25Kind,
  denseKind,
  hybridKind,
  predictionsKind,
]
