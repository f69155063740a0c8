import { InputError } from '../errors.js'
import type { PairCounts } from './newcombe-paired.js'

/** One item as both subjects answered it. */
export interface PairedItem {
  readonly id: string
  /** What makes items alike; an item without one stands for itself. */
  readonly cluster?: string
  /** Scores of A's trials on the item, each in [0, 1], at least one. */
  readonly a: readonly number[]
  readonly b: readonly number[]
}

/** What two subjects scored on the same items, trials averaged within each item. */
export interface PairedDifferences {
  /** B minus A, item by item. */
  readonly differences: readonly number[]
  /** Number of each item's cluster, 0 upward without gaps. */
  readonly clusters: readonly number[]
  /** Items of each cluster. */
  readonly sizes: readonly number[]
  /** An item that is right in part counts in part, as of trials paired at random. */
  readonly counts: PairCounts
  /** Every item is right or wrong. */
  readonly isBinary: boolean
}

interface Measured {
  readonly metric: string
  readonly items: readonly PairedItem[]
}

/** @throws {InputError} `nothing-paired`, `item-doubled`, `no-trials`, `score-range`. */
export function pairItems({ metric, items }: Measured): PairedDifferences {
  if (items.length === 0) {
    throw new InputError({
      code: 'nothing-paired',
      what: `No item was answered by both subjects, so "${metric}" cannot be compared.`,
      fix: 'Compare runs over the same benchmark, with items in common.',
    })
  }
  checkIds(metric, items)
  const averaged = items.map((item) => ({
    a: meanOf(item.a, { metric, item: item.id }),
    b: meanOf(item.b, { metric, item: item.id }),
  }))
  return {
    differences: averaged.map(({ a, b }) => b - a),
    ...numbered(items),
    counts: countPairs(averaged),
    isBinary: averaged.every(({ a, b }) => (a === 0 || a === 1) && (b === 0 || b === 1)),
  }
}

function checkIds(metric: string, items: readonly PairedItem[]): void {
  const seen = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) {
      throw new InputError({
        code: 'item-doubled',
        what: `"${metric}" has two items of one id, so it would count one of them twice.`,
        where: `item "${id}"`,
        fix: 'Give each item once, with the scores of all its trials.',
      })
    }
    seen.add(id)
  }
}

interface Averaged {
  readonly a: number
  readonly b: number
}

function meanOf(
  trials: readonly number[],
  { metric, item }: { readonly metric: string; readonly item: string },
): number {
  if (trials.length === 0) {
    throw new InputError({
      code: 'no-trials',
      what: `"${metric}" has no trial of one subject.`,
      where: `item "${item}"`,
      fix: 'Leave out items that one subject has not answered: they are unmeasured, neither won nor lost.',
    })
  }
  let sum = 0
  for (const score of trials) {
    if (!(score >= 0 && score <= 1)) {
      throw new InputError({
        code: 'score-range',
        what: `A score of "${metric}" is a proportion in [0, 1], but this one is ${score}.`,
        where: `item "${item}"`,
        fix: 'Divide by what the item can score at most.',
      })
    }
    sum += score
  }
  return sum / trials.length
}

function numbered(items: readonly PairedItem[]): {
  readonly clusters: readonly number[]
  readonly sizes: readonly number[]
} {
  const known = new Map<string, number>()
  const sizes: number[] = []
  const clusters = items.map(({ cluster }) => {
    const number = (cluster === undefined ? undefined : known.get(cluster)) ?? sizes.length
    if (cluster !== undefined) known.set(cluster, number)
    sizes[number] = (sizes[number] ?? 0) + 1
    return number
  })
  return { clusters, sizes }
}

function countPairs(items: readonly Averaged[]): PairCounts {
  let both = 0
  let onlyA = 0
  let onlyB = 0
  let neither = 0
  for (const { a, b } of items) {
    both += a * b
    onlyA += a * (1 - b)
    onlyB += (1 - a) * b
    neither += (1 - a) * (1 - b)
  }
  return { both, onlyA, onlyB, neither }
}
