import type { Catalog } from '../../catalog/catalog.js'
import type { Tool } from '../../catalog/tool.js'
import { randomStream } from '../../numeric/random.js'
import type { RetrieverIndex } from '../../retrieval/retriever.js'
import { joinedText, type TextRecipe } from '../../retrieval/text-recipe.js'
import { cutText } from '../../text/normalize.js'
import { serviceOf } from './anchor-order.js'
import type { EligibleTools } from './eligible-tools.js'

/** The text by which tools are alike: of the service and of the tool, and the names of its parameters. */
export const likenessRecipe: TextRecipe = {
  fields: (['nameWords', 'title', 'service', 'serviceDescription', 'description', 'parameters'] as const).map(
    (field) => ({
      field,
      weight: 1,
    }),
  ),
  placeholders: 'drop',
}

export interface NeighbourOptions {
  readonly catalog: Catalog
  readonly tools: EligibleTools
  /** Finds tools like a text. */
  readonly index: RetrieverIndex
  /** Neighbours wanted. */
  readonly count: number
  /** Of them, tools of the anchor's own service, as long as others are alike. */
  readonly mostSiblings: number
  readonly seed: number
}

export interface Neighbours {
  /** Positions, the most alike first; fewer than wanted where the catalog has too few classes. */
  readonly positions: readonly number[]
  /** How many of them are of the anchor's service. */
  readonly siblings: number
  /** How many, the last ones, were drawn by chance because too few are alike. */
  readonly atRandom: number
}

/** Characters of a tool's text that are searched for: the cost of a query grows with it. */
const QUERY_LENGTH = 2000
/** Rankings are looked through this deep. */
const DEPTH = 400

/** Eligible tools most like an anchor, none of its own class and no two of one class. */
export async function neighboursOf(anchor: number, options: NeighbourOptions): Promise<Neighbours> {
  const { catalog, tools, index, count, mostSiblings } = options
  const tool = catalog.tools[anchor] as Tool // a position of the catalog
  const query = cutText(joinedText(tool, likenessRecipe), QUERY_LENGTH)
  const [ranking = []] = await index.rank([{ id: tool.name, query, k: DEPTH }])
  const service = serviceOf(tool)
  const isSibling = (position: number): boolean =>
    service !== undefined && serviceOf(catalog.tools[position] as Tool) === service // as above
  const chosen = new Choice(anchor, tools)
  const surplus: number[] = []
  let siblings = 0
  for (const { name } of ranking) {
    if (chosen.positions.length >= count) break
    const position = catalog.position(name)
    if (position === undefined || !tools.isEligible(position)) continue
    if (isSibling(position) && siblings >= mostSiblings) surplus.push(position)
    else if (chosen.take(position) && isSibling(position)) siblings++
  }
  for (const position of surplus) if (chosen.positions.length < count) chosen.take(position)
  const alike = chosen.positions.length
  drawOthers(chosen, options, tool.name)
  const { positions } = chosen
  return { positions, siblings: positions.filter(isSibling).length, atRandom: positions.length - alike }
}

class Choice {
  readonly positions: number[] = []
  readonly #classes: EligibleTools['classes']
  readonly #used: Set<number | undefined>

  constructor(anchor: number, { classes }: EligibleTools) {
    this.#classes = classes
    this.#used = new Set([classes[anchor]])
  }

  take(position: number): boolean {
    const group = this.#classes[position]
    if (this.#used.has(group)) return false
    this.#used.add(group)
    this.positions.push(position)
    return true
  }
}

/** From a place that the anchor's name decides, in catalog order. */
function drawOthers(chosen: Choice, { tools, count, seed }: NeighbourOptions, name: string): void {
  const { positions } = tools
  if (positions.length === 0) return
  const start = randomStream(seed, `neighbours/${name}`).below(positions.length)
  for (let step = 0; step < positions.length && chosen.positions.length < count; step++) {
    chosen.take(positions[(start + step) % positions.length] as number) // in range
  }
}
