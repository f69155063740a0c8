import { type CallTask, callTaskOf, OfferShelf } from '../benchmark/call-item.js'
import { type Dialogue, dialogueOf } from '../benchmark/dialogue-item.js'
import type { Benchmark, Item, McqItem, QaItem, RetrievalItem } from '../benchmark/item.js'
import { type Resolution, resolveItems } from '../benchmark/resolve.js'
import { buildTool } from '../catalog/build-tool.js'
import { type Catalog, catalogOf } from '../catalog/catalog.js'
import { type Equivalence, findEquivalence } from '../catalog/lint/equivalence.js'
import type { Tool } from '../catalog/tool.js'
import type { IdentifiedText } from '../corpus/train-test-overlap.js'
import type { Notify } from '../ports.js'
import type { PrintedMean } from '../stats/grim.js'
import { callFamily } from './floors/call-family.js'
import { mcqFamily, qaFamily } from './floors/choice-families.js'
import { dialogueFamily } from './floors/dialogue-family.js'
import type { NullFamily } from './floors/null-family.js'
import { type NullFloor, nullFloors } from './floors/null-floor.js'
import { retrievalFamilies } from './floors/retrieval-families.js'

export interface AuditRequest {
  readonly benchmark: Benchmark
  readonly catalog?: Catalog | undefined
  /** Texts of a training set. */
  readonly training?: readonly IdentifiedText[] | undefined
  /** Means that somebody published for this benchmark. */
  readonly published?: readonly PrintedMean[] | undefined
  readonly seed: number
  /** Resamples of each bootstrap; default 10,000. */
  readonly resamples?: number
  readonly notify: Notify
  /** Lets others have a turn between pieces of work; rejects when the audit is to stop. */
  readonly pause: () => Promise<void>
}

const DEFAULT_RESAMPLES = 10_000

/** A benchmark with what several checks look at, each computed once and only when asked for. */
export class AuditSubject {
  readonly benchmark: Benchmark
  /** As given. */
  readonly catalog: Catalog | undefined
  readonly training: readonly IdentifiedText[] | undefined
  readonly published: readonly PrintedMean[]
  readonly seed: number
  readonly resamples: number
  readonly notify: Notify
  readonly pause: () => Promise<void>
  readonly retrieval: readonly RetrievalItem[]
  readonly mcq: readonly McqItem[]
  readonly qa: readonly QaItem[]
  #named: Catalog | undefined
  #resolution: Resolution | undefined
  #equivalence: Promise<Equivalence> | undefined
  #tasks: readonly CallTask[] | undefined
  #dialogues: readonly Dialogue[] | undefined
  #floors: Promise<readonly NullFloor[]> | undefined

  constructor(request: AuditRequest) {
    const { items } = request.benchmark
    this.benchmark = request.benchmark
    this.catalog = request.catalog
    this.training = request.training
    this.published = request.published ?? []
    this.seed = request.seed
    this.resamples = request.resamples ?? DEFAULT_RESAMPLES
    this.notify = request.notify
    this.pause = request.pause
    this.retrieval = items.filter((item) => item.kind === 'retrieval')
    this.mcq = items.filter((item) => item.kind === 'mcq')
    this.qa = items.filter((item) => item.kind === 'qa')
  }

  get items(): readonly Item[] {
    return this.benchmark.items
  }

  /** The catalog, or else the tools that retrieval items name, by their names alone. */
  get candidates(): Catalog {
    this.#named ??= this.catalog ?? namedTools(this.retrieval)
    return this.#named
  }

  /** Retrieval items against `candidates`. */
  get resolution(): Resolution {
    this.#resolution ??= resolveItems(this.retrieval, this.candidates)
    return this.#resolution
  }

  /** Call items, examined. @throws {InputError} as `callTaskOf` does. */
  get tasks(): readonly CallTask[] {
    const shelf = new OfferShelf()
    this.#tasks ??= this.items.flatMap((item) =>
      item.kind === 'call' ? [callTaskOf(item, { catalog: this.catalog, shelf })] : [],
    )
    return this.#tasks
  }

  /** Dialogue items, examined. @throws {InputError} as `dialogueOf` does. */
  get dialogues(): readonly Dialogue[] {
    this.#dialogues ??= this.items.flatMap((item) => (item.kind === 'dialogue' ? [dialogueOf(item)] : []))
    return this.#dialogues
  }

  /** Classes of tools that texts do not tell apart; only where there is a catalog. */
  equivalence(): Promise<Equivalence> {
    this.#equivalence ??= findEquivalence(this.catalog?.tools ?? [], { maxPairs: 0, pause: this.pause })
    return this.#equivalence
  }

  /** What null models score, kind by kind. */
  floors(): Promise<readonly NullFloor[]> {
    this.#floors ??= this.#measureFloors()
    return this.#floors
  }

  async #measureFloors(): Promise<readonly NullFloor[]> {
    const { retrieval, mcq, qa, seed, resamples } = this
    const families: (() => readonly (NullFamily | undefined)[])[] = [
      () => (retrieval.length === 0 ? [] : retrievalFamilies(this.resolution.items, this.candidates)),
      () => [mcq.length === 0 ? undefined : mcqFamily(mcq, seed)],
      () => [qa.length === 0 ? undefined : qaFamily(qa, seed)],
      () => [this.tasks.length === 0 ? undefined : callFamily(this.tasks)],
      () => [dialogueFamily(this.dialogues)],
    ]
    const floors: NullFloor[] = []
    for (const make of families) {
      for (const family of make()) {
        if (family !== undefined && family.clusters.length > 0)
          floors.push(...nullFloors(family, { seed, resamples }))
        await this.pause()
      }
    }
    return floors
  }

  /** The catalog's tool of that name or alias. */
  tool(name: string): Tool | undefined {
    const position = this.catalog?.position(name)
    return position === undefined ? undefined : this.catalog?.tools[position]
  }
}

function namedTools(items: readonly RetrievalItem[]): Catalog {
  const names = new Set<string>()
  for (const { gold, pool = [] } of items) {
    for (const name of gold.flat()) names.add(name)
    for (const name of pool) names.add(name)
  }
  return catalogOf(
    Array.from(names, (name) =>
      buildTool({ name, inputSchema: undefined, source: { format: 'items', at: 'the benchmark' } }),
    ),
  )
}
