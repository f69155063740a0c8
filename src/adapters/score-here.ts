import type { Benchmark, Item } from '../benchmark/item.js'
import type { Catalog } from '../catalog/catalog.js'
import { type Output, outputOfObject, readOutputLines } from '../run/output-lines.js'
import { callTasks } from '../score/calls/call-tasks.js'
import { type OutputScores, scoreOutputs } from '../score/calls/score-outputs.js'
import { type ScoredItem, scoredItem } from '../score/calls/scored-item.js'
import type { Score } from '../score/score.js'
import { argumentError, isObject } from '../toolcall/argument-error.js'
import type { Dialect } from '../toolcall/dialect.js'
import { dialectGiven } from '../toolcall/parse.js'
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
 * `outputs-unknown` unless `partial`, `argument-invalid` for a request that is none, and what reading throws.
 */
export async function score(request: ScoreRequest): Promise<CallScores> {
  refuseNoRequest(request)
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
    ...(dialect === undefined ? {} : { dialect: dialectGiven(dialect, 'score') }),
    seed,
    resamples,
  })
  const judged = tasks.flatMap(({ id }, place) => {
    const verdict = verdicts.at(place)
    return verdict === undefined ? [] : [{ id, ...scoredItem(verdict) }]
  })
  return { scores, items: judged, outcomes, gaps }
}

/** @throws {InputError} `argument-invalid`, naming the member. */
function refuseNoRequest(request: unknown): void {
  if (!isObject(request)) throw wrong('the request', 'an object with "items" and "outputs"', request)
  const { items, outputs, catalog, seed = 0, resamples = 1 } = request
  const list = isObject(items) ? items.items : items
  if (typeof items !== 'string' && !(Array.isArray(list) && list.every(isObject)))
    throw wrong('items', 'a path, a benchmark that was read, or a list of items', items)
  if (typeof outputs !== 'string' && !isIterable(outputs))
    throw wrong('outputs', 'a path, or a list of outputs such as { id, text }', outputs)
  // What a server lists, { tools }, is none yet: readCatalog makes one of it.
  const isRead = isObject(catalog) && Array.isArray(catalog.tools) && typeof catalog.position === 'function'
  const isCatalog = isRead || isSources(catalog)
  if (catalog !== undefined && !isCatalog)
    throw wrong('catalog', 'a path, a list of paths, or a catalog that readCatalog gave', catalog)
  if (!isWhole(seed, 0)) throw wrong('seed', 'a whole number from 0', seed)
  if (!isWhole(resamples, 1)) throw wrong('resamples', 'a whole number from 1', resamples)
}

function wrong(argument: string, wanted: string, given: unknown): Error {
  return argumentError({ call: 'score', argument, wanted, given })
}

function isIterable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
  )
}

function isSources(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
}

function isWhole(value: unknown, least: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least
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
