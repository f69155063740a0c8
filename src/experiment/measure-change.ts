import { comparePaired, type PairedComparison } from '../stats/compare-paired.js'
import { meanOf } from '../stats/mean.js'
import type { PairedItem } from '../stats/paired-items.js'
import type { CarriedItem } from './carry-items.js'
import { type Answers, type ItemAnswer, valuesOf } from './item-answer.js'
import { doubtOf, type RunSpread, spreadOf } from './run-spread.js'

/** The same items measured under two catalogs. */
export interface Measured {
  readonly before: Answers
  readonly after: Answers
  /** Whether another run of the same prompt may say something else: true of models, false of retrievers. */
  readonly varies: boolean
}

/** What is compared of an answer. */
export interface Aspect {
  readonly metric: string
  readonly better: 'higher' | 'lower'
  readonly value: (answer: ItemAnswer) => number | undefined
}

export const selection: Aspect = { metric: 'selection', better: 'higher', value: ({ value }) => value }

export const falseCalls: Aspect = {
  metric: 'false-calls',
  better: 'lower',
  value: ({ falseCall }) => (falseCall === undefined ? undefined : Number(falseCall)),
}

export const forbiddenCalls: Aspect = {
  metric: 'forbidden',
  better: 'lower',
  value: ({ forbidden }) => forbidden,
}

/** A paired comparison, after against before, with what each side came to. */
export interface Change extends Omit<PairedComparison, 'mcnemar' | 'pairs'> {
  /** Means over the items that both sides answered. */
  readonly before: number
  readonly after: number
  /** Items that scored less after, and more. */
  readonly lost: number
  readonly gained: number
  /** Absent of retrievers, whose answers do not vary. */
  readonly runs?: RunSpread
  /** Why it is `not-enough-data` although the test speaks. */
  readonly doubt?: string
}

/** Items that both sides answered, with their values, each trial one. */
export function pairsOf(
  items: readonly CarriedItem[],
  { before, after }: Measured,
  { value }: Aspect,
): readonly PairedItem[] {
  return items.flatMap(({ id, cluster }) => {
    const a = valuesOf(before.get(id), value)
    const b = valuesOf(after.get(id), value)
    if (a.length === 0 || b.length === 0) return []
    return [{ id, ...(cluster === undefined ? {} : { cluster }), a, b }]
  })
}

export interface ChangeRequest {
  readonly aspect: Aspect
  /** At least one. */
  readonly pairs: readonly PairedItem[]
  readonly measured: Measured
  readonly margin: number
  readonly seed: number
  readonly permutations: number
}

const UNMOVED = 200

/** One change, tested by itself; `settle` adjusts several that are shown together. */
export function changeOf({ aspect, pairs, measured, margin, seed, permutations }: ChangeRequest): Change {
  const values = pairs.map(({ a, b }) => [meanOf(a), meanOf(b)] as const)
  const isMoved = values.some(([a, b]) => a !== b)
  const [compared] = comparePaired({
    metrics: [{ metric: aspect.metric, better: aspect.better, items: pairs }],
    margin,
    seed,
    // Where nothing differs, every assignment of signs says the same; so many, that 5 % of them can be left out.
    permutations: isMoved ? permutations : Math.min(permutations, UNMOVED),
  })
  const { mcnemar: _, pairs: __, ...comparison } = compared as PairedComparison // one a metric
  const runs = measured.varies
    ? spreadOf({
        sides: [measured.before, measured.after],
        ids: pairs.map(({ id }) => id),
        value: aspect.value,
      })
    : undefined
  return {
    ...comparison,
    before: meanOf(values.map(([a]) => a)),
    after: meanOf(values.map(([, b]) => b)),
    lost: values.filter(([a, b]) => b < a).length,
    gained: values.filter(([a, b]) => b > a).length,
    ...(runs === undefined ? {} : { runs }),
  }
}

/** How often a test may reject what is true. */
const ERROR = 0.05

/**
 * The verdict on a change under an adjusted p: inside the margin, shown to be better or worse, or not enough data; the last
 * also where runs of one prompt lie wider apart than the difference, or were too few to tell.
 */
export function settle<C extends Change>(
  change: C,
  {
    adjustedP,
    margin,
    better,
  }: { readonly adjustedP: number; readonly margin: number; readonly better: Aspect['better'] },
): C {
  const { interval, difference, runs } = change
  const { doubt: _, note: __, ...rest } = change
  const isInside = interval[0] > -margin && interval[1] < margin
  const favours = better === 'higher' ? difference > 0 : difference < 0
  const isShown = !isInside && adjustedP <= ERROR
  const doubt = isShown && runs !== undefined ? doubtOf(runs, difference) : undefined
  const shown = favours ? ('better' as const) : ('worse' as const)
  const verdict = isInside
    ? ('no-difference-shown' as const)
    : isShown && doubt === undefined
      ? shown
      : ('not-enough-data' as const)
  return { ...rest, adjustedP, verdict, ...(doubt === undefined ? {} : { doubt }) } as C // the members of C, settled
}
