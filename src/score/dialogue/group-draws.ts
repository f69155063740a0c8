import { randomStream } from '../../numeric/random.js'
import { bootstrapStrata, type StrataStatistic, type Stratum } from '../../stats/bootstrap-strata.js'
import type { Interval } from '../../stats/interval.js'
import type { CategoryRows } from './dialogue-table.js'
import { type GroupPlan, hasEnoughClusters } from './group-plan.js'
import type { ColumnValues } from './measure-columns.js'

export interface GroupDraws {
  /** Of the value, over clusters, or over dialogues where clusters are too few. */
  readonly own?: Interval | undefined
  /** Of the value less the floor's, over clusters. */
  readonly lead?: Interval | undefined
  readonly resamples: number
}

export interface DrawRequest {
  readonly columns: ColumnValues
  readonly categories: readonly CategoryRows[]
  readonly seed: number
  readonly resamples: number
}

/**
 * One bootstrap over clusters, category by category, for all plans that have clusters enough, and one over dialogues for
 * the others.
 */
export function drawGroups(plans: readonly GroupPlan[], request: DrawRequest): readonly GroupDraws[] {
  const { columns, categories } = request
  // Rows of those null agents alone that some score is held against.
  const rivals = [...new Set(plans.flatMap(({ floor }) => floor?.place ?? []))]
  const overClusters: StrataStatistic[] = []
  const overDialogues: StrataStatistic[] = []
  const places = plans.map((plan) => {
    // One dialogue has no spread, and thousands of categories of one each would take gigabytes.
    if (Number.isNaN(plan.value) || plan.n === 1) return undefined
    const own = meanOf(plan, columns, 0)
    if (!hasEnoughClusters(plan)) return { dialogues: overDialogues.push(own) - 1 }
    const clusters = overClusters.push(own) - 1
    if (plan.floor === undefined) return { clusters }
    const rival = meanOf(plan, columns, (rivals.indexOf(plan.floor.place) + 1) * columns.width)
    return { clusters, lead: overClusters.push((sums) => own(sums) - rival(sums)) - 1 }
  })
  const byCluster = draw(overClusters, request, 'clusters', () =>
    categories.map(({ clusters, nulls }) =>
      stratumOf([clusters, ...rivals.map((place) => nulls[place] ?? [])], columns.width),
    ),
  )
  const byDialogue = draw(overDialogues, request, 'dialogues', () =>
    categories.map(({ dialogues }) => stratumOf([dialogues], columns.width)),
  )
  return places.map((place): GroupDraws => {
    if (place === undefined) return { resamples: 0 }
    if ('dialogues' in place) {
      return { own: byDialogue.intervals[place.dialogues], resamples: byDialogue.resamples }
    }
    const lead = 'lead' in place ? byCluster.intervals[place.lead] : undefined
    return { own: byCluster.intervals[place.clusters], lead, resamples: byCluster.resamples }
  })
}

/** The mean over the plan's categories, of rows that begin at `offset` among the sums. */
function meanOf({ measure, members }: GroupPlan, columns: ColumnValues, offset: number): StrataStatistic {
  return (sums) => {
    let sum = 0
    for (const place of members) sum += columns.valueOf(measure, sums[place] as Float64Array, offset)
    return sum / members.length
  }
}

/** Rows of the subject, and of null agents behind them, as columns. */
function stratumOf(lists: readonly (readonly Float64Array[])[], width: number): Stratum {
  const columns = lists.flatMap((rows) =>
    Array.from({ length: width }, (_, column) => Float64Array.from(rows, (row) => row[column] as number)),
  )
  return { units: lists[0]?.length ?? 0, columns }
}

/** Steps that one bootstrap may take: about a second. */
const MAX_WORK = 200_000_000
/** Steps that a statistic takes in one draw, its share of the sorting included. */
const STATISTIC_WORK = 30
const MIN_RESAMPLES = 1000

interface Drawn {
  readonly intervals: readonly (Interval | undefined)[]
  readonly resamples: number
}

function draw(
  statistics: readonly StrataStatistic[],
  { seed, resamples: asked }: DrawRequest,
  unit: string,
  strataOf: () => readonly Stratum[],
): Drawn {
  if (statistics.length === 0) return { intervals: [], resamples: 0 }
  const strata = strataOf()
  let entries = STATISTIC_WORK * statistics.length
  for (const { columns } of strata) {
    for (const column of columns) for (const value of column) if (value !== 0) entries++
  }
  // Of large sets fewer resamples are drawn: the intervals are narrow, and their ends settle sooner.
  const resamples = Math.min(asked, Math.max(MIN_RESAMPLES, Math.floor(MAX_WORK / entries)))
  const random = randomStream(seed, `bootstrap ${unit} of dialogues`)
  return { intervals: bootstrapStrata({ strata, statistics, resamples, random }), resamples }
}
