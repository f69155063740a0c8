import { randomStream } from '../numeric/random.js'
import { bootstrapMeans } from '../stats/bootstrap.js'
import type { Interval } from '../stats/interval.js'
import { kishEffectiveSize } from '../stats/kish.js'
import { meanOf } from '../stats/mean.js'
import { wilsonInterval } from '../stats/wilson.js'
import { countText } from '../text/number-text.js'
import type { Score, ScoreSubject } from './score.js'

/** One measure over the items of a group. */
export interface Column {
  readonly about: ScoreSubject
  /** One value an item, in the order of the items. */
  readonly values: readonly number[]
  /** What uniform guessing scores, and the most that can be scored, item by item. */
  readonly chance?: readonly number[]
  readonly ceiling?: readonly number[]
}

export interface MeanRequest {
  readonly columns: readonly Column[]
  /** Cluster of each item; an item without one stands for itself. */
  readonly clusters: readonly (string | undefined)[]
  readonly seed: number
  readonly resamples: number
  /** Names the draws, so that other groups get others. */
  readonly label: string
}

/** Below this many effective clusters a cluster bootstrap covers less than 92 % of the time when it says 95 %. */
export const MIN_EFFECTIVE_CLUSTERS = 20

/** A spread needs two items. */
const MIN_ITEMS = 2

/**
 * Means of the columns with their 95 % intervals. From 20 effective clusters (Kish) on, the interval is a cluster
 * bootstrap, with the item interval beside it; below, the clustered interval is not given, and the item interval speaks
 * of these items only. Items of a benchmark without clusters are taken as independent: outcomes of 0 and 1 then get
 * Wilson's interval, others the bootstrap over items, from 20 items on.
 *
 * Where every item scored 0, or every item 1, resampling shows no spread; Wilson's interval over the units stands in.
 *
 * @returns `unscored` below two items.
 */
export function scoreMeans({ columns, clusters, seed, resamples, label }: MeanRequest): readonly Score[] {
  const n = clusters.length
  if (n < MIN_ITEMS) {
    const reason = n === 0 ? 'no items' : `one item, and a spread needs ${MIN_ITEMS}`
    return columns.map(({ about }) => ({ kind: 'unscored', ...about, reason, n }))
  }
  const units = unitsOf(clusters)
  const values = columns.map((column) => column.values)
  const bootstrap = (unit: 'items' | 'clusters'): readonly Interval[] =>
    bootstrapMeans({
      columns: values,
      ...(unit === 'clusters' ? { clusters: units.numbers } : {}),
      resamples,
      random: randomStream(seed, `bootstrap ${unit} ${label}`),
    })
  const byItem = bootstrap('items')
  const isClustered = units.count < n && units.effective >= MIN_EFFECTIVE_CLUSTERS
  const byCluster = isClustered ? bootstrap('clusters') : byItem
  const drawn = `${countText(resamples)} resamples, seed ${seed}`
  return columns.map((column, index) => {
    const item = byItem[index] as Interval // one interval a column
    const cluster = byCluster[index] as Interval
    return {
      kind: 'scored',
      ...column.about,
      value: meanOf(column.values),
      n,
      ...(units.named === 0 ? {} : { clusters: units.count, effectiveClusters: units.effective }),
      ...intervals({ values: column.values, units, item, cluster, drawn }),
      ...(column.chance === undefined ? {} : { chance: meanOf(column.chance) }),
      ...(column.ceiling === undefined ? {} : { ceiling: meanOf(column.ceiling) }),
    }
  })
}

export interface Units {
  /** Number of each item's cluster. */
  readonly numbers: readonly number[]
  readonly count: number
  /** Clusters that have a name. */
  readonly named: number
  readonly effective: number
}

export function unitsOf(clusters: readonly (string | undefined)[]): Units {
  const known = new Map<string, number>()
  const sizes: number[] = []
  const numbers = clusters.map((cluster) => {
    const number = (cluster === undefined ? undefined : known.get(cluster)) ?? sizes.length
    if (cluster !== undefined) known.set(cluster, number)
    sizes[number] = (sizes[number] ?? 0) + 1
    return number
  })
  return { numbers, count: sizes.length, named: known.size, effective: kishEffectiveSize(sizes) }
}

interface IntervalRequest {
  readonly values: readonly number[]
  readonly units: Units
  readonly item: Interval
  readonly cluster: Interval
  /** How the resamples were drawn, for the method. */
  readonly drawn: string
}

interface Intervals {
  readonly interval?: Interval
  readonly method?: string
  readonly itemInterval?: Interval
  readonly intervalNote?: string
}

/** Equal but for the rounding of sums: an NDCG of 1 can come out as 0.9999999999999998. */
function isNear(left: number, right: number): boolean {
  return Math.abs(left - right) < 1e-9
}

function intervals({ values, units, item, cluster, drawn }: IntervalRequest): Intervals {
  const n = values.length
  const isIndependent = units.count === n
  const successes = Math.min(
    n,
    values.reduce((sum, value) => sum + value, 0),
  )
  const isBinary = values.every((value) => isNear(value, 0) || isNear(value, 1))
  const overItems = (): Interval => wilsonInterval({ successes, n })
  if (isIndependent && isBinary)
    return { interval: overItems(), method: `Wilson over ${n} independent items` }
  const first = values[0] as number // there are at least two items
  const isConstant = values.every((value) => isNear(value, first))
  if (isConstant && !isBinary) {
    return { intervalNote: 'every item has the same score, so resampling shows no spread' }
  }
  const itemInterval = isConstant ? overItems() : item
  const byItems = isConstant ? `Wilson over ${n} items` : `percentile bootstrap over ${n} items, ${drawn}`
  if (units.effective < MIN_EFFECTIVE_CLUSTERS) {
    const effective = Math.round(units.effective * 10) / 10
    const what = isIndependent
      ? `too few items (${n}, ${MIN_EFFECTIVE_CLUSTERS} needed)`
      : `too few clusters (${effective} effective of ${units.count}, ${MIN_EFFECTIVE_CLUSTERS} needed)`
    const intervalNote = `unscored: ${what}; the item interval speaks of these items only`
    return { method: byItems, itemInterval, intervalNote }
  }
  if (isIndependent) return { interval: item, method: byItems }
  if (isConstant) {
    const n = units.effective
    const interval = wilsonInterval({ successes: Math.round(first) * n, n })
    return { interval, method: `Wilson over ${Math.round(n)} effective clusters, all alike`, itemInterval }
  }
  return {
    interval: cluster,
    method: `percentile bootstrap over ${units.count} clusters, ${drawn}`,
    itemInterval,
  }
}
