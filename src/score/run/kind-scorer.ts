import type { ItemKind } from '../../benchmark/item.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { Score } from '../score.js'
import type { Measure } from '../sum-score.js'
import type { ItemRepeats } from './item-repeats.js'
import type { SampleGaps } from './sample-ledger.js'

/** What one item came to in one variant, its trials averaged: what two runs are compared by. */
export interface ScoredItem {
  readonly id: string
  readonly kind: ItemKind
  readonly variant?: string
  readonly cluster?: string
  /** Samples behind the values. */
  readonly samples: number
  /** By metric, each in [0, 1]; what does not count for the item is left out. */
  readonly values: Readonly<Record<string, number>>
  /** Of an item that was asked more than once. */
  readonly repeats?: ItemRepeats
  readonly [detail: string]: unknown
}

/** Scores of the items of one kind in one benchmark. */
export interface KindScores {
  readonly kind: ItemKind
  readonly scores: readonly Score[]
  /** Made anew whenever they are gone through, so that 200,000 of them are never in memory together. */
  readonly items: Iterable<ScoredItem>
  /** Items of this kind, and those with at least one sample that counts. */
  readonly total: number
  readonly measured: number
  readonly gaps: SampleGaps
  readonly details: Readonly<Record<string, unknown>>
}

/** Takes the samples of one kind of item, one by one, and scores them at the end. Samples are not kept. */
export interface KindScorer {
  readonly kind: ItemKind
  /** Number of items. */
  readonly items: number
  /**
   * @param item place of the item.
   * @throws {InputError} when the sample cannot be read at all, such as token ids without a vocabulary.
   */
  take(item: number, sample: StoredSample): void
  finish(settings: FinishSettings): KindScores
}

export interface FinishSettings {
  readonly trials: number
  readonly seed: number
  /** Resamples of each bootstrap, 1 upward. */
  readonly resamples: number
}

/** Draws of items that one bootstrap may take: about half a second. */
const MAX_DRAWS = 30_000_000
const MIN_RESAMPLES = 1000

/** From 3,000 items on fewer resamples are drawn: the intervals are narrow, and their ends settle sooner. */
export function affordableResamples(resamples: number, items: number): number {
  return Math.min(resamples, Math.max(MIN_RESAMPLES, Math.floor(MAX_DRAWS / Math.max(items, 1))))
}

/** Items of several lists, one after the other. */
export function allItems(lists: readonly { readonly items: Iterable<ScoredItem> }[]): Iterable<ScoredItem> {
  return {
    *[Symbol.iterator]() {
      for (const { items } of lists) yield* items
    },
  }
}

/** Items made one by one from what was gathered of each. */
export function itemsFrom<Member>(
  members: readonly Member[],
  make: (member: Member, place: number) => ScoredItem,
): Iterable<ScoredItem> {
  return {
    *[Symbol.iterator]() {
      for (const [place, member] of members.entries()) yield make(member, place)
    },
  }
}

/** Values of one item by the measures that are plain shares; ratios of sums say little of one item. */
export function itemValues(measures: readonly Measure[], isItemwise: readonly boolean[], item: number) {
  const values: Record<string, number> = {}
  for (const [index, { about, subject }] of measures.entries()) {
    const [term] = subject.terms
    const bottom = term?.bottom[item] ?? 0
    if (isItemwise[index] && term !== undefined && bottom > 0) {
      values[about.metric] = (term.top[item] as number) / bottom
    }
  }
  return values
}

/** Whether each measure is a share of one kind of items, before trials are averaged. */
export function itemwise(measures: readonly Measure[]): readonly boolean[] {
  return measures.map(({ isShare, subject }) => isShare && subject.terms.length === 1 && subject.offset === 0)
}
