import { addRow, type MeasureColumns } from './measure-columns.js'
import type { DialogueVerdict } from './strict/turn-verdict.js'

/** Sums of one category. */
export interface CategoryRows {
  /** Undefined: the dialogues name none. */
  readonly category: string | undefined
  /** One row a dialogue, its trials averaged. */
  readonly dialogues: readonly Float64Array[]
  /** Number of the cluster of each dialogue, 0 upward without gaps. */
  readonly clusterOf: readonly number[]
  /** Clusters that have a name: a dialogue without one stands for itself. */
  readonly named: number
  /** What the dialogues of each cluster add up to. */
  readonly clusters: readonly Float64Array[]
  /** The same of each null agent, in their order. */
  readonly nulls: readonly (readonly Float64Array[])[]
}

interface Category {
  readonly category: string | undefined
  /** Places of dialogues by their ids. */
  readonly places: Map<string, number>
  /** Sums over trials. */
  readonly sums: Float64Array[]
  readonly trials: number[]
  readonly clusterOf: number[]
  clusterCount: number
  readonly numbers: Map<string, number>
  readonly nulls: Float64Array[][]
}

/** The dialogue that a verdict is on. */
export type VerdictOn = Pick<DialogueVerdict, 'id' | 'category' | 'cluster'>

/** Takes verdicts one dialogue at a time and keeps numbers only: one row a dialogue, one a cluster for each null agent. */
export class DialogueTable<Verdict extends VerdictOn = DialogueVerdict> {
  readonly #columns: MeasureColumns<Verdict>
  readonly #nulls: number
  readonly #categories = new Map<string | undefined, Category>()

  constructor(columns: MeasureColumns<Verdict>, nulls: number) {
    this.#columns = columns
    this.#nulls = nulls
  }

  /** Whether a dialogue was added before: another trial needs no null agents, which answer the same each time. */
  has({ id, category }: Pick<VerdictOn, 'id' | 'category'>): boolean {
    return this.#categories.get(category)?.places.has(id) === true
  }

  /** @param nulls verdicts on the null agents over the same turns; of the first trial. */
  add(verdict: Verdict, nulls: readonly Verdict[]): void {
    const category = this.#categoryOf(verdict.category)
    const row = this.#columns.rowOf(verdict)
    const known = category.places.get(verdict.id)
    if (known !== undefined) {
      addRow(category.sums[known] as Float64Array, row)
      category.trials[known] = (category.trials[known] as number) + 1
      return
    }
    const cluster = this.#clusterOf(category, verdict.cluster)
    category.places.set(verdict.id, category.sums.length)
    category.sums.push(row)
    category.trials.push(1)
    category.clusterOf.push(cluster)
    for (const [index, own] of nulls.entries()) {
      addRow(category.nulls[index]?.[cluster] as Float64Array, this.#columns.rowOf(own))
    }
  }

  get categories(): readonly CategoryRows[] {
    return [...this.#categories.values()].map(
      ({ category, sums, trials, clusterOf, clusterCount, numbers, nulls }) => {
        const dialogues = sums.map((row, place) => {
          const count = trials[place] as number
          return count === 1 ? row : row.map((value) => value / count)
        })
        const clusters = Array.from({ length: clusterCount }, () => new Float64Array(this.#columns.width))
        for (const [place, row] of dialogues.entries()) {
          addRow(clusters[clusterOf[place] as number] as Float64Array, row)
        }
        return { category, dialogues, clusterOf, named: numbers.size, clusters, nulls }
      },
    )
  }

  #categoryOf(name: string | undefined): Category {
    const known = this.#categories.get(name)
    if (known !== undefined) return known
    const made: Category = {
      category: name,
      places: new Map(),
      sums: [],
      trials: [],
      clusterOf: [],
      clusterCount: 0,
      numbers: new Map(),
      nulls: Array.from({ length: this.#nulls }, () => []),
    }
    this.#categories.set(name, made)
    return made
  }

  #clusterOf(category: Category, name: string | undefined): number {
    const known = name === undefined ? undefined : category.numbers.get(name)
    if (known !== undefined) return known
    const number = category.clusterCount++
    if (name !== undefined) category.numbers.set(name, number)
    for (const list of category.nulls) list.push(new Float64Array(this.#columns.width))
    return number
  }
}
