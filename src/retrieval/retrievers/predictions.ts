import type { Catalog } from '../../catalog/catalog.js'
import { InputError } from '../../errors.js'
import type { Notify } from '../../ports.js'
import { emptyObject } from '../../text/json.js'
import { defineRetrieverKind } from '../kind.js'
import {
  type PredictionFile,
  type PredictionList,
  predictionLists,
  readPredictions,
} from '../prediction-file.js'
import { cutHits, type Hit, poolPositions, toRanking } from '../ranking.js'
import { defineRetriever, type RankRequest, type Retriever } from '../retriever.js'
import { specError } from '../spec.js'

/**
 * Rankings made elsewhere, found by the item's id. Names are resolved as in gold, white space around a text aside; what
 * is no tool of the catalog, and a tool that was already named, are passed over and the rest moves up. Without scores
 * the order alone ranks, and there are no ties.
 */
export function predictions(
  file: PredictionFile,
  { path, notify }: { readonly path: string; readonly notify: Notify },
): Retriever {
  const suffix = file.list === 'trec' ? '' : `#${file.list}`
  return defineRetriever({
    id: `predictions:${path}${suffix}`,
    identity: Object.assign(emptyObject(), {
      kind: 'predictions',
      list: file.list,
      fingerprint: file.fingerprint,
    }),
    index(catalog) {
      const { hitsById, strangers, repeats } = resolve(file, catalog)
      if (strangers.count > 0) {
        notify(
          `${path}: ${strangers.count} names are not in the catalog and were passed over, e.g. ${strangers.examples.join(', ')}`,
        )
      }
      if (repeats > 0) notify(`${path}: ${repeats} tools were named again for the same item and passed over`)
      const covers = ({ id }: RankRequest): boolean => id !== undefined && hitsById.has(id)
      return {
        covers,
        rank(requests) {
          const missing = requests.filter((request) => !covers(request))
          if (missing.length > 0) throw missingPredictions(missing, path)
          return requests.map(({ id, k, pool }) => {
            const hits = hitsById.get(id ?? '') ?? []
            if (pool === undefined) return toRanking(catalog, cutHits(hits, k))
            const among = new Set(poolPositions(catalog, pool))
            return toRanking(
              catalog,
              cutHits(
                hits.filter(({ position }) => among.has(position)),
                k,
              ),
            )
          })
        },
      }
    },
  })
}

interface Resolution {
  readonly hitsById: ReadonlyMap<string, readonly Hit[]>
  readonly strangers: { readonly count: number; readonly examples: readonly string[] }
  readonly repeats: number
}

function resolve(file: PredictionFile, catalog: Catalog): Resolution {
  const hitsById = new Map<string, readonly Hit[]>()
  const examples = new Set<string>()
  let strangers = 0
  let repeats = 0
  for (const [id, { names, scores }] of file.byId) {
    const hits = new Map<number, Hit>()
    for (const [index, name] of names.entries()) {
      const position = catalog.position(name) ?? catalog.position(name.trim())
      if (position === undefined) {
        strangers++
        if (examples.size < 3) examples.add(JSON.stringify(name.slice(0, 80)))
      } else if (hits.has(position)) {
        repeats++
      } else {
        hits.set(position, { position, score: scores?.[index] ?? names.length - index })
      }
    }
    hitsById.set(id, [...hits.values()])
  }
  return { hitsById, strangers: { count: strangers, examples: [...examples] }, repeats }
}

function missingPredictions(missing: readonly RankRequest[], path: string): InputError {
  const named = missing.slice(0, 3).map(({ id }) => (id === undefined ? 'an item without id' : `"${id}"`))
  const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : ''
  return new InputError({
    code: 'predictions-missing',
    what: `There is no prediction for ${named.join(', ')}${more}.`,
    where: path,
    fix: 'Add a line for each item (an empty list where nothing was found), or leave these items out.',
  })
}

const usage = 'predictions:FILE[#ranked|#constrained|#free]'

export const predictionsKind = defineRetrieverKind({
  id: 'predictions',
  usage,
  describes: 'rankings made elsewhere: a TREC run, or JSONL of {id, ranked | constrained | free}',
  async open(argument, { files, notify }) {
    if (argument === '') throw specError('The file is missing.', { spec: 'predictions:', usage })
    const { path, list } = pathAndList(argument)
    return predictions(await readPredictions(files, path, list), { path, notify })
  },
})

/** The part after the last `#` names a list only when it is one of their words; paths may hold `#`. */
function pathAndList(argument: string): { readonly path: string; readonly list?: PredictionList } {
  const hash = argument.lastIndexOf('#')
  const list = hash <= 0 ? undefined : predictionLists.find((name) => name === argument.slice(hash + 1))
  return list === undefined ? { path: argument } : { path: argument.slice(0, hash), list }
}
