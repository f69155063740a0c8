import { splitJoinedName } from '../catalog/alias.js'
import type { Catalog } from '../catalog/catalog.js'
import { findEquivalence } from '../catalog/lint/equivalence.js'
import type { Tool } from '../catalog/tool.js'
import { randomStream } from '../numeric/random.js'
import { UnionFind } from '../numeric/union-find.js'
import type { RetrieverIndex } from '../retrieval/retriever.js'
import { defaultRecipe, joinedText } from '../retrieval/text-recipe.js'
import { cutText } from '../text/normalize.js'
import { documentationOf } from './tool-documentation.js'

/** Tools that say the same, by position: equal numbers are one class. */
export type ToolClasses = Int32Array

export interface NegativeOptions {
  readonly catalog: Catalog
  readonly classes: ToolClasses
  /** Finds tools like a text. */
  readonly index: RetrieverIndex
  /** Negatives wanted for each tool, 1 upward. */
  readonly count: number
  readonly seed: number
}

/** The wrong options of one tool. No two are of one class, none is of the tool's own. */
export interface Negatives {
  /** Positions, the most alike first; fewer than asked for where the catalog has too few classes. */
  readonly positions: readonly number[]
  /** How many of them, the last ones, were drawn at random because too few tools are alike. */
  readonly atRandom: number
}

/** Characters of a tool's text that are searched for: the cost of a query grows with it. */
const QUERY_LENGTH = 2000
/** Rankings are cut here at the second try; who has no negatives in it is given random ones. */
const DEEP = 512

/**
 * The classes of tools that any answer could mean: near-duplicates as the lint finds them, and tools whose
 * documentation is the same text. "Near" counts too where services differ: a negative must be wrong, not just other.
 */
export async function toolClasses(tools: readonly Tool[], pause?: () => Promise<void>): Promise<ToolClasses> {
  const sets = new UnionFind(tools.length)
  const { classes } = await findEquivalence(tools, {
    maxPairs: 0,
    ...(pause === undefined ? {} : { pause }),
  })
  for (const { tools: members } of classes) {
    for (const member of members) sets.union(members[0] as number, member) // classes are not empty
  }
  const first = new Map<string, number>()
  for (const [position, tool] of tools.entries()) {
    const { text } = documentationOf(tool)
    const earlier = first.get(text)
    if (earlier === undefined) first.set(text, position)
    else sets.union(earlier, position)
  }
  return Int32Array.from(tools, (_, position) => sets.find(position))
}

/**
 * Hard negatives: for each tool those most like it, by a retriever over the whole catalog, one a class. At most half
 * of them (rounded up) are of the tool's own service as long as others are alike, so that the choice is not only among
 * siblings. What is still missing is drawn at random, seeded by the tool's name.
 */
export async function hardNegatives(
  positions: readonly number[],
  options: NegativeOptions,
): Promise<readonly Negatives[]> {
  const first = await search(positions, options.count * 4 + 16, options)
  const choices = first.map((hits, at) => choose(positions[at] as number, hits, options)) // one a position
  const short = choices.flatMap((choice, at) => (choice.length < options.count ? [at] : []))
  if (short.length > 0 && options.catalog.tools.length > options.count * 4 + 16) {
    const deep = await search(
      short.map((at) => positions[at] as number), // as above
      DEEP,
      options,
    )
    for (const [place, at] of short.entries()) {
      choices[at] = choose(positions[at] as number, deep[place] ?? [], options) // as above
    }
  }
  return choices.map((choice, at) => fill(positions[at] as number, choice, options)) // as above
}

async function search(
  positions: readonly number[],
  k: number,
  { catalog, index }: NegativeOptions,
): Promise<readonly (readonly number[])[]> {
  const requests = positions.map((position) => {
    const tool = catalog.tools[position] as Tool // positions are of the catalog
    return { id: tool.name, query: cutText(joinedText(tool, defaultRecipe), QUERY_LENGTH), k }
  })
  const rankings = await index.rank(requests)
  return rankings.map((ranking) =>
    ranking.slice(0, k).flatMap(({ name }) => {
      const position = catalog.position(name)
      return position === undefined ? [] : [position]
    }),
  )
}

function choose(
  position: number,
  hits: readonly number[],
  { catalog, classes, count }: NegativeOptions,
): readonly number[] {
  const service = serviceOf(catalog.tools[position])
  const used = new Set([classes[position]])
  const chosen: number[] = []
  const surplus: number[] = []
  let siblings = 0
  for (const hit of hits) {
    if (chosen.length === count) break
    const group = classes[hit]
    if (used.has(group)) continue
    const isSibling = service !== undefined && serviceOf(catalog.tools[hit]) === service
    if (isSibling && siblings >= Math.ceil(count / 2)) {
      surplus.push(hit)
      continue
    }
    if (isSibling) siblings++
    used.add(group)
    chosen.push(hit)
  }
  for (const hit of surplus) {
    if (chosen.length === count) break
    const group = classes[hit]
    if (used.has(group)) continue
    used.add(group)
    chosen.push(hit)
  }
  return chosen
}

/** Draws before the rest of the catalog is gone through in order. */
const DRAWS = 64

function fill(position: number, chosen: readonly number[], options: NegativeOptions): Negatives {
  const { catalog, classes, count, seed } = options
  if (chosen.length === count) return { positions: chosen, atRandom: 0 }
  const positions = [...chosen]
  const used = new Set([position, ...chosen].map((member) => classes[member]))
  const take = (candidate: number): void => {
    const group = classes[candidate]
    if (used.has(group)) return
    used.add(group)
    positions.push(candidate)
  }
  const size = catalog.tools.length
  const random = randomStream(seed, `negatives/${catalog.tools[position]?.name}`)
  for (let draw = 0; draw < DRAWS && positions.length < count; draw++) take(random.below(size))
  const start = random.below(size)
  for (let step = 0; step < size && positions.length < count; step++) take((start + step) % size)
  return { positions, atRandom: positions.length - chosen.length }
}

function serviceOf(tool: Tool | undefined): string | undefined {
  return tool?.service ?? (tool === undefined ? undefined : splitJoinedName(tool.name)?.service)
}
