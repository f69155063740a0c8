import type { Benchmark } from '../benchmark/item.js'
import { resolveItems } from '../benchmark/resolve.js'
import type { Catalog } from '../catalog/catalog.js'
import { AssayError } from '../errors.js'
import type { BeamSettings } from '../parametric/beam-search.js'
import { decodeItems } from '../parametric/decode-items.js'
import type { DecodedQuery } from '../parametric/decode-query.js'
import type { TokenSource } from '../parametric/next-tokens.js'
import type { FailedQuery } from '../parametric/query-answer.js'
import { reachableItems } from '../parametric/reachable-items.js'
import type { TokenMap } from '../parametric/token-map.js'
import { type TokenizedMap, tokenizeMap } from '../parametric/tokenize-map.js'
import type { InternalizationScore } from '../score/parametric/internalization.js'
import { scoreParametric } from '../score/parametric/score-parametric.js'
import type { Score } from '../score/score.js'

export interface RecallRequest {
  readonly source: TokenSource
  readonly catalog: Catalog
  readonly map: TokenMap
  readonly beams: BeamSettings
  /** The tokens that end an output. */
  readonly end: readonly number[]
  /** What is asked, and what answers are held against: one and the same, in a sound instrument. */
  readonly asked: Benchmark
  readonly gold: Benchmark
  readonly ks: readonly number[]
  /** Default both. */
  readonly ways?: readonly ('constrained' | 'free')[]
  /** Put between the tokenized map and decoding. */
  readonly mask?: (tokens: TokenizedMap) => TokenizedMap
  readonly signal: AbortSignal
  /** Called after each query. */
  readonly done?: (count: number) => void
}

export interface Recalled {
  readonly decoded: readonly DecodedQuery[]
  readonly failed: readonly FailedQuery[]
  /** The map as it was tokenized, before the mask had it. */
  readonly tokens: TokenizedMap
  readonly scores: readonly (Score | InternalizationScore)[]
}

/** Point estimates are all that calibration compares. */
const RESAMPLES = 1

/** Recall under the trie and free, as `assay parametric` measures it, without intervals. */
export async function recallInMemory(request: RecallRequest): Promise<Recalled> {
  const { source, catalog, map, beams, end, asked, gold, ks, mask, signal, done, ways } = request
  const tokens = await tokenizeMap(map, catalog, source.prompts)
  const decoded: DecodedQuery[] = []
  const failed: FailedQuery[] = []
  const { answers } = await decodeItems({
    ...beams,
    source,
    tokens: mask === undefined ? tokens : mask(tokens),
    end,
    ...(ways === undefined ? {} : { ways }),
    prompt: {},
    queries: asked.items.flatMap((item) =>
      item.kind === 'retrieval' ? [{ id: item.id, query: item.query }] : [],
    ),
    done: async (one, count) => {
      signal.throwIfAborted()
      if ('answer' in one) decoded.push(one)
      else failed.push(one)
      done?.(count)
    },
  }).catch((error: unknown) => {
    // Not one query could be decoded: whoever looks at the failed ones sees why.
    if (!(error instanceof AssayError) || failed.length === 0) throw error
    return { answers: [] }
  })
  const isReachable = (name: string): boolean => tokens.reachable.has(catalog.position(name) ?? -1)
  const { scores } = scoreParametric({
    catalog,
    items: reachableItems(resolveItems(gold.items, catalog).items, isReachable).items,
    answers: new Map(answers.map((answer) => [answer.id, answer])),
    ks,
    candidates: tokens.reachable.size,
    services: false,
    seed: 0,
    resamples: RESAMPLES,
  })
  return { decoded, failed, tokens, scores }
}
