import type { McqItem, QaItem } from '../../benchmark/item.js'
import { averageRows } from '../run/average-rows.js'
import { type ItemRepeats, itemRepeats, type RowValues, rowValues } from '../run/item-repeats.js'
import {
  affordableResamples,
  type FinishSettings,
  itemsFrom,
  itemValues,
  type ScoredItem,
} from '../run/kind-scorer.js'
import type { LedgerRow } from '../run/sample-ledger.js'
import type { Score, ScorerIdentity } from '../score.js'
import { type Measure, scoreSums } from '../sum-score.js'
import type { ChoiceFloor, ChoiceMember } from './choice-floors.js'
import { type ChoiceMeasure, measuresOf } from './choice-measures.js'
import type { ChoiceOutcome } from './choice-outcome.js'

export interface ChoiceScoreRequest {
  readonly items: readonly (McqItem | QaItem)[]
  /** By item. */
  readonly rows: readonly LedgerRow<ChoiceOutcome>[]
  /** The primary one first. */
  readonly measures: readonly ChoiceMeasure[]
  /** Measures that look at all samples of an item together; left out where no item counts. */
  readonly overItems?: readonly ItemMeasure[]
  /** Null models on the same items, held against the measures that they can be. */
  readonly floors?: (members: readonly ChoiceMember[]) => readonly ChoiceFloor[]
  readonly scorer: ScorerIdentity
  /** Names the draws. */
  readonly label: string
  /** Variant that all rows are of, where variants are scored apart. */
  readonly variant?: string
  readonly settings: FinishSettings
  /** Adds what items of the kind have of their own. */
  readonly describe: (rows: readonly LedgerRow<ChoiceOutcome>[]) => object
}

export interface ItemMeasure {
  readonly metric: string
  readonly unit: string
  /** 0 or 1; undefined where the item does not count. */
  readonly of: (rows: readonly LedgerRow<ChoiceOutcome>[]) => 0 | 1 | undefined
}

interface Member extends ChoiceMember {
  readonly rows: LedgerRow<ChoiceOutcome>[]
}

/** Metrics that a null model has, too. */
const FLOORED: ReadonlySet<string> = new Set(['accuracy', 'balanced-accuracy'])

/** Scores of items from the outcomes of their samples, and the items with their own values. */
export function scoreChoices(request: ChoiceScoreRequest): {
  readonly scores: readonly Score[]
  readonly items: Iterable<ScoredItem>
  /** Values of the null models by the first measure, their ids the groups. */
  readonly nulls: readonly Score[]
} {
  const { items, rows, variant, settings, scorer } = request
  const members: Member[] = []
  const itemOf: number[] = []
  /** Of each member, its first row. */
  const begins: number[] = []
  let last = -1
  for (const row of rows) {
    const item = items[row.item]
    if (item === undefined) continue
    if (row.item !== last) {
      begins.push(itemOf.length)
      members.push({ item, rows: [] })
    }
    last = row.item
    members.at(-1)?.rows.push(row)
    itemOf.push(members.length - 1)
  }
  const outcomes = rows.map(({ outcome }) => outcome)
  const perSample = measuresOf(outcomes, request.measures, scorer)
  const overItems = (request.overItems ?? []).flatMap((one) => measureOver(members, one, scorer))
  const isItemwise = [...perSample, ...overItems].map(
    ({ about, subject }) => subject.terms.length === 1 && about.group === undefined,
  )
  const floors = members.length === 0 ? [] : (request.floors?.(members) ?? [])
  const averaged = averageRows(perSample, { itemOf, items: members.length }).map((measure) =>
    FLOORED.has(measure.about.metric) && measure.about.group === undefined
      ? { ...measure, nulls: floors.map((floor) => ({ id: floor.id, sum: floorSum(measure, floor) })) }
      : measure,
  )
  const measures = [...averaged, ...overItems]
  const sums = {
    clusters: members.map(({ item }) => item.cluster),
    seed: settings.seed,
    resamples: affordableResamples(settings.resamples, members.length),
  }
  const scores = scoreSums({ ...sums, measures, label: request.label })
  const columns = rowValues(perSample, isItemwise)
  const [first] = averaged
  const nulls = scoreSums({
    ...sums,
    measures: first === undefined ? [] : floors.map((floor) => nullMeasure(first, floor)),
    label: `${request.label} nulls`,
  })
  return {
    scores: scores.map((score) => inVariant(score, variant)),
    nulls,
    items: itemsFrom(members, ({ item, rows: own }, place) => ({
      id: item.id,
      kind: item.kind,
      ...(variant === undefined ? {} : { variant }),
      ...(item.cluster === undefined ? {} : { cluster: item.cluster }),
      samples: own.length,
      values: itemValues(measures, isItemwise, place),
      ...repeatsOf(own, begins[place] as number, columns),
      ...request.describe(own),
    })),
  }
}

/** The rows of an item stand together, from `begin` on. */
function repeatsOf(
  own: readonly LedgerRow<ChoiceOutcome>[],
  begin: number,
  columns: readonly RowValues[],
): { readonly repeats?: ItemRepeats } {
  const rows = own.map(({ variant }, index) => ({ row: begin + index, variant }))
  const repeats = itemRepeats(rows, columns)
  return repeats === undefined ? {} : { repeats }
}

function inVariant(score: Score, variant: string | undefined): Score {
  if (variant === undefined) return score
  return { ...score, group: score.group === undefined ? variant : `${variant}, ${score.group}` }
}

/** The subject's own ratios with the null model's answers above the line. */
function floorSum({ subject }: Measure, { right }: ChoiceFloor): Measure['subject'] {
  const terms = subject.terms.map(({ weight, bottom }) => ({
    weight,
    top: Float64Array.from(right, (value, place) => value * (bottom[place] as number)),
    bottom,
  }))
  return { terms, offset: subject.offset }
}

function nullMeasure(measure: Measure, floor: ChoiceFloor): Measure {
  const subject = floorSum(measure, floor)
  const isPlain = floor.right.every((value) => value === 0 || value === 1)
  return {
    about: { ...measure.about, group: floor.id },
    isShare:
      isPlain &&
      subject.terms.every(({ bottom }) => Array.from(bottom).every((one) => one === 0 || one === 1)),
    subject,
    nulls: [],
    whenNothing: measure.whenNothing,
  }
}

function measureOver(
  members: readonly Member[],
  { metric, unit, of }: ItemMeasure,
  scorer: ScorerIdentity,
): readonly Measure[] {
  const values = members.map(({ rows }) => of(rows))
  if (values.every((value) => value === undefined)) return []
  const top = values.map((value) => value ?? 0)
  const bottom = values.map((value) => (value === undefined ? 0 : 1))
  return [
    {
      about: { metric, unit, better: 'higher', scorer },
      isShare: true,
      subject: { terms: [{ weight: 1, top, bottom }], offset: 0 },
      nulls: [],
      ceiling: 1,
      whenNothing: 'no items',
    },
  ]
}
