import { emptyObject } from '../../text/json.js'
import { defineRetrieverKind } from '../kind.js'
import { cutHits, poolPositions, toRanking } from '../ranking.js'
import { defineRetriever, type Retriever } from '../retriever.js'
import { specError } from '../spec.js'

/** Tools in catalog order, whatever the query: the floor any retriever must beat. */
export const catalogOrder: Retriever = defineRetriever({
  id: 'catalog-order',
  identity: Object.assign(emptyObject(), { kind: 'catalog-order' }),
  index: (catalog) => ({
    rank: (requests) =>
      requests.map(({ k, pool }) => {
        const positions = pool === undefined ? catalog.tools.slice(0, k).keys() : poolPositions(catalog, pool)
        const hits = Array.from(positions, (position) => ({
          position,
          score: catalog.tools.length - position,
        }))
        return toRanking(catalog, cutHits(hits, k))
      }),
  }),
})

export const catalogOrderKind = defineRetrieverKind({
  id: 'catalog-order',
  usage: 'catalog-order',
  describes: 'tools in catalog order, whatever the query',
  open(argument) {
    if (argument !== '') {
      throw specError('catalog-order takes no options.', {
        spec: `catalog-order:${argument}`,
        usage: 'catalog-order',
      })
    }
    return catalogOrder
  },
})
