import type { Item } from '../benchmark/item.js'
import { randomStream, shuffled } from '../numeric/random.js'

export interface SampleRequest {
  readonly items: readonly Item[]
  /** Items to take; all where there are no more. */
  readonly size: number
  readonly seed: number
}

/**
 * A sample that holds each stratum (kind with tier or answer, then cluster) in proportion, by largest remainders; within a
 * stratum clusters take turns, so that one service cannot fill it. The same for all annotators.
 */
export function stratifiedSample({ items, size, seed }: SampleRequest): readonly Item[] {
  if (size >= items.length) return items
  const strata = grouped(items, stratumOf)
  const quotas = proportional(
    [...strata.values()].map(({ length }) => length),
    size,
  )
  const chosen = new Set<Item>()
  for (const [index, [name, members]] of [...strata].entries()) {
    const turns = takeTurns(members, randomStream(seed, `stratum ${name}`))
    for (const item of turns.slice(0, quotas[index])) chosen.add(item)
  }
  return items.filter((item) => chosen.has(item))
}

function stratumOf(item: Item): string {
  if (item.kind === 'retrieval') return `retrieval ${item.tier ?? ''}`
  return item.kind === 'qa' ? `qa ${item.answer}` : item.kind
}

/** Items of one cluster after those of the others, again and again. */
function takeTurns(items: readonly Item[], random: ReturnType<typeof randomStream>): readonly Item[] {
  const clusters = [...grouped(shuffled(items, random), (item) => item.cluster ?? item.id).values()]
  const longest = Math.max(...clusters.map(({ length }) => length))
  const rounds = Array.from({ length: longest }, (_, round) =>
    clusters.flatMap((cluster) => cluster.slice(round, round + 1)),
  )
  return rounds.flat()
}

/** Whole numbers that add up to `size`, as near to the shares of `counts` as can be. */
function proportional(counts: readonly number[], size: number): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const exact = counts.map((count) => (count * size) / total)
  const quotas = exact.map(Math.floor)
  const order = exact
    .map((share, index) => ({ index, rest: share - Math.floor(share) }))
    .sort((left, right) => right.rest - left.rest || left.index - right.index)
  const missing = size - quotas.reduce((sum, quota) => sum + quota, 0)
  for (const { index } of order.slice(0, missing)) quotas[index] = (quotas[index] as number) + 1
  return quotas
}

/** The items in an annotator's own order, so that no item is always the last, when people are tired. */
export function annotatorOrder(
  items: readonly Item[],
  { annotator, seed }: { readonly annotator: string; readonly seed: number },
): readonly Item[] {
  return shuffled(items, randomStream(seed, `annotator ${annotator}`))
}

function grouped<T>(values: readonly T[], nameOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const name = nameOf(value)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [value])
    else group.push(value)
  }
  return groups
}
