import { mix32, murmur3 } from '../../numeric/murmur3.js'
import { randomStream } from '../../numeric/random.js'
import { emptyObject } from '../../text/json.js'
import { defineRetrieverKind } from '../kind.js'
import { bestHits, cutHits, poolPositions, toRanking } from '../ranking.js'
import { defineRetriever, type Retriever } from '../retriever.js'
import { specNumber, specParts, unknownOption } from '../spec.js'

const usage = 'random[:seed=N]'

/**
 * A random order of the tools for each query. A tool's score depends on the seed, the query and the tool's name alone:
 * other queries, other tools and the catalog's order do not move it. Uniform in [0, 1).
 */
export function randomRetriever(seed: number): Retriever {
  return defineRetriever({
    id: 'random',
    identity: Object.assign(emptyObject(), { kind: 'random', seed }),
    index(catalog) {
      const hashes = new Uint32Array(2 * catalog.tools.length)
      for (const [position, { name }] of catalog.tools.entries()) {
        const units = Array.from({ length: name.length }, (_, index) => name.charCodeAt(index))
        hashes[2 * position] = murmur3(units, 1)
        hashes[2 * position + 1] = murmur3(units, 2)
      }
      return {
        rank: (requests) =>
          requests.map(({ query, k, pool }) => {
            const score = scoreFor(seed, query, hashes)
            if (pool === undefined) {
              return toRanking(
                catalog,
                bestHits(
                  Float64Array.from(catalog.tools, (_, at) => score(at)),
                  k,
                ),
              )
            }
            const hits = poolPositions(catalog, pool).map((position) => ({
              position,
              score: score(position),
            }))
            return toRanking(catalog, cutHits(hits, k))
          }),
      }
    },
  })
}

function scoreFor(seed: number, query: string, hashes: Uint32Array): (position: number) => number {
  const random = randomStream(seed, `retriever random\u0000${query}`)
  const high = random.below(2 ** 31 - 1)
  const low = random.below(2 ** 31 - 1)
  return (position) => {
    const first = mix32((hashes[2 * position] ?? 0) ^ high)
    const second = mix32((hashes[2 * position + 1] ?? 0) ^ low)
    return (first * 2 ** 21 + (second >>> 11)) / 2 ** 53
  }
}

export const randomKind = defineRetrieverKind({
  id: 'random',
  usage,
  describes: 'tools in random order, seeded for each query',
  open(argument, context) {
    const place = { spec: `random:${argument}`, usage }
    let seed = context.seed
    for (const part of specParts(argument)) {
      if (part.name !== 'seed') throw unknownOption(part, ['seed='], place)
      seed = specNumber(part, { from: 0, to: Number.MAX_SAFE_INTEGER, isWhole: true }, place)
    }
    return randomRetriever(seed)
  },
})
