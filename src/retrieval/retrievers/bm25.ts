import type { Catalog } from '../../catalog/catalog.js'
import { emptyObject } from '../../text/json.js'
import { type TokenizerId, tokenizers } from '../../text/tokenize.js'
import { Bm25Index } from '../bm25-index.js'
import { defineRetrieverKind } from '../kind.js'
import { poolPositions, toRanking } from '../ranking.js'
import { defineRetriever, type Retriever } from '../retriever.js'
import { type SpecPart, type SpecPlace, specError, specNumber, specParts, unknownOption } from '../spec.js'
import {
  defaultRecipe,
  readFields,
  recipeToJson,
  type TextRecipe,
  type WeightedText,
  weightedTexts,
  writeFields,
} from '../text-recipe.js'

export interface Bm25Settings {
  readonly tokenizer: TokenizerId
  readonly idf: 'lucene' | 'okapi'
  /** Default 1.2 for Lucene, 1.5 for Okapi. */
  readonly k1: number
  /** Default 0.75. */
  readonly b: number
  readonly recipe: TextRecipe
}

const DEFAULT_B = 0.75
const DEFAULT_K1 = { lucene: 1.2, okapi: 1.5 } as const

/** BM25 over the recipe's texts; formula at `Bm25Index`. Absent settings take their defaults: T1, Lucene. */
export function bm25(settings: Partial<Bm25Settings> = {}): Retriever {
  const { tokenizer = 't1', idf = 'lucene', b = DEFAULT_B, recipe = defaultRecipe } = settings
  const k1 = settings.k1 ?? DEFAULT_K1[idf]
  const complete = { tokenizer, idf, k1, b, recipe }
  return defineRetriever({
    id: specOf(complete),
    identity: Object.assign(emptyObject(), {
      kind: 'bm25',
      version: 1,
      tokenizer,
      idf,
      k1,
      b,
      recipe: recipeToJson(recipe),
    }),
    index(catalog) {
      const index = new Bm25Index(textsOf(catalog, recipe), { tokenizer: tokenizers[tokenizer], idf, k1, b })
      return {
        rank: (requests) =>
          requests.map(({ query, k, pool }) => {
            const among = pool === undefined ? {} : { among: poolPositions(catalog, pool) }
            return toRanking(catalog, index.search({ text: query, k, ...among }))
          }),
      }
    },
  })
}

function* textsOf(catalog: Catalog, recipe: TextRecipe): Generator<readonly WeightedText[]> {
  for (const tool of catalog.tools) yield weightedTexts(tool, recipe)
}

/** The shortest spec that names these settings. */
function specOf({ tokenizer, idf, k1, b, recipe }: Bm25Settings): string {
  const parts: string[] = []
  if (tokenizer !== 't1') parts.push(tokenizer)
  if (idf !== 'lucene') parts.push(idf)
  if (k1 !== DEFAULT_K1[idf]) parts.push(`k1=${k1}`)
  if (b !== DEFAULT_B) parts.push(`b=${b}`)
  if (recipe.fields !== 'default') parts.push(`fields=${writeFields(recipe.fields)}`)
  if (recipe.placeholders !== 'keep') parts.push(`placeholders=${recipe.placeholders}`)
  return parts.length === 0 ? 'bm25' : `bm25:${parts.join(',')}`
}

const usage =
  'bm25[:t1|t2|t3,lucene|okapi,k1=NUMBER,b=NUMBER,fields=FIELD[^WEIGHT]+…,placeholders=keep|drop], e.g. bm25:t3,okapi'

const optionNames = ['t1', 't2', 't3', 'lucene', 'okapi', 'k1=', 'b=', 'fields=', 'placeholders='] as const

export const bm25Kind = defineRetrieverKind({
  id: 'bm25',
  usage,
  describes: 'term statistics (Okapi BM25), in memory',
  open(argument) {
    const place = { spec: `bm25:${argument}`, usage }
    let settings: Partial<Bm25Settings> = {}
    for (const part of specParts(argument)) {
      settings = { ...settings, ...readPart(part, settings.recipe ?? defaultRecipe, place) }
    }
    return bm25(settings)
  },
})

function readPart(part: SpecPart, recipe: TextRecipe, place: SpecPlace): Partial<Bm25Settings> {
  const { name, value } = part
  switch (value === undefined ? name : `${name}=`) {
    case 't1':
    case 't2':
    case 't3':
      return { tokenizer: name as TokenizerId } // one of the three cases above
    case 'lucene':
    case 'okapi':
      return { idf: name as Bm25Settings['idf'] } // one of the two cases above
    case 'k1=':
      return { k1: specNumber(part, { from: 0, to: 100 }, place) }
    case 'b=':
      return { b: specNumber(part, { from: 0, to: 1 }, place) }
    case 'fields=':
      return { recipe: { ...recipe, fields: readFields(value ?? '') } }
    case 'placeholders=':
      return { recipe: { ...recipe, placeholders: readPlaceholders(value, place) } }
    default:
      throw unknownOption(part, optionNames, place)
  }
}

function readPlaceholders(value: string | undefined, place: SpecPlace): TextRecipe['placeholders'] {
  if (value === 'keep' || value === 'drop') return value
  throw specError(`placeholders is keep or drop, not "${value ?? ''}".`, place)
}
