import { kishEffectiveSize } from '../../stats/kish.js'
import { MIN_EFFECTIVE_CLUSTERS } from '../mean-score.js'
import type { ScorerIdentity, ScoreSubject } from '../score.js'
import type { CategoryRows } from './dialogue-table.js'
import { addRow, type ColumnValues } from './measure-columns.js'

export interface NullColumn {
  readonly id: string
  /** Whether it is an agent that a subject must beat. */
  readonly isFloor: boolean
  /** Whether it is gold itself but for what must not matter. */
  readonly isGold: boolean
}

export interface PlanRequest {
  readonly columns: ColumnValues
  readonly categories: readonly CategoryRows[]
  /** In the order of the rows of null agents. */
  readonly nulls: readonly NullColumn[]
  readonly scorer: ScorerIdentity
}

/** One measure of one group, its value known, its interval not yet. */
export interface GroupPlan {
  readonly about: ScoreSubject
  /** Place of the measure. */
  readonly measure: number
  /** Places of the categories whose values are averaged. */
  readonly members: readonly number[]
  /** NaN where there is none. */
  readonly value: number
  /** By null agent; NaN where there is none. */
  readonly nullValues: readonly number[]
  /** The null agent that scores best, among those that a subject must beat. */
  readonly floor: { readonly place: number; readonly id: string; readonly value: number } | undefined
  /** Dialogues that count. */
  readonly n: number
  /** What the ratio is divided by. */
  readonly counted: number
  readonly clusters: {
    readonly count: number
    readonly named: number
    readonly effective: number
    /** Of the category that has the fewest. */
    readonly least: number
  }
  /** Why there is no value, where there is none. */
  readonly reason: string
}

/** Below this many clusters a category shows too little of its own spread to be drawn from by itself. */
export const MIN_CLUSTERS_PER_CATEGORY = 5

export function hasEnoughClusters({ clusters: { effective, least }, members }: GroupPlan): boolean {
  return effective >= MIN_EFFECTIVE_CLUSTERS && (members.length === 1 || least >= MIN_CLUSTERS_PER_CATEGORY)
}

/** Every measure over all categories, then of each category that has a name. */
export function planGroups(request: PlanRequest): readonly GroupPlan[] {
  const { columns, categories } = request
  const sums = categories.map(({ clusters, nulls }) => ({
    subject: total(clusters, columns.width),
    nulls: nulls.map((own) => total(own, columns.width)),
  }))
  const groups = [
    { name: undefined, members: categories.map((_, place) => place) },
    ...categories.flatMap(({ category }, place) =>
      category === undefined ? [] : [{ name: category, members: [place] }],
    ),
  ]
  return groups.flatMap((group) =>
    columns.measures.map((_, measure) => planOf({ request, sums, measure, group })),
  )
}

function total(rows: readonly Float64Array[], width: number): Float64Array {
  const sums = new Float64Array(width)
  for (const row of rows) addRow(sums, row)
  return sums
}

interface CategorySums {
  readonly subject: Float64Array
  readonly nulls: readonly Float64Array[]
}

interface MeasureOfGroup {
  readonly request: PlanRequest
  readonly sums: readonly CategorySums[]
  readonly measure: number
  readonly group: { readonly name: string | undefined; readonly members: readonly number[] }
}

function planOf({ request, sums, measure, group }: MeasureOfGroup): GroupPlan {
  const { columns, categories, nulls } = request
  const definition = columns.measures[measure]
  if (definition === undefined) throw new RangeError(`There is no measure ${measure}.`)
  const { metric, k, unit, better, hasFloor, whenNothing } = definition
  const valueIn = (row: Float64Array | undefined): number =>
    row === undefined ? Number.NaN : columns.valueOf(measure, row)
  const goldPlace = nulls.findIndex(({ isGold }) => isGold)
  const ofGold = group.members.filter((place) => !Number.isNaN(valueIn(sums[place]?.nulls[goldPlace])))
  const ofSubject = group.members.filter((place) => !Number.isNaN(valueIn(sums[place]?.subject)))
  const members = ofGold.length > 0 ? ofGold : ofSubject
  const meanOf = (rowOf: (sums: CategorySums) => Float64Array | undefined): number => {
    let sum = 0
    for (const place of members) {
      const own = sums[place]
      sum += own === undefined ? Number.NaN : valueIn(rowOf(own))
    }
    return sum / members.length
  }
  const nullValues = nulls.map((_, index) => meanOf((own) => own.nulls[index]))
  const missing = members.filter((place) => !ofSubject.includes(place)).length
  const value = meanOf(({ subject }) => subject)
  return {
    about: {
      metric,
      ...(k === undefined ? {} : { k }),
      ...(group.name === undefined ? {} : { group: group.name }),
      unit,
      better,
      scorer: request.scorer,
    },
    measure,
    members,
    value,
    nullValues,
    floor: hasFloor && !Number.isNaN(value) ? strongest(nullValues, nulls, better) : undefined,
    ...countUnits(
      members.flatMap((place) => categories[place] ?? []),
      { columns, measure },
    ),
    reason:
      members.length > 1 && missing > 0
        ? `${whenNothing} in ${missing} of ${members.length} categories`
        : whenNothing,
  }
}

function strongest(
  values: readonly number[],
  nulls: readonly NullColumn[],
  better: 'higher' | 'lower',
): GroupPlan['floor'] {
  let best: GroupPlan['floor']
  for (const [place, { id, isFloor }] of nulls.entries()) {
    const value = values[place] ?? Number.NaN
    if (!isFloor || Number.isNaN(value)) continue
    if (best === undefined || (better === 'higher' ? value > best.value : value < best.value)) {
      best = { place, id, value }
    }
  }
  return best
}

/** Dialogues that count, and the clusters that they stand in. */
function countUnits(
  categories: readonly CategoryRows[],
  { columns, measure }: { readonly columns: ColumnValues; readonly measure: number },
): Pick<GroupPlan, 'n' | 'counted' | 'clusters'> {
  const sizes: number[] = []
  let n = 0
  let counted = 0
  let named = 0
  let least = Number.POSITIVE_INFINITY
  for (const rows of categories) {
    const own = new Map<number, number>()
    for (const [place, row] of rows.dialogues.entries()) {
      if (!columns.countsFor(measure, row)) continue
      n++
      counted += columns.countOf(measure, row)
      const cluster = rows.clusterOf[place] as number
      own.set(cluster, (own.get(cluster) ?? 0) + 1)
    }
    sizes.push(...own.values())
    named += rows.named
    least = Math.min(least, own.size)
  }
  return { n, counted, clusters: { count: sizes.length, named, effective: kishEffectiveSize(sizes), least } }
}
