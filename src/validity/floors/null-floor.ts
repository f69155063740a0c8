import type { ItemKind } from '../../benchmark/item.js'
import { randomStream } from '../../numeric/random.js'
import type { Score } from '../../score/score.js'
import { type Measure, type RatioSum, scoreSums } from '../../score/sum-score.js'
import { holmAdjusted } from '../../stats/holm.js'
import type { Interval } from '../../stats/interval.js'
import { signFlipTest } from '../../stats/sign-flip.js'
import { MAX_CITED } from '../audit-finding.js'
import { type BlindUnits, blindUnits } from './blind-units.js'
import type { NullColumn, NullFamily } from './null-family.js'

/** What a null model scores: the least that a score on the benchmark has to exceed. */
export interface NullFloor {
  readonly id: string
  readonly kind: ItemKind
  readonly group?: string
  readonly metric: string
  readonly describes: string
  /** Made without the row's own cluster, where it is made from the items. */
  readonly value: number
  /** 95 %; absent where nothing varies. */
  readonly interval?: Interval
  /** What the interval speaks of; `these-items`: there are too few clusters for more. */
  readonly intervalOver?: 'clusters' | 'items' | 'these-items'
  readonly chance: number
  /** Rows: items, or turns of dialogues. */
  readonly n: number
  /** Items that the rows were drawn from, where there were too many. */
  readonly drawnFrom?: number
  /** Value on the very items that a rule was made from, and the rule. */
  readonly inSample?: number
  readonly rule?: string
  /** Candidates among which a rule was searched. */
  readonly tried?: number
  readonly blind?: BlindTest
  /** Items that it gets right, at most 100. */
  readonly right: readonly string[]
  /** What it means when a blind model does well. */
  readonly whenHigh: NullFamily['whenHigh']
}

/** Whether a model that knows nothing does better than chance. */
export interface BlindTest {
  /**
   * `above`: better than chance after the correction. `below`: worse, so that the opposite of the rule is better; never
   * said of a rule that was made from the items, or where no single option is chosen. `chance`: neither shown, or exactly chance in every unit. `not-enough-data`: one to five units differ, and no test by signs can reject.
   */
  readonly verdict: 'above' | 'below' | 'chance' | 'not-enough-data'
  /** Two-sided; one-sided where nothing can be `below`, and of a searched one for the best of all candidates. */
  readonly p: number
  /** By Holm over the null models of the family. */
  readonly pAdjusted: number
  /** What was flipped as one. */
  readonly over: BlindUnits['over']
  readonly units: number
  /** What the rule, or its opposite, gains: the part of the way from chance to 1. */
  readonly gain: number
}

const ALPHA = 0.05
/** Steps that permutations may take together: about a second. */
const MAX_STEPS = 100_000_000
const PERMUTATIONS = 10_000

export interface FloorRequest {
  readonly seed: number
  readonly resamples: number
}

/** Values, intervals and tests of a family's null models. */
export function nullFloors(family: NullFamily, { seed, resamples }: FloorRequest): readonly NullFloor[] {
  const { kind, group, metric, clusters, nulls, chance } = family
  const label = `audit ${kind} ${group ?? ''}`
  const scores = scoreSums({
    measures: nulls.map((column) => measureOf(family, column)),
    clusters,
    seed,
    resamples,
    label,
  })
  const expected = meanOf(family, chance)
  const tests = blindTests(family, { seed, label, expected })
  return nulls.map((column, at) => {
    const { id, describes, inSample, rule, search } = column
    const blind = tests[at]
    return {
      id,
      kind,
      ...(group === undefined ? {} : { group }),
      metric,
      describes,
      value: meanOf(family, column.right),
      ...intervalOf(scores[at], clusters),
      chance: expected,
      n: clusters.length,
      ...(family.drawnFrom === undefined ? {} : { drawnFrom: family.drawnFrom }),
      ...(inSample === undefined ? {} : { inSample }),
      ...(rule === undefined ? {} : { rule }),
      ...(search === undefined ? {} : { tried: search.tried }),
      ...(blind === undefined ? {} : { blind }),
      right: rightItems(family, column),
      whenHigh: family.whenHigh,
    }
  })
}

function intervalOf(
  score: Score | undefined,
  clusters: NullFamily['clusters'],
): Pick<NullFloor, 'interval' | 'intervalOver'> {
  if (score?.kind !== 'scored') return {}
  const isNamed = clusters.some((cluster) => cluster !== undefined)
  if (score.interval !== undefined) {
    return { interval: score.interval, intervalOver: isNamed ? 'clusters' : 'items' }
  }
  return score.itemInterval === undefined ? {} : { interval: score.itemInterval, intervalOver: 'these-items' }
}

function measureOf(family: NullFamily, { right }: NullColumn): Measure {
  const subject = sumOf(family, right)
  return {
    about: { metric: family.metric, unit: '', better: 'higher', scorer: { name: 'audit', version: 1 } },
    isShare: Array.from(right).every((value) => value === 0 || value === 1),
    subject,
    nulls: [],
    whenNothing: 'no items',
  }
}

/** A mean over rows, or the mean of the means of the classes. */
function sumOf({ classes }: NullFamily, right: ArrayLike<number>): RatioSum {
  const names = classes === undefined ? [undefined] : [...new Set(classes)]
  const terms = names.map((name) => ({
    weight: 1 / names.length,
    top: Float64Array.from(right, (value, row) => (name === classes?.[row] ? value : 0)),
    bottom: Uint8Array.from(right, (_, row) => (name === classes?.[row] ? 1 : 0)),
  }))
  return { terms, offset: 0 }
}

/** What a row adds to the value when it is right. */
function rowWeights({ classes, clusters }: NullFamily): Float64Array {
  if (classes === undefined) return new Float64Array(clusters.length).fill(1 / clusters.length)
  const sizes = new Map<string, number>()
  for (const name of classes) sizes.set(name, (sizes.get(name) ?? 0) + 1)
  return Float64Array.from(classes, (name) => 1 / (sizes.size * (sizes.get(name) ?? 1)))
}

/** Sums before quotients, so that 25 of 100 is 0.25 to the last bit. */
function meanOf(family: NullFamily, values: ArrayLike<number>): number {
  const { terms } = sumOf(family, values)
  const total = (column: ArrayLike<number>): number =>
    Array.from(column).reduce((sum, value) => sum + value, 0)
  return Math.min(
    1,
    terms.reduce((sum, { weight, top, bottom }) => sum + (weight * total(top)) / total(bottom), 0),
  )
}

function blindTests(
  family: NullFamily,
  { seed, label, expected }: { readonly seed: number; readonly label: string; readonly expected: number },
): readonly (BlindTest | undefined)[] {
  const { nulls, chance, clusters, texts } = family
  const weights = rowWeights(family)
  const units = blindUnits(clusters, texts)
  const affordable = Math.floor(MAX_STEPS / Math.max(1, units.count * nulls.length))
  const tried = nulls.flatMap((column, at) => {
    if (!column.isBlind) return []
    const differences = Array.from(
      weights,
      (weight, row) => clusters.length * weight * ((column.right[row] ?? 0) - (chance[row] ?? 0)),
    )
    if (differences.every((difference) => Math.abs(difference) < 1e-9)) return []
    const { p, difference } = signFlipTest({
      differences,
      clusters: units.numbers,
      permutations: Math.max(1000, Math.min(PERMUTATIONS, affordable)),
      random: randomStream(seed, `${label} ${column.id}`),
    })
    return [
      {
        at,
        difference,
        units: differing(differences, units),
        p: pOf(column, { p, difference, hasOpposites: family.hasOpposites }),
      },
    ]
  })
  const adjusted = holmAdjusted(tried.map(({ p }) => p))
  const tests: (BlindTest | undefined)[] = nulls.map(() => undefined)
  for (const [order, { at, difference, p, units: own }] of tried.entries()) {
    const pAdjusted = adjusted[order] as number // one a test
    tests[at] = {
      verdict: verdictOf({ differing: own, pAdjusted, difference }),
      p,
      pAdjusted,
      over: units.over,
      units: units.count,
      gain: gainOf(meanOf(family, nulls[at]?.right ?? []) - expected, expected),
    }
  }
  return tests
}

/** Fewer units of which the signs could all be alike by chance more often than one time in twenty. */
const MIN_DIFFERING = 6

function verdictOf({
  differing,
  pAdjusted,
  difference,
}: {
  readonly differing: number
  readonly pAdjusted: number
  readonly difference: number
}): BlindTest['verdict'] {
  // Exactly chance in every unit, as in a set that was balanced: nothing is left to be tested.
  if (differing === 0) return 'chance'
  if (differing < MIN_DIFFERING) return 'not-enough-data'
  return pAdjusted > ALPHA ? 'chance' : difference > 0 ? 'above' : 'below'
}

interface Tested {
  /** Two-sided. */
  readonly p: number
  readonly difference: number
  readonly hasOpposites: boolean
}

function pOf({ isLearnt, search }: NullColumn, { p, difference, hasOpposites }: Tested): number {
  if (search?.p !== undefined) return difference > 0 ? search.p : 1
  if (hasOpposites && isLearnt !== true) return p
  return difference > 0 ? p / 2 : 1 - p / 2
}

function rightItems({ ids }: NullFamily, { right }: NullColumn): readonly string[] {
  const found = new Set<string>()
  for (const [row, id] of ids.entries()) {
    if ((right[row] ?? 0) > 0.5) found.add(id)
    if (found.size === MAX_CITED) break
  }
  return [...found]
}

/** Units whose sum is not 0: the others never move a test by signs. */
function differing(differences: readonly number[], { numbers, count }: BlindUnits): number {
  const sums = new Float64Array(count)
  for (const [row, difference] of differences.entries()) {
    const unit = numbers[row] as number // one number a row
    sums[unit] = (sums[unit] as number) + difference
  }
  return sums.filter((sum) => Math.abs(sum) > 1e-9).length
}

/** The opposite of a rule chooses any of the other options: right (1 − v)·c/(1 − c) of the time. */
function gainOf(difference: number, chance: number): number {
  if (chance >= 1) return 0
  return difference >= 0 ? difference / (1 - chance) : (-difference * chance) / (1 - chance) ** 2
}
