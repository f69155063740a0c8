import { randomStream } from '../numeric/random.js'
import { bootstrapSums, type NumberColumn, type SumStatistic } from '../stats/bootstrap-sums.js'
import type { Interval } from '../stats/interval.js'
import { newcombeInterval } from '../stats/mover.js'
import { wilsonInterval } from '../stats/wilson.js'
import { countText } from '../text/number-text.js'
import { MIN_EFFECTIVE_CLUSTERS, type Units, unitsOf } from './mean-score.js'
import type { Floor, Score, ScoreSubject } from './score.js'

/** Σ `top` / Σ `bottom` over items; an item whose `bottom` is 0 does not count. */
export interface Ratio {
  /** One value an item, in the order of the items. */
  readonly top: NumberColumn
  readonly bottom: NumberColumn
}

/** A weighted sum of ratios: one ratio for a rate or an F1, two for balanced accuracy. */
export interface RatioSum {
  readonly terms: readonly (Ratio & { readonly weight: number })[]
  /** Added to the sum; −1 for Youden's J. */
  readonly offset: number
}

export interface Measure {
  readonly about: ScoreSubject
  /** Whether every ratio counts items that are right (1) among items that count (1). */
  readonly isShare: boolean
  readonly subject: RatioSum
  /** The same measure of null models on the same items; of each the sum is read once. */
  readonly nulls: readonly { readonly id: string; readonly sum: RatioSum }[]
  /** The most that can be scored; absent where that is not known. */
  readonly ceiling?: number
  /** Why there is no value where nothing counts. */
  readonly whenNothing: string
}

export interface SumRequest {
  readonly measures: readonly Measure[]
  /** Cluster of each item; an item without one stands for itself. */
  readonly clusters: readonly (string | undefined)[]
  readonly seed: number
  readonly resamples: number
  /** Names the draws, so that other groups get others. */
  readonly label: string
}

/**
 * Values of the measures with their 95 % intervals and floors. Shares of independent items get Wilson's interval, sums
 * of two shares Newcombe's; other ratios a bootstrap over items, from 20 on. Where the benchmark names clusters, a
 * cluster bootstrap decides from 20 effective clusters (Kish) on; below, only the interval of these items is given.
 *
 * The floor is the null model that scores best on the same items. `at-floor`: the 95 % paired interval of subject minus
 * null holds 0. `not-enough-data`: fewer than 20 items, or effective clusters, count.
 */
export function scoreSums(asked: SumRequest): readonly Score[] {
  const { measures, clusters } = asked
  const request = { ...asked, resamples: affordable(asked.resamples, clusters.length) }
  const plans = measures.map((measure) => planOf(measure, clusters))
  const draws = drawAll(plans, request)
  return plans.map((plan, index) => scoreOf(plan, draws[index] ?? NO_DRAWS, request))
}

/** Draws of items that one bootstrap may take: about half a second. */
const MAX_DRAWS = 50_000_000
const MIN_RESAMPLES = 1000

/** From 5,000 items on fewer resamples are drawn: the intervals are narrow, and their ends settle sooner. */
function affordable(resamples: number, items: number): number {
  return Math.min(resamples, Math.max(MIN_RESAMPLES, Math.floor(MAX_DRAWS / Math.max(items, 1))))
}

interface Plan {
  readonly measure: Measure
  readonly value: number
  /** Items that count in some term. */
  readonly n: number
  /** Units of the items that count. */
  readonly units: Pick<Units, 'count' | 'named' | 'effective'>
  readonly floor: { readonly id: string; readonly sum: RatioSum; readonly value: number } | undefined
}

function planOf(measure: Measure, clusters: readonly (string | undefined)[]): Plan {
  const { subject, nulls, about } = measure
  const counting = clusters.filter((_cluster, item) =>
    subject.terms.some(({ bottom }) => (bottom[item] as number) > 0),
  )
  let floor: Plan['floor']
  for (const { id, sum } of nulls) {
    const value = sumValue(sum)
    if (Number.isNaN(value)) continue
    const isStronger =
      floor === undefined || (about.better === 'higher' ? value > floor.value : value < floor.value)
    if (isStronger) floor = { id, sum, value }
  }
  const { count, named, effective } = unitsOf(counting)
  const units = { count, named, effective }
  return { measure, value: sumValue(subject), n: counting.length, units, floor }
}

/** NaN when some term has nothing that counts. */
function sumValue({ terms, offset }: RatioSum): number {
  let value = offset
  for (const { top, bottom, weight } of terms) value += weight * (total(top) / total(bottom))
  return value
}

function total(values: NumberColumn): number {
  let sum = 0
  for (let item = 0; item < values.length; item++) sum += values[item] as number
  return sum
}

interface Draws {
  /** Of the value, over items and over clusters. */
  readonly byItem?: Interval | undefined
  readonly byCluster?: Interval | undefined
  /** Of the value less the floor's, over clusters where there are any. */
  readonly lead?: Interval | undefined
}

const NO_DRAWS: Draws = {}

/** One bootstrap over items and, where clusters are named, one over clusters, shared by all measures. */
function drawAll(plans: readonly Plan[], { clusters, seed, resamples, label }: SumRequest): readonly Draws[] {
  const units = unitsOf(clusters)
  const isClustered = units.count < clusters.length
  const overItems = new StatisticList()
  const overClusters = isClustered ? new StatisticList() : overItems
  const places = plans.map(({ measure: { subject, isShare }, value, floor }) => {
    if (Number.isNaN(value)) return undefined
    const rival = floor?.sum
    return {
      // Shares of independent items have intervals of their own.
      byItem: isShare ? undefined : overItems.add(subject),
      byCluster: isClustered ? overClusters.add(subject) : undefined,
      lead: rival === undefined ? undefined : overClusters.add(subject, rival),
    }
  })
  const draw = (list: StatisticList, numbers?: readonly number[]): readonly (Interval | undefined)[] =>
    list.statistics.length === 0
      ? []
      : bootstrapSums({
          columns: list.columns,
          ...(numbers === undefined ? {} : { clusters: numbers }),
          statistics: list.statistics,
          resamples,
          random: randomStream(seed, `bootstrap ${numbers === undefined ? 'items' : 'clusters'} ${label}`),
        })
  const byItem = draw(overItems)
  const byCluster = isClustered ? draw(overClusters, units.numbers) : byItem
  const at = (list: readonly (Interval | undefined)[], place: number | undefined): Interval | undefined =>
    place === undefined ? undefined : list[place]
  return plans.map((_plan, index) => {
    const place = places[index]
    if (place === undefined) return NO_DRAWS
    return {
      byItem: at(byItem, place.byItem),
      byCluster: at(byCluster, place.byCluster),
      lead: at(byCluster, place.lead),
    }
  })
}

/** Statistics and the columns that they sum; each column once. */
class StatisticList {
  readonly columns: NumberColumn[] = []
  readonly statistics: SumStatistic[] = []
  /** By a hash of the values: what counts for a measure often counts for others, and for its null models. */
  readonly #places = new Map<number, number[]>()

  /** Adds a sum, or its difference from a rival, and returns its place. */
  add(sum: RatioSum, rival?: RatioSum): number {
    const own = statisticOf(sum, (column) => this.#place(column))
    const other = rival && statisticOf(rival, (column) => this.#place(column))
    return this.statistics.push(other === undefined ? own : (sums) => own(sums) - other(sums)) - 1
  }

  #place(column: NumberColumn): number {
    const hash = hashOf(column)
    const alike = this.#places.get(hash) ?? []
    const known = alike.find((place) => isSameColumn(this.columns[place] as NumberColumn, column))
    if (known !== undefined) return known
    const place = this.columns.push(column) - 1
    this.#places.set(hash, [...alike, place])
    return place
  }
}

/** FNV-1a over the values, the part behind the point aside. */
function hashOf(column: NumberColumn): number {
  let hash = 0x811c9dc5
  for (let item = 0; item < column.length; item++) {
    hash = Math.imul(hash ^ (column[item] as number), 0x01000193)
  }
  return hash
}

function isSameColumn(left: NumberColumn, right: NumberColumn): boolean {
  if (left === right) return true
  if (left.length !== right.length) return false
  for (let item = 0; item < left.length; item++) if (left[item] !== right[item]) return false
  return true
}

function statisticOf({ terms, offset }: RatioSum, place: (column: NumberColumn) => number): SumStatistic {
  const parts = terms.map(({ top, bottom, weight }) => ({ top: place(top), bottom: place(bottom), weight }))
  return (sums) => {
    let value = offset
    for (const { top, bottom, weight } of parts) {
      const below = sums[bottom] as number
      if (below === 0) return Number.NaN
      value += (weight * (sums[top] as number)) / below
    }
    return value
  }
}

function scoreOf(plan: Plan, draws: Draws, request: SumRequest): Score {
  const { measure, value, n, units } = plan
  if (n === 1) return { kind: 'unscored', ...measure.about, reason: 'one item, and a spread needs 2', n }
  if (Number.isNaN(value)) return { kind: 'unscored', ...measure.about, reason: measure.whenNothing, n }
  const floor = floorOf(plan, draws)
  return {
    kind: 'scored',
    ...measure.about,
    value,
    n,
    ...(units.named === 0 ? {} : { clusters: units.count, effectiveClusters: units.effective }),
    ...intervalsOf(plan, draws, request),
    ...(measure.ceiling === undefined ? {} : { ceiling: measure.ceiling }),
    ...(floor === undefined ? {} : { floor }),
  }
}

interface Intervals {
  readonly interval?: Interval
  readonly method?: string
  readonly itemInterval?: Interval
  readonly intervalNote?: string
}

function intervalsOf({ measure, n, units }: Plan, draws: Draws, { seed, resamples }: SumRequest): Intervals {
  const { subject, isShare } = measure
  const isIndependent = units.count === n
  const drawn = `${countText(resamples)} resamples, seed ${seed}`
  const isSingle = subject.terms.length === 1
  const closed = isShare ? closedInterval(subject, 1) : undefined
  if (closed !== undefined && isIndependent) {
    const method = isSingle ? `Wilson over ${n} independent items` : `Newcombe over ${n} independent items`
    return { interval: closed, method }
  }
  const byItem = closed ?? draws.byItem
  const itemInterval = byItem === undefined || isFlat(byItem) ? {} : { itemInterval: byItem }
  if (units.effective < MIN_EFFECTIVE_CLUSTERS) {
    const effective = Math.round(units.effective * 10) / 10
    const what = isIndependent
      ? `too few items (${n}, ${MIN_EFFECTIVE_CLUSTERS} needed)`
      : `too few clusters (${effective} effective of ${units.count}, ${MIN_EFFECTIVE_CLUSTERS} needed)`
    return {
      ...itemInterval,
      intervalNote: `unscored: ${what}; the item interval speaks of these items only`,
    }
  }
  const interval = isIndependent ? draws.byItem : draws.byCluster
  if (interval === undefined) {
    return { ...itemInterval, intervalNote: 'too many resamples hold no item that counts' }
  }
  if (isFlat(interval)) {
    if (!isShare) {
      return { ...itemInterval, intervalNote: 'every item scores alike, so resampling shows no spread' }
    }
    const method = `${isSingle ? 'Wilson' : 'Newcombe'} over ${Math.round(units.effective)} effective clusters, all alike`
    return { interval: closedInterval(subject, units.effective / n), method, ...itemInterval }
  }
  return isIndependent
    ? { interval, method: `percentile bootstrap over ${n} items, ${drawn}` }
    : { interval, method: `percentile bootstrap over ${units.count} clusters, ${drawn}`, ...itemInterval }
}

function isFlat([low, high]: Interval): boolean {
  return low === high
}

/** Wilson's or Newcombe's interval, as if only `scale` of the items were there. */
function closedInterval({ terms, offset }: RatioSum, scale: number): Interval {
  const counted = terms.map(({ top, bottom, weight }) => ({
    weight,
    successes: total(top) * scale,
    n: total(bottom) * scale,
  }))
  const [first, second] = counted
  const isPlain = first !== undefined && second === undefined && first.weight === 1
  const [low, high] = isPlain ? wilsonInterval(first) : newcombeInterval(counted)
  return [low + offset, high + offset]
}

function floorOf({ measure, value, n, units, floor }: Plan, draws: Draws): Floor | undefined {
  if (floor === undefined) return undefined
  const isIndependent = units.count === n
  const paired = draws.lead
  const common = {
    null: floor.id,
    value: floor.value,
    ...(measure.isShare
      ? { interval: closedInterval(floor.sum, isIndependent ? 1 : units.effective / n) }
      : {}),
    difference: value - floor.value,
  }
  if (units.effective < MIN_EFFECTIVE_CLUSTERS || paired === undefined) {
    return { ...common, verdict: 'not-enough-data' }
  }
  const [low, high] = paired
  const isBetter = measure.about.better === 'higher' ? low > 0 : high < 0
  const isWorse = measure.about.better === 'higher' ? high < 0 : low > 0
  const verdict = isBetter ? 'above-floor' : isWorse ? 'below-floor' : 'at-floor'
  return { ...common, differenceInterval: paired, verdict }
}
