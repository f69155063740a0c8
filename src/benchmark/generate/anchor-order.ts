import { splitJoinedName } from '../../catalog/alias.js'
import type { Catalog } from '../../catalog/catalog.js'
import type { Tool } from '../../catalog/tool.js'
import { randomStream, shuffled } from '../../numeric/random.js'
import type { EligibleTools } from './eligible-tools.js'

/** What a tool belongs to: its service, else what its name says before `&&`, else undefined. */
export function serviceOf(tool: Tool): string | undefined {
  return tool.service ?? splitJoinedName(tool.name)?.service
}

/** What a tool's items are alike by. */
export function clusterOf(tool: Tool): string {
  return serviceOf(tool) ?? tool.category ?? tool.name
}

export interface AnchorRequest {
  readonly catalog: Catalog
  readonly tools: EligibleTools
  readonly seed: number
  /** Other orders for other purposes. */
  readonly label: string
}

/**
 * One tool of each class, in an order of which every beginning is a stratified sample: categories in proportion to the
 * square root of their sizes (divisor method with odd divisors), within a category one tool of each service first, then
 * services in proportion to the square roots of theirs. The seed decides what stands first among equals.
 */
export function anchorOrder({ catalog, tools, seed, label }: AnchorRequest): readonly number[] {
  const random = randomStream(seed, `anchors/${label}`)
  const representatives = shuffled(
    [...tools.members.values()].map((members) => members[random.below(members.length)] as number), // never empty
    random,
  )
  const toolAt = (position: number): Tool => catalog.tools[position] as Tool // positions are of the catalog
  const categories = groupBy(representatives, (position) => toolAt(position).category ?? '')
  const drawn: Drawn[] = []
  for (const members of categories.values()) {
    const order = withinCategory(members, (position) => clusterOf(toolAt(position)))
    for (const [at, position] of order.entries()) {
      drawn.push({ position, key: Math.sqrt(order.length) / (2 * at + 1), tie: drawn.length })
    }
  }
  return drawn.sort(byKey).map(({ position }) => position)
}

interface Drawn {
  readonly position: number
  readonly key: number
  readonly tie: number
}

function byKey(left: Drawn, right: Drawn): number {
  return right.key - left.key || left.tie - right.tie
}

function withinCategory(
  positions: readonly number[],
  serviceOfTool: (position: number) => string,
): readonly number[] {
  const drawn: Drawn[] = []
  for (const members of groupBy(positions, serviceOfTool).values()) {
    for (const [at, position] of members.entries()) {
      const key = at === 0 ? Number.POSITIVE_INFINITY : Math.sqrt(members.length) / (2 * at + 1)
      drawn.push({ position, key, tie: drawn.length })
    }
  }
  return drawn
    .sort((left, right) => (left.key === right.key ? left.tie - right.tie : right.key - left.key))
    .map(({ position }) => position)
}

/** In the order in which groups and members first come. */
function groupBy(positions: readonly number[], keyOf: (position: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const position of positions) {
    const key = keyOf(position)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [position])
    else known.push(position)
  }
  return groups
}
