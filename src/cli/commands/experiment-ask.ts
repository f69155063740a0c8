import type { Item } from '../../benchmark/item.js'
import { itemToJson } from '../../benchmark/item-json.js'
import type { Catalog } from '../../catalog/catalog.js'
import { catalogLine } from '../../catalog/store.js'
import { InputError } from '../../errors.js'
import { readRun } from '../../run/read-run.js'
import { readSampleLines, type StoredSample } from '../../run/sample-lines.js'
import { writeJson } from '../../text/json.js'
import { present } from '../../text/json-members.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { CliContext } from '../command.js'
import { dialectOption } from '../dialect/dialect-option.js'
import type { RunFlags } from '../run/run-flags.js'
import type { RunHost } from '../run/run-host.js'
import type { ExperimentFlags } from './experiment-flags.js'
import { type RunResult, runRun, tellAllFailed } from './run-action.js'

/** Items that are asked under one catalog, as an ordinary run. */
export interface AskedSet {
  /** Name of the run's folder within that of the experiment. */
  readonly name: string
  /** Benchmarks of the run, by the names under which samples are kept. */
  readonly benchmarks: readonly { readonly name: string; readonly items: readonly Item[] }[]
  readonly catalog: Catalog
}

export interface AskedSamples {
  /** Of each key the last. */
  readonly samples: readonly StoredSample[]
  readonly dialect: Dialect | undefined
  /** Label of the subject. */
  readonly subject: string
}

export interface AskRequest {
  readonly sets: readonly AskedSet[]
  readonly trials: number
  readonly flags: ExperimentFlags
  readonly context: CliContext
  readonly hostOf: () => RunHost
}

/**
 * Asks a model item sets, each as a run of its own in the experiment's folder, so that it is journalled, kept within its
 * budget and resumable like any other.
 *
 * @returns undefined when a run did not come to its end; it has been told, and the exit code is set.
 * @throws {InputError} what running throws.
 */
export async function askSets(request: AskRequest): Promise<readonly AskedSamples[] | undefined> {
  const { sets, context } = request
  const base = await baseFolder(request)
  const asked: AskedSamples[] = []
  for (const set of sets) {
    context.notify(`Asking: ${set.name} (${context.files.join(base, set.name)})`)
    const result = await askSet(set, base, request)
    if (result?.ending.kind !== 'complete') {
      for (const line of (result?.text ?? '').trimEnd().split('\n')) context.complain(`${line}\n`)
      context.complain(`The experiment is not complete. Go on with the same command and --resume ${base}\n`)
      return undefined
    }
    if (result.allFailed !== undefined) {
      tellAllFailed(result, 'Begin the experiment anew once the subject answers.', context)
      return undefined
    }
    asked.push(await readAsked(result.folder, context))
  }
  return asked
}

async function askSet(set: AskedSet, base: string, request: AskRequest): Promise<RunResult | undefined> {
  const { flags, context, hostOf } = request
  const { files } = context
  const folder = files.join(base, set.name)
  const catalog = files.join(base, `${set.name}-catalog.jsonl`)
  const paths: string[] = []
  await files.write(catalog, linesOf(set.catalog.tools, catalogLine))
  for (const { name, items } of set.benchmarks) {
    const path = files.join(base, `${set.name}-items`, name)
    await files.write(
      path,
      linesOf(items, (item) => `${writeJson(itemToJson(item))}\n`),
    )
    paths.push(path)
  }
  const isBegun = (await files.facts(files.join(folder, 'run.json'))) !== undefined
  const own: Pick<RunFlags, 'resume' | 'output'> =
    flags.resume !== undefined && isBegun ? { resume: folder } : { output: folder }
  let result: RunResult | undefined
  await runRun({ ...runFlagsOf(request), items: paths, catalog: [catalog], ...own }, context, hostOf(), {
    done: (told) => {
      result = told
    },
  })
  return result
}

function* linesOf<T>(values: readonly T[], line: (value: T) => string): Generator<string> {
  for (const value of values) yield line(value)
}

function runFlagsOf({ flags, sets, trials }: AskRequest): RunFlags {
  const { subject, config, concurrency, maxTokensOut, temperature, topP, shortlist, dialect, key, price } =
    flags
  const { maxCost, maxTokens, answerTimeout, cache, trialRequests, askAnyway, quiet, seed } = flags
  const runs = sets.length
  return {
    trials,
    seed,
    concurrency,
    timeout: answerTimeout,
    ...present({ subject, config, maxTokensOut, temperature, topP, shortlist, dialect, key, price }),
    ...present({ cache, trialRequests, askAnyway, quiet }),
    ...(maxCost === undefined ? {} : { maxCost: maxCost / runs }),
    ...(maxTokens === undefined ? {} : { maxTokens: Math.max(1, Math.floor(maxTokens / runs)) }),
  }
}

async function baseFolder({ sets, flags, context: { files, clock } }: AskRequest): Promise<string> {
  const [first] = sets
  if (flags.resume !== undefined && first !== undefined) {
    // The catalog of the first set is written before anything is asked.
    const begun = files.join(flags.resume, `${first.name}-catalog.jsonl`)
    if ((await files.facts(begun)) !== undefined) return flags.resume
    throw new InputError({
      code: 'experiment-missing',
      what: 'There is no such experiment to go on with.',
      where: flags.resume,
      fix: 'Name the folder that an experiment of this kind was begun in, or leave out --resume.',
    })
  }
  if (flags.folder !== undefined) return flags.folder
  const stamp = new Date(clock.now())
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\..*$/, '')
    .replace('T', '-')
  let folder = files.join('experiments', stamp)
  for (let number = 2; (await files.facts(folder)) !== undefined; number++) {
    folder = files.join('experiments', `${stamp}-${number}`)
  }
  return folder
}

async function readAsked(folder: string, context: CliContext): Promise<AskedSamples> {
  const { files, notify } = context
  const { subject } = await readRun(folder, files)
  const samples = new Map<string, StoredSample>()
  const path = files.join(folder, 'samples.jsonl')
  for await (const sample of readSampleLines(path, files, ({ where }) =>
    notify(`${where}: a torn line is passed over`),
  )) {
    samples.set(JSON.stringify([sample.benchmark, sample.item, sample.trial]), sample)
  }
  const dialect =
    subject.dialect === undefined ? undefined : await dialectOption(subject.dialect, undefined, context)
  return { samples: [...samples.values()], dialect, subject: subject.label }
}
