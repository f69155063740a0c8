import type { Benchmark, Item } from '../benchmark/item.js'
import type { Catalog } from '../catalog/catalog.js'
import { type Output, outputOfObject, readOutputLines } from '../run/output-lines.js'
import { callTasks } from '../score/calls/call-tasks.js'
import { type OutputScores, scoreOutputs } from '../score/calls/score-outputs.js'
import { type ScoredItem, scoredItem } from '../score/calls/scored-item.js'
import type { Score } from '../score/score.js'
import type { Dialect } from '../toolcall/dialect.js'
import { knownDialect } from '../toolcall/known-dialect.js'
import { hostFiles } from './files.js'
import { readBenchmark, readCatalog } from './read-here.js'

/** What a subject said about one item: exactly one of `text`, `message` and `calls`. */
export interface GivenOutput {
  readonly id: string
  readonly text?: string
  /** The message object of an API. */
  readonly message?: object
  /** Calls that were parsed elsewhere. */
  readonly calls?: readonly { readonly name: string; readonly arguments: object }[]
  /** `length` when the token limit cut it. */
  readonly stopReason?: string
}

export interface ScoreRequest {
  /** Call items: a path, a benchmark that was read, or its items. */
  readonly items: string | Benchmark | readonly Item[]
  /** A path to outputs, one object a line, or the outputs. */
  readonly outputs: string | Iterable<GivenOutput> | AsyncIterable<GivenOutput>
  /** Where tools that items name are described; sources, or a catalog that was read. */
  readonly catalog?: string | readonly string[] | Catalog
  /** How calls are written; needed unless every output holds parsed calls. */
  readonly dialect?: string | Dialect
  /** Whether to go on when outputs are missing, doubled or of no item; default false. */
  readonly partial?: boolean
  /** Default 0. */
  readonly seed?: number
  /** Of each bootstrap; default 10,000. */
  readonly resamples?: number
}

export interface CallScores extends Pick<OutputScores, 'scores' | 'outcomes' | 'gaps'> {
  readonly scores: readonly Score[]
  /** One entry a measured item, in the order of the items. */
  readonly items: readonly ({ readonly id: string } & ScoredItem)[]
}

/**
 * Holds outputs against call items and scores them, null callers beside them on the same items: what
 * `assay score calls` prints, as data.
 *
 * @throws {InputError} `no-call-items`, `dialect-unknown`, `dialect-missing`, `outputs-missing`, `outputs-doubled`,
 * `outputs-unknown` unless `partial`, and what reading throws.
 */
export async function score(request: ScoreRequest): Promise<CallScores> {
  const { items, outputs, dialect, partial = false, seed = 0, resamples = 10_000 } = request
  const benchmark = typeof items === 'string' ? await readBenchmark(items) : items
  const examined = callTasks('items' in benchmark ? benchmark.items : benchmark, {
    catalog: await catalogOf(request.catalog),
    where: typeof items === 'string' ? items : 'items',
  })
  const { scores, tasks, verdicts, outcomes, gaps } = await scoreOutputs({
    tasks: examined.map(({ task }) => task),
    outputs: typeof outputs === 'string' ? readOutputLines(outputs, hostFiles) : asOutputs(outputs),
    where: typeof outputs === 'string' ? outputs : 'outputs',
    partial,
    ...(dialect === undefined
      ? {}
      : { dialect: typeof dialect === 'string' ? knownDialect(dialect) : dialect }),
    seed,
    resamples,
  })
  const judged = tasks.flatMap(({ id }, place) => {
    const verdict = verdicts.at(place)
    return verdict === undefined ? [] : [{ id, ...scoredItem(verdict) }]
  })
  return { scores, items: judged, outcomes, gaps }
}

async function catalogOf(given: ScoreRequest['catalog']): Promise<Catalog | undefined> {
  if (given === undefined || (typeof given === 'object' && 'tools' in given)) return given
  return readCatalog(given)
}

async function* asOutputs(
  outputs: Iterable<GivenOutput> | AsyncIterable<GivenOutput>,
): AsyncGenerator<Output> {
  let place = 0
  for await (const output of outputs) yield outputOfObject(output, `outputs[${place++}]`)
}
