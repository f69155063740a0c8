import type { RetrievalItem } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { Tool } from '../../catalog/tool.js'
import { InputError } from '../../errors.js'
import { Bm25Index } from '../../retrieval/bm25-index.js'
import { defaultRecipe, weightedTexts } from '../../retrieval/text-recipe.js'
import { printable } from '../../text/printable.js'
import { tokenizers } from '../../text/tokenize.js'
import { defineRunTask, type Shortlist, type TaskContext } from '../plan.js'
import { conversationRequest, unfitForConversation } from './conversation.js'

/** The largest catalog that is shown whole by default. */
const WHOLE_CATALOG = 100
/** How many tools of a larger one are shown. */
const SHORTLIST = 50
/** A description is shown up to here; those of real catalogs have a few hundred characters. */
const MAX_DESCRIPTION = 1000

/**
 * Retrieval by a model: it is shown tools, one a line, and names those that a request needs, the best first. A shortlist
 * bounds what it can find; the variant says which was shown.
 */
export const retrievalTask = defineRunTask<RetrievalItem>({
  kind: 'retrieval',
  version: 1,
  unfit: unfitForConversation,
  variants: (item, context) => [showing(item, context).variant],
  requests(item, context) {
    const { catalog, shortlist, variant } = showing(item, context)
    const tools = shownTools(item, catalog, shortlist)
    const list = tools.map(lineOf).join('\n')
    const content = `Tools, one a line:\n${list}\n\nRequest: ${item.query}\n\nWhich of these tools does the request need? Answer with their names alone, exactly as written above, one a line, the best first.`
    return [
      {
        item: item.id,
        variant,
        request: conversationRequest({ messages: [{ role: 'user', content }] }, context),
      },
    ]
  },
})

interface Showing {
  readonly catalog: Catalog
  readonly shortlist: Shortlist
  readonly variant: string
}

/** @throws {InputError} `catalog-missing`. */
function showing({ id }: RetrievalItem, { catalog, shortlist }: TaskContext): Showing {
  if (catalog === undefined) {
    throw new InputError({
      code: 'catalog-missing',
      what: 'Retrieval items are asked by showing tools, and no catalog is named.',
      where: `item ${JSON.stringify(id)}`,
      fix: 'Name it with --catalog.',
    })
  }
  const chosen = shortlist ?? (catalog.tools.length <= WHOLE_CATALOG ? 'all' : SHORTLIST)
  const variant = chosen === 'all' ? 'catalog' : chosen === 'pool' ? 'pool' : `shortlist-${chosen}`
  return { catalog, shortlist: chosen, variant }
}

function shownTools(
  { query, pool = [] }: RetrievalItem,
  catalog: Catalog,
  shortlist: Shortlist,
): readonly Tool[] {
  const { tools } = catalog
  if (shortlist === 'all') return tools
  const places =
    shortlist === 'pool'
      ? pool.map((name) => catalog.position(name)).filter((place) => place !== undefined)
      : indexOf(catalog)
          .search({ text: query, k: shortlist })
          .slice(0, shortlist)
          .map(({ position }) => position)
  return [...new Set(places)].map((place) => tools[place] as Tool) // places of tools
}

const indexes = new WeakMap<Catalog, Bm25Index>()

function indexOf(catalog: Catalog): Bm25Index {
  const known = indexes.get(catalog)
  if (known !== undefined) return known
  const texts = catalog.tools.map((tool) => weightedTexts(tool, defaultRecipe))
  const index = new Bm25Index(texts, { tokenizer: tokenizers.t1, idf: 'lucene', k1: 1.2, b: 0.75 })
  indexes.set(catalog, index)
  return index
}

function lineOf({ name, description }: Tool): string {
  if (description === undefined) return name
  return `${name}: ${printable(description.replace(/\s+/g, ' ').trim(), { maxLength: MAX_DESCRIPTION })}`
}
