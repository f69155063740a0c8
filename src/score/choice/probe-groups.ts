import type { McqItem, QaItem } from '../../benchmark/item.js'
import type { ProbeFacts } from '../../probe/probe-plan.js'
import { comparePaired, type PairedComparison } from '../../stats/compare-paired.js'
import type { PairedItem } from '../../stats/paired-items.js'
import type { LedgerRow } from '../run/sample-ledger.js'
import type { ChoiceOutcome } from './choice-outcome.js'

/** What a scorer needs to know of a probe: what was examined, and what could not be shown. */
export type ProbeReading = Pick<ProbeFacts, 'show' | 'showings' | 'leftOut' | 'unshown'>

/** The samples of one showing, or of a plain run. */
export interface ShowingRows {
  /** Group of the scores; undefined for what is examined. */
  readonly group: string | undefined
  readonly rows: readonly LedgerRow<ChoiceOutcome>[]
}

/** Rows by showing, what is examined first, then its controls in the order of the probe, then whatever else there is. */
export function rowsByShowing(
  rows: readonly LedgerRow<ChoiceOutcome>[],
  {
    probe,
    groupOf,
  }: { readonly probe: ProbeReading | undefined; readonly groupOf: (variant: string) => string | undefined },
): readonly ShowingRows[] {
  const groups = new Map<string | undefined, LedgerRow<ChoiceOutcome>[]>()
  for (const row of rows) {
    const group = row.variant === undefined ? undefined : groupOf(row.variant)
    const known = groups.get(group === probe?.show ? undefined : group)
    if (known === undefined) groups.set(group === probe?.show ? undefined : group, [row])
    else known.push(row)
  }
  const order = new Map<string | undefined, number>(
    (probe?.showings ?? []).map((showing, at) => [showing, at]),
  )
  const rank = (group: string | undefined): number =>
    group === undefined ? -1 : (order.get(group) ?? order.size)
  return Array.from(groups, ([group, own]) => ({ group, rows: own })).sort(
    (left, right) =>
      rank(left.group) - rank(right.group) || ((left.group ?? '') < (right.group ?? '') ? -1 : 1),
  )
}

/** What is examined against one control, on the items that both have: a positive difference is what the tool adds. */
export interface ControlComparison extends PairedComparison {
  readonly control: string
}

export interface ControlRequest {
  readonly items: readonly (McqItem | QaItem)[]
  readonly groups: readonly ShowingRows[]
  readonly seed: number
}

/**
 * Accuracy of what is examined less that of each control, by the one rule for two subjects: rotations and trials are
 * averaged within an item, signs are flipped cluster by cluster, and Holm's adjustment is over the controls.
 */
export function compareControls({ items, groups, seed }: ControlRequest): readonly ControlComparison[] {
  const [main, ...controls] = groups
  if (main === undefined || main.group !== undefined) return []
  const own = meansByItem(main.rows)
  const tables = controls.flatMap(({ group = '', rows }) => {
    const theirs = meansByItem(rows)
    const paired = Array.from(theirs).flatMap(([place, control]): readonly PairedItem[] => {
      const [item, value] = [items[place], own.get(place)]
      if (item === undefined || value === undefined) return []
      const { id, cluster } = item
      return [{ id, ...(cluster === undefined ? {} : { cluster }), a: [control], b: [value] }]
    })
    return paired.length < 2 ? [] : [{ group, paired }]
  })
  if (tables.length === 0) return []
  const compared = comparePaired({
    metrics: tables.map(({ group, paired }) => ({
      metric: `accuracy against ${group}`,
      better: 'higher',
      items: paired,
    })),
    seed,
  })
  return compared.map((comparison, at) => ({
    ...comparison,
    metric: 'accuracy',
    control: tables[at]?.group ?? '',
  }))
}

function meansByItem(rows: readonly LedgerRow<ChoiceOutcome>[]): ReadonlyMap<number, number> {
  const sums = new Map<number, { sum: number; count: number }>()
  for (const { item, outcome } of rows) {
    const tally = sums.get(item) ?? { sum: 0, count: 0 }
    tally.sum += outcome.right
    tally.count++
    sums.set(item, tally)
  }
  return new Map(Array.from(sums, ([item, { sum, count }]) => [item, Math.min(1, sum / count)]))
}

/** Items that a probe could not show in some way, by showing: unmeasured there. */
export function unshownIds(probe: ProbeReading | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(probe?.unshown ?? {}).map(([showing, items]) => [
      showing,
      new Set(items.map(({ item }) => item)),
    ]),
  )
}

/** How many items of these a showing lacks, and why. */
export function unshownCounts(
  probe: ProbeReading | undefined,
  ids: ReadonlySet<string>,
): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const [showing, items] of Object.entries(probe?.unshown ?? {})) {
    for (const { item, why } of items) {
      if (!ids.has(item)) continue
      const own = counts[showing] ?? {}
      own[why] = (own[why] ?? 0) + 1
      counts[showing] = own
    }
  }
  return counts
}

/** Questions that differ, among the items that were measured: a hundred items may ask twenty questions. */
export function distinctQuestions(
  items: readonly (McqItem | QaItem)[],
  rows: readonly LedgerRow<ChoiceOutcome>[],
): number {
  return new Set(rows.map(({ item }) => items[item]?.question.trim())).size
}
