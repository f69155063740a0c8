import type { Catalog } from '../../catalog/catalog.js'
import { Bm25Index } from '../../retrieval/bm25-index.js'
import { defaultRecipe, joinedText, weightedTexts } from '../../retrieval/text-recipe.js'
import { cutText } from '../../text/normalize.js'
import { tokenizers } from '../../text/tokenize.js'
import type { ToolView } from './retrieval-page.js'

const NEIGHBOURS = 5
/** Characters of a tool's text that are searched for. */
const QUERY_LENGTH = 1000

/** Tools that BM25 finds for the text of each of the named ones, itself left out. */
export function nearestTools(
  catalog: Catalog,
  names: readonly string[],
): ReadonlyMap<string, NonNullable<ToolView['neighbours']>> {
  const index = new Bm25Index(
    catalog.tools.map((tool) => weightedTexts(tool, defaultRecipe)),
    { tokenizer: tokenizers.t1, idf: 'lucene', k1: 1.2, b: 0.75 },
  )
  const nearest = new Map<string, NonNullable<ToolView['neighbours']>>()
  for (const name of names) {
    const position = catalog.position(name)
    const tool = position === undefined ? undefined : catalog.tools[position]
    if (tool === undefined) continue
    const text = cutText(joinedText(tool, defaultRecipe), QUERY_LENGTH)
    const found = index.search({ text, k: NEIGHBOURS + 1 }).flatMap(({ position: at, score }) => {
      const other = catalog.tools[at]
      return other === undefined || at === position ? [] : [{ name: other.name, score }]
    })
    nearest.set(name, found.slice(0, NEIGHBOURS))
  }
  return nearest
}
