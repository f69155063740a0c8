import type { Catalog } from '../catalog/catalog.js'
import { VectorTable } from '../numeric/vector-table.js'
import type { EmbeddingSource } from './embedding-client.js'
import { cutHits, type Hit, poolPositions, toRanking } from './ranking.js'
import type { Ranking, RankRequest, RetrieverIndex } from './retriever.js'
import { openVectorCache, type VectorCache, type VectorCacheOptions, vectorKey } from './vector-cache.js'

export interface DenseIndexOptions {
  readonly client: EmbeddingSource
  /** The text of each tool, in catalog order; a blank one is never found. */
  readonly texts: readonly string[]
  readonly textOfQuery: (query: string) => string
  /** For the vectors of the tools and for those of queries. */
  readonly caches: {
    readonly tools: VectorCacheOptions
    /** By the dimensions of the tools' vectors, which those of queries must have. */
    readonly queries: (dimensions: number) => VectorCacheOptions
  }
}

/**
 * Ranks by cosine over the vectors of all tools, exactly. Tools with the same text share a vector and tie. Blank queries
 * find nothing.
 */
export async function denseIndex(catalog: Catalog, options: DenseIndexOptions): Promise<RetrieverIndex> {
  const { rowOf, positionsOf, texts } = distinctTexts(options.texts)
  const table = await embedRows(texts, options)
  const queries = new QueryVectors(options)

  const rankOne = ({ pool }: RankRequest, vector: Float32Array, hits: readonly Hit[]): readonly Hit[] => {
    if (pool === undefined) return hits
    return poolPositions(catalog, pool).flatMap((position) => {
      const row = rowOf[position] ?? NO_ROW
      return row === NO_ROW ? [] : [{ position, score: table.score(row, vector) }]
    })
  }

  return {
    async rank(requests) {
      if (table.rowCount === 0) return requests.map(() => [])
      const vectors = await queries.of(requests.map(({ query }) => query))
      const searched = requests.flatMap((request, index) => {
        const vector = vectors[index]
        return vector === undefined || request.pool !== undefined ? [] : [{ index, vector }]
      })
      const k = requests.reduce((largest, request) => Math.max(largest, request.k), 1)
      const found = table.nearest(
        searched.map(({ vector }) => vector),
        k,
      )
      const hitsOf = new Map<number, readonly Hit[]>()
      for (const [at, { index }] of searched.entries()) {
        const neighbours = found[at] ?? []
        hitsOf.set(
          index,
          neighbours.flatMap(({ row, score }) =>
            (positionsOf[row] ?? []).map((position) => ({ position, score })),
          ),
        )
      }
      return requests.map((request, index): Ranking => {
        const vector = vectors[index]
        if (vector === undefined) return []
        return toRanking(catalog, cutHits(rankOne(request, vector, hitsOf.get(index) ?? []), request.k))
      })
    },
  }
}

const NO_ROW = -1

interface DistinctTexts {
  readonly texts: readonly string[]
  /** By position in the catalog; `NO_ROW` for a blank text. */
  readonly rowOf: readonly number[]
  readonly positionsOf: readonly (readonly number[])[]
}

function distinctTexts(all: readonly string[]): DistinctTexts {
  const rows = new Map<string, number>()
  const positionsOf: number[][] = []
  const rowOf = all.map((text, position) => {
    if (text.trim() === '') return NO_ROW
    const row = rows.get(text) ?? rows.size
    rows.set(text, row)
    positionsOf[row] ??= []
    positionsOf[row].push(position)
    return row
  })
  return { texts: [...rows.keys()], rowOf, positionsOf }
}

/** The vectors of all texts, from the cache or the endpoint, at length 1. */
async function embedRows(
  texts: readonly string[],
  { client, caches }: DenseIndexOptions,
): Promise<VectorTable> {
  const keys = texts.map(vectorKey)
  const rows = new Map(keys.map((key, row) => [key, row]))
  const isFilled = new Uint8Array(texts.length)
  let vectors = new Float32Array(0)
  const fill = (row: number, vector: Float32Array): void => {
    if (vectors.length === 0) vectors = new Float32Array(texts.length * vector.length)
    vectors.set(toUnitLength(vector), row * vector.length)
    isFilled[row] = 1
  }
  const cache = await openVectorCache(caches.tools, (key, vector) => {
    const row = rows.get(key)
    if (row !== undefined) fill(row, vector)
  })
  client.dimensions ??= cache.dimensions
  const missing = texts.flatMap((text, row) => (isFilled[row] === 1 ? [] : [{ text, row }]))
  await client.embed(
    missing.map(({ text }) => text),
    async ({ start, vectors: fresh }) => {
      const entries = fresh.flatMap((vector, at) => {
        const place = missing[start + at]
        return place === undefined ? [] : [{ ...place, vector, key: keys[place.row] ?? '' }]
      })
      await cache.append(entries)
      for (const { row, vector } of entries) fill(row, vector)
    },
  )
  return new VectorTable(vectors, client.dimensions ?? 1)
}

/** Vectors of queries, each asked for once. */
class QueryVectors {
  readonly #options: DenseIndexOptions
  readonly #known = new Map<string, Float32Array>()
  #cache: VectorCache | undefined

  constructor(options: DenseIndexOptions) {
    this.#options = options
  }

  /** In order; undefined for a blank query. */
  async of(queries: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
    const { client, caches, textOfQuery } = this.#options
    const remember = (key: string, vector: Float32Array): void => {
      this.#known.set(key, toUnitLength(vector))
    }
    this.#cache ??= await openVectorCache(caches.queries(client.dimensions ?? 0), remember)
    const cache = this.#cache
    const asked = queries.map((query) => (query.trim() === '' ? undefined : textOfQuery(query)))
    const texts = [...new Set(asked)].flatMap((text) =>
      text === undefined || this.#known.has(vectorKey(text)) ? [] : [text],
    )
    await client.embed(texts, async ({ start, vectors }) => {
      const entries = vectors.map((vector, at) => ({ key: vectorKey(texts[start + at] ?? ''), vector }))
      await cache.append(entries)
      for (const { key, vector } of entries) remember(key, vector)
    })
    return asked.map((text) => (text === undefined ? undefined : this.#known.get(vectorKey(text))))
  }
}

function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return vector.map((value) => value / length)
}
