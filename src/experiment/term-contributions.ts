import type { Catalog } from '../catalog/catalog.js'
import type { Retriever } from '../retrieval/retriever.js'
import type { Bm25Settings } from '../retrieval/retrievers/bm25.js'
import { defaultRecipe, readFields, type TextRecipe, weightedTexts } from '../retrieval/text-recipe.js'
import { isJsonObject } from '../text/json.js'
import { tokenizers } from '../text/tokenize.js'

/** BM25 as Assay has it by default. */
const DEFAULTS: Bm25Settings = { tokenizer: 't1', idf: 'lucene', k1: 1.2, b: 0.75, recipe: defaultRecipe }

/** The settings of a retriever that is BM25; undefined of every other. */
export function bm25SettingsOf({ identity }: Retriever): Bm25Settings | undefined {
  const { kind, tokenizer, idf, k1, b, recipe } = identity
  if (kind !== 'bm25' || typeof k1 !== 'number' || typeof b !== 'number' || !isJsonObject(recipe))
    return undefined
  const { fields, placeholders } = recipe
  if (typeof fields !== 'string') return undefined
  return {
    tokenizer: tokenizer === 't2' || tokenizer === 't3' ? tokenizer : 't1',
    idf: idf === 'okapi' ? 'okapi' : 'lucene',
    k1,
    b,
    recipe: {
      fields: fields.startsWith('default/') ? 'default' : readFields(fields),
      placeholders: placeholders === 'drop' ? 'drop' : 'keep',
    },
  }
}

/**
 * What each term of a query adds to the BM25 score of a tool, by the formula of `Bm25Index`: their sum is the score, but for
 * the rounding of each summand to 2^-36. Keeps how many tools hold each term, and the lengths of the tools; a tool that is
 * asked about is counted anew.
 */
export class TermContributions {
  readonly #catalog: Catalog
  readonly #settings: Bm25Settings
  /** Tools that hold a term. */
  readonly #holders = new Map<string, number>()
  readonly #meanLength: number
  /** Of Okapi's terms that more than half of the tools hold. */
  readonly #substitute: number
  readonly #counted = new Map<string, TermCount>()

  constructor(catalog: Catalog, settings: Bm25Settings = DEFAULTS) {
    this.#catalog = catalog
    this.#settings = settings
    let total = 0
    for (const tool of catalog.tools) {
      const { terms, length } = countTerms(tool, settings)
      total += length
      for (const term of terms.keys()) this.#holders.set(term, (this.#holders.get(term) ?? 0) + 1)
    }
    this.#meanLength = total / catalog.tools.length
    this.#substitute = settings.idf === 'okapi' ? this.#meanIdf() / 4 : 0
  }

  /** By term, those that add nothing left out; empty for a tool that the catalog lacks. */
  of(query: string, name: string): ReadonlyMap<string, number> {
    const added = new Map<string, number>()
    const counted = this.#count(name)
    if (counted === undefined) return added
    const { k1, b, tokenizer } = this.#settings
    const norm = k1 * (1 - b + (b * counted.length) / this.#meanLength)
    for (const term of tokenizers[tokenizer].tokens(query)) {
      const frequency = counted.terms.get(term)
      if (frequency === undefined) continue
      const weight = this.#idf(term) * (k1 + 1) * (frequency / (frequency + norm))
      if (weight !== 0) added.set(term, (added.get(term) ?? 0) + weight)
    }
    return added
  }

  #count(name: string): TermCount | undefined {
    const known = this.#counted.get(name)
    if (known !== undefined) return known
    const position = this.#catalog.position(name)
    const tool = position === undefined ? undefined : this.#catalog.tools[position]
    if (tool === undefined) return undefined
    const counted = countTerms(tool, this.#settings)
    this.#counted.set(name, counted)
    return counted
  }

  #rawIdf(holders: number): number {
    const odds = (this.#catalog.tools.length - holders + 0.5) / (holders + 0.5)
    return this.#settings.idf === 'lucene' ? Math.log1p(odds) : Math.log(odds)
  }

  #idf(term: string): number {
    const raw = this.#rawIdf(this.#holders.get(term) ?? 0)
    return raw < 0 ? this.#substitute : raw
  }

  #meanIdf(): number {
    let sum = 0
    for (const holders of this.#holders.values()) sum += this.#rawIdf(holders)
    return sum / this.#holders.size
  }
}

interface TermCount {
  readonly terms: ReadonlyMap<string, number>
  readonly length: number
}

function countTerms(
  tool: Catalog['tools'][number],
  { recipe, tokenizer }: { readonly recipe: TextRecipe; readonly tokenizer: Bm25Settings['tokenizer'] },
): TermCount {
  const terms = new Map<string, number>()
  let length = 0
  for (const { text, weight } of weightedTexts(tool, recipe)) {
    for (const term of tokenizers[tokenizer].tokens(text)) {
      length += weight
      terms.set(term, (terms.get(term) ?? 0) + weight)
    }
  }
  return { terms, length }
}
