import type { Catalog } from '../catalog/catalog.js'
import { randomStream } from '../numeric/random.js'
import { Bm25Index } from '../retrieval/bm25-index.js'
import { defaultRecipe, joinedText, weightedTexts } from '../retrieval/text-recipe.js'
import { tokenizers } from '../text/tokenize.js'

/** What is shown beside gold: any tools, or those whose texts are most like that of gold. */
export type DistractorKind = 'random' | 'confusable'

/** Whose distractors are wanted. */
export interface DistractorRequest {
  /** Of the item; its draws depend on nothing else but the seed. */
  readonly id: string
  /** What the item asks; where no tool is gold, likeness is to this. */
  readonly query: string
  /** Positions of gold. */
  readonly gold: readonly number[]
  /** Positions that are never shown: other equals, tools that would do as well. Gold is left out anyway. */
  readonly barred: ReadonlySet<number>
  /** How many are wanted. */
  readonly most: number
}

/**
 * Orders the other tools of a catalog for each item, so that the first n of them are what is shown at every size: what is
 * shown at a smaller size is shown at every larger one. Confusable ones stand by falling BM25 score of gold's own text as a
 * query; where that finds no more, random ones follow.
 */
export class Distractors {
  readonly #catalog: Catalog
  readonly #seed: number
  readonly #index: Bm25Index | undefined

  constructor(catalog: Catalog, { kind, seed }: { readonly kind: DistractorKind; readonly seed: number }) {
    this.#catalog = catalog
    this.#seed = seed
    this.#index =
      kind === 'random'
        ? undefined
        : new Bm25Index(
            catalog.tools.map((tool) => weightedTexts(tool, defaultRecipe)),
            { tokenizer: tokenizers.t1, idf: 'lucene', k1: 1.2, b: 0.75 },
          )
  }

  /** Positions, in order; fewer where the catalog has no more. */
  order(request: DistractorRequest): Int32Array {
    const { gold, barred, most } = request
    const taken = new Set([...gold, ...barred])
    const order: number[] = []
    for (const position of this.#likest(request)) {
      if (order.length >= most) break
      if (taken.has(position)) continue
      taken.add(position)
      order.push(position)
    }
    for (const position of this.#random(request.id)) {
      if (order.length >= most) break
      if (taken.has(position)) continue
      taken.add(position)
      order.push(position)
    }
    return Int32Array.from(order)
  }

  #likest({ query, gold, barred, most }: DistractorRequest): readonly number[] {
    if (this.#index === undefined) return []
    const texts = gold.flatMap((position) => {
      const tool = this.#catalog.tools[position]
      return tool === undefined ? [] : [joinedText(tool, defaultRecipe)]
    })
    const text = texts.length === 0 ? query : texts.join(' ')
    return this.#index.search({ text, k: most + gold.length + barred.size }).map(({ position }) => position)
  }

  /** Every position once, in random order; drawn one by one, for few of many are wanted. */
  *#random(id: string): Generator<number> {
    const random = randomStream(this.#seed, `distractors ${id}`)
    const moved = new Map<number, number>()
    for (let left = this.#catalog.tools.length; left > 0; left--) {
      const place = random.below(left)
      yield moved.get(place) ?? place
      moved.set(place, moved.get(left - 1) ?? left - 1)
    }
  }
}
