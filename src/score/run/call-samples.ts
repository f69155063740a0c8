import type { CallTask } from '../../benchmark/call-item.js'
import { nullCallers } from '../../benchmark/nulls/index.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { callMeasures } from '../calls/call-measures.js'
import { judgeCalls } from '../calls/call-verdict.js'
import { OutputReader, type OutputReaderOptions } from '../calls/read-output.js'
import { VerdictList } from '../calls/verdict-list.js'
import type { Score } from '../score.js'
import { scoreSums } from '../sum-score.js'
import { averageRows } from './average-rows.js'
import { type ItemRepeats, itemRepeats, rowValues } from './item-repeats.js'
import { JudgedTexts } from './judged-texts.js'
import {
  affordableResamples,
  allItems,
  type FinishSettings,
  itemsFrom,
  itemValues,
  itemwise,
  type KindScorer,
  type KindScores,
} from './kind-scorer.js'
import { LeftCalls } from './left-calls.js'
import { type LedgerRow, rowsByVariant, SampleLedger } from './sample-ledger.js'
import { saidBy } from './sample-said.js'

/** The outcome is the place of the verdict in the list of all. */
type Row = LedgerRow<number>

/**
 * Scores call items as `assay score calls` does, each variant apart, trials averaged within an item, the null callers
 * beside them on the same items.
 */
export class CallSampleScorer implements KindScorer {
  readonly kind = 'call'
  readonly #tasks: readonly CallTask[]
  readonly #options: OutputReaderOptions
  readonly #reader: OutputReader
  readonly #ledger: SampleLedger<number>
  readonly #left: LeftCalls | undefined
  readonly #judged: JudgedTexts
  /** Of every text that was judged, in that order. */
  readonly #verdicts = new VerdictList()

  constructor(tasks: readonly CallTask[], options: OutputReaderOptions) {
    this.#tasks = tasks
    this.#options = options
    this.#reader = new OutputReader(options)
    this.#ledger = new SampleLedger(tasks.map(({ id }) => id))
    this.#judged = new JudgedTexts(tasks.length)
    const { dialect, vocabulary } = options
    this.#left = dialect && new LeftCalls({ dialect, ...(vocabulary === undefined ? {} : { vocabulary }) })
  }

  get items(): number {
    return this.#tasks.length
  }

  take(place: number, sample: StoredSample): void {
    const task = this.#tasks[place]
    if (task === undefined) return
    this.#ledger.record(place, sample, this.#verdictOf(place, task, sample))
  }

  /** Place of the verdict in the list of all; undefined where the sample said nothing. */
  #verdictOf(place: number, task: CallTask, { output, item: id, where }: StoredSample): number | undefined {
    if (output === undefined) return undefined
    const said = saidBy(output, this.#options.dialect?.isApi === true) ?? { kind: 'text', text: '' }
    const stopReason = output.stopReason === 'length' ? 'length' : 'stop'
    this.#left?.take({ said, where }, task.tools)
    const judge = (): number => {
      this.#verdicts.push(judgeCalls(task, this.#reader.read(task, { id, said, stopReason, where })))
      return this.#verdicts.length - 1
    }
    if (said.kind !== 'text') return judge()
    return this.#judged.placeOf({ item: place, text: said.text, stopReason }, judge)
  }

  finish(settings: FinishSettings): KindScores {
    const rows = this.#ledger.measured()
    const leftCalls = this.#left?.finding
    const scored = rowsByVariant(rows).map((group) => this.#scoreVariant(group, settings))
    return {
      kind: 'call',
      scores: scored.flatMap(({ scores }) => scores),
      items: allItems(scored),
      total: this.items,
      measured: new Set(rows.map(({ item }) => item)).size,
      gaps: this.#ledger.gaps(settings.trials),
      details: {
        ...(this.#options.dialect === undefined ? {} : { dialect: this.#options.dialect.id }),
        outcomes: this.#outcomesOf(rows),
        ...(leftCalls === undefined ? {} : { leftCalls }),
        unreachable: this.#tasks.filter(isUnreachable).map(({ id }) => id),
      },
    }
  }

  #outcomesOf(rows: readonly Row[]): Readonly<Record<string, number>> {
    const counts = { called: 0, attempted: 0, truncated: 0, abstained: 0, empty: 0 }
    for (const { outcome } of rows) {
      const verdict = this.#verdicts.at(outcome)
      if (verdict !== undefined) counts[verdict.outcome]++
    }
    return counts
  }

  #scoreVariant(
    { variant, rows }: { readonly variant: string | undefined; readonly rows: readonly Row[] },
    settings: FinishSettings,
  ): Pick<KindScores, 'scores' | 'items'> {
    const members: { readonly task: CallTask; readonly rows: Row[] }[] = []
    const placed: { readonly row: Row; readonly item: number }[] = []
    let last = -1
    for (const row of rows) {
      const task = this.#tasks[row.item]
      if (task === undefined) continue
      if (row.item !== last) members.push({ task, rows: [] })
      last = row.item
      members.at(-1)?.rows.push(row)
      placed.push({ row, item: members.length - 1 })
    }
    const tasks = members.map(({ task }) => task)
    const nulls = nullCallers.map((caller) => {
      const answer = caller.prepare(tasks)
      const verdicts = new VerdictList()
      for (const task of tasks) verdicts.push(judgeCalls(task, this.#reader.readNull(task, answer(task))))
      return { id: caller.id, verdicts }
    })
    const groups = groupsOf(tasks)
    const scored = groups.map(({ category, items }) => {
      const own = items === undefined ? placed : placed.filter(({ item }) => items.has(item))
      return scoreRows({
        rows: own,
        verdicts: this.#verdicts,
        tasks,
        nulls,
        group: groupName(variant, category),
        settings,
      })
    })
    const [all] = scored
    return {
      scores: scored.flatMap(({ scores }) => scores),
      items: itemsFrom(members, ({ task: { id, cluster, category }, rows: own }, item) => ({
        id,
        kind: 'call',
        ...(variant === undefined ? {} : { variant }),
        ...(cluster === undefined ? {} : { cluster }),
        ...(category === undefined ? {} : { category }),
        samples: own.length,
        values: all?.valuesOf(item) ?? {},
        ...all?.repeatsOf(item),
        verdicts: own.map(({ trial, outcome: place }) => {
          const verdict = this.#verdicts.at(place)
          return { trial, outcome: verdict?.outcome, level: verdict?.level }
        }),
      })),
    }
  }
}

interface RowsRequest {
  /** Of all samples. */
  readonly verdicts: VerdictList
  readonly rows: readonly { readonly row: Row; readonly item: number }[]
  readonly tasks: readonly CallTask[]
  /** Verdicts by item. */
  readonly nulls: readonly { readonly id: string; readonly verdicts: VerdictList }[]
  readonly group: string | undefined
  readonly settings: FinishSettings
}

function scoreRows({ rows, verdicts, tasks, nulls, group, settings }: RowsRequest): {
  readonly scores: readonly Score[]
  readonly valuesOf: (item: number) => Readonly<Record<string, number>>
  readonly repeatsOf: (item: number) => { readonly repeats?: ItemRepeats }
} {
  const numbers = new Map<number, number>()
  const itemOf = rows.map(({ item }) => {
    const number = numbers.get(item) ?? numbers.size
    numbers.set(item, number)
    return number
  })
  const about = group === undefined ? {} : { group }
  const perSample = callMeasures({
    verdicts: verdicts.pick(rows.map(({ row }) => row.outcome)),
    nulls: [],
    ...about,
  })
  const averaged = averageRows(perSample, { itemOf, items: numbers.size })
  // A null caller answers an item the same in every trial, so its measures are of items from the start.
  const rivals = nulls.map((one) => ({ id: one.id, verdicts: one.verdicts.pick([...numbers.keys()]) }))
  const [first] = rivals
  const ofNulls =
    first === undefined ? [] : callMeasures({ verdicts: first.verdicts, nulls: rivals, ...about })
  const measures = averaged.map((measure, index) => ({ ...measure, nulls: ofNulls[index]?.nulls ?? [] }))
  const isItemwise = itemwise(perSample)
  const columns = rowValues(perSample, isItemwise)
  const places = rows.length === numbers.size ? [] : placesByItem(itemOf)
  return {
    scores: scoreSums({
      measures,
      clusters: [...numbers.keys()].map((item) => tasks[item]?.cluster),
      seed: settings.seed,
      resamples: affordableResamples(settings.resamples, numbers.size),
      label: `calls ${group ?? ''}`,
    }),
    valuesOf: (item) => {
      const number = numbers.get(item)
      return number === undefined ? {} : itemValues(measures, isItemwise, number)
    },
    repeatsOf: (item) => {
      const own = places[numbers.get(item) ?? -1] ?? []
      const repeats = itemRepeats(
        own.map((row) => ({ row, variant: undefined })),
        columns,
      )
      return repeats === undefined ? {} : { repeats }
    },
  }
}

/** Places of the rows of each item. */
function placesByItem(itemOf: readonly number[]): readonly (readonly number[])[] {
  const places: number[][] = []
  for (const [row, item] of itemOf.entries()) {
    const own = places[item]
    if (own === undefined) places[item] = [row]
    else own.push(row)
  }
  return places
}

/** All items and, where they name more than one, the items of each category. */
function groupsOf(
  tasks: readonly CallTask[],
): readonly { readonly category?: string; readonly items?: ReadonlySet<number> }[] {
  const categories = new Map<string, Set<number>>()
  for (const [item, { category }] of tasks.entries()) {
    if (category === undefined) continue
    const items = categories.get(category) ?? new Set()
    categories.set(category, items.add(item))
  }
  if (categories.size < 2) return [{}]
  return [{}, ...Array.from(categories, ([category, items]) => ({ category, items }))]
}

function groupName(variant: string | undefined, category: string | undefined): string | undefined {
  if (variant === undefined) return category
  return category === undefined ? variant : `${variant}, ${category}`
}

/** No output can be exact where gold calls a tool that is not offered. */
export function isUnreachable({ gold, tools }: CallTask): boolean {
  return gold.calls.some((call) => !tools.some(({ name }) => name === call.name))
}
