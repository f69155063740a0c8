import { interruptible } from '../../adapters/interruptible.js'
import type { Benchmark } from '../../benchmark/item.js'
import { type LoadOptions, loadBenchmark } from '../../benchmark/load.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import { InputError } from '../../errors.js'
import { readRun, type StoredBenchmark, type StoredRun } from '../../run/read-run.js'
import { refuseLinks } from '../../run/refuse-links.js'
import { readSampleLines } from '../../run/sample-lines.js'
import { benchmarkScorers, needsCatalog } from '../../score/run/benchmark-scorers.js'
import { leftCallsText } from '../../score/run/left-calls.js'
import { type RunScoreBenchmark, type RunScores, scoreRun } from '../../score/run/score-run.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'
import { type CatalogFlags, importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import { refuseStoredCatalog } from '../catalog/stored-catalog.js'
import type { CliContext } from '../command.js'
import { dialectOption } from '../dialect/dialect-option.js'
import { guardOutput } from '../output-guard.js'
import { textOfProbe } from '../probe/probe-text.js'
import { storedPath } from '../stored-path.js'
import { readVocabulary } from '../vocabulary-option.js'
import { documentOf, type RunScoreDocument, scorePieces } from './score-run-document.js'
import { textOfRunScores } from './score-run-text.js'

export interface ScoreRunFlags extends CatalogFlags {
  readonly items?: readonly string[]
  readonly changedItems?: true
  readonly catalog?: readonly string[]
  readonly dialect?: string
  readonly vocabulary?: string
  readonly config?: string
  readonly k: readonly number[]
  readonly seed: number
  readonly resamples: number
  readonly output?: string
  readonly json?: true
}

/**
 * @throws {InputError} `runs-mixed`, `runs-differ`, `run-missing`, `run-invalid`, `run-version`, `run-link`, `items-changed`, `catalog-changed`, `catalog-not-opened`, and what reading throws; nothing is
 * written by then.
 */
export async function runScoreRuns(
  folders: readonly string[],
  flags: ScoreRunFlags,
  context: CliContext,
): Promise<void> {
  const runs: StoredRun[] = []
  for (const folder of folders) runs.push(await readRun(folder, context.files))
  const [folder = ''] = folders
  if (runs.length > 1 || runs.some(({ converse }) => converse !== undefined)) {
    const { scoreStoredConverse } = await import('../converse/score-stored-converse.js')
    await scoreStoredConverse(runs, flags, context)
    return
  }
  printScores(await scoreStored(folder, flags, context), flags, context)
}

/** One run; throws as `runScoreRuns` does. */
export function runScoreRun(folder: string, flags: ScoreRunFlags, context: CliContext): Promise<void> {
  return runScoreRuns([folder], flags, context)
}

/** Prints scores of a run, as JSON or as tables. */
export function printScores(
  documents: readonly RunScoreDocument[],
  { json }: Pick<ScoreRunFlags, 'json'>,
  { print, notify }: CliContext,
): void {
  if (json) {
    for (const { leftCalls } of documents.flatMap(({ details }) => details.kinds)) {
      if (leftCalls !== undefined) notify(leftCallsText(leftCalls))
    }
    for (const piece of scorePieces(documents)) print(piece)
  } else print(documents.map(textOf).join('\n'))
}

function textOf(document: RunScoreDocument): string {
  const { probe } = document.details
  return probe === undefined ? textOfRunScores(document) : textOfProbe(document, probe)
}

/** Scores a run and keeps the scores in its folder; throws as `runScoreRun` does. */
export async function scoreStored(
  folder: string,
  flags: ScoreRunFlags,
  context: CliContext,
): Promise<readonly RunScoreDocument[]> {
  const { files, notify } = context
  guardOutput(flags.output, [files.join(folder, 'samples.jsonl'), files.join(folder, 'run.json')])
  const run = await readRun(folder, files)
  if (flags.output === undefined) await refuseLinks(folder, ['scores.json'], files)
  const { documents } = await scoreUnwritten(run, flags, context)
  const output = flags.output ?? files.join(folder, 'scores.json')
  await files.write(output, scorePieces(documents))
  notify(`Written: ${output}`)
  return documents
}

/** What `scoreUnwritten` takes of the flags. */
export type ScoringFlags = Omit<ScoreRunFlags, 'output' | 'json'>

/** Scores a run and writes nothing; throws as `runScoreRun` does. */
export async function scoreUnwritten(
  run: StoredRun,
  flags: ScoringFlags,
  context: CliContext,
): Promise<{ readonly documents: readonly RunScoreDocument[]; readonly benchmarks: readonly Benchmark[] }> {
  const places = placesOf(run, flags.items ?? [])
  const benchmarks: { readonly stored: StoredBenchmark; readonly benchmark: Benchmark }[] = []
  for (const stored of places)
    benchmarks.push({ stored, benchmark: await benchmarkOf(stored, flags, context) })
  const catalog = await catalogOf(run, { benchmarks: benchmarks.map((one) => one.benchmark), flags, context })
  const dialect = await dialectOf(run, flags, context)
  const vocabulary =
    flags.vocabulary === undefined ? undefined : await readVocabulary(flags.vocabulary, context)
  const documents = await scoreLoaded(
    {
      run,
      benchmarks,
      ...(catalog === undefined ? {} : { catalog }),
      ...(dialect === undefined ? {} : { dialect }),
      ...(vocabulary === undefined ? {} : { vocabulary }),
      ks: flags.k,
      seed: flags.seed,
      resamples: flags.resamples,
    },
    context,
  )
  return { documents, benchmarks: benchmarks.map(({ benchmark }) => benchmark) }
}

/** A run with what its samples are read with. */
interface LoadedRun {
  readonly run: StoredRun
  readonly benchmarks: readonly { readonly stored: StoredBenchmark; readonly benchmark: Benchmark }[]
  readonly catalog?: Catalog
  readonly dialect?: Dialect
  readonly vocabulary?: Vocabulary
  readonly ks: readonly number[]
  readonly seed: number
  readonly resamples: number
}

/** Scores the samples of a run; nothing is written. @throws {InputError} what reading samples and scoring throw. */
export async function scoreLoaded(
  { run, benchmarks, catalog, dialect, vocabulary, ks, seed, resamples }: LoadedRun,
  context: CliContext,
): Promise<readonly RunScoreDocument[]> {
  const { files, notify } = context
  const samplesPath = files.join(run.folder, 'samples.jsonl')
  const options = {
    ...(catalog === undefined ? {} : { catalog }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
    ks,
    ...(run.probe === undefined ? {} : { probe: run.probe }),
    ...(run.rotations === undefined ? {} : { rotations: run.rotations }),
  }
  const loaded = benchmarks.map(
    ({ stored, benchmark }): RunScoreBenchmark => ({
      name: stored.name,
      scorers: interruptible(() => benchmarkScorers({ ...benchmark, name: stored.name }, options)),
      benchmark,
    }),
  )
  const scores = await scoreRun({
    run,
    benchmarks: loaded,
    samples: readSampleLines(samplesPath, files, ({ sizeBytes, where }) =>
      notify(`${where}: a part of a line, ${sizeBytes} bytes, as a crash leaves it; passed over`),
    ),
    seed,
    resamples,
    pause: () => context.clock.sleep(0, context.signal),
    compute: interruptible,
  })
  tellStrangers(scores, context)
  return scores.benchmarks.map((one, index): RunScoreDocument => {
    const { stored } = benchmarks[index] as (typeof benchmarks)[number] // one of each
    return documentOf({
      run,
      stored,
      loaded: loaded[index] as RunScoreBenchmark,
      scores: one,
      catalog,
      seed,
      resamples,
    })
  })
}

/** Where the items of each benchmark are read, `--items` heeded. */
function placesOf({ benchmarks, folder }: StoredRun, items: readonly string[]): readonly StoredBenchmark[] {
  const moved = new Map<string, string>()
  for (const entry of items) {
    const name = benchmarks.find((one) => entry.startsWith(`${one.name}=`))?.name
    const [only, ...others] = benchmarks
    if (name !== undefined) moved.set(name, entry.slice(name.length + 1))
    else if (only !== undefined && others.length === 0) moved.set(only.name, entry)
    else {
      throw new InputError({
        code: 'items-unnamed',
        what: `The run has ${benchmarks.length} benchmarks, and "${entry}" names none of them.`,
        where: '--items',
        fix: `Write NAME=PATH with one of ${benchmarks.map((one) => one.name).join(', ')}.`,
      })
    }
  }
  return benchmarks.map((one) => {
    const path = moved.get(one.name)
    if (path === undefined) return { ...one, path: storedPath(one.path, folder) }
    const { format: _detected, ...rest } = one
    return { ...rest, path }
  })
}

/** The items of a run, if they are still those that it asked. @throws {InputError} `items-changed`, and what reading throws. */
export async function benchmarkOf(
  { path, format, split, answers, fingerprint, name }: StoredBenchmark,
  { changedItems, isLean = false }: Pick<ScoreRunFlags, 'changedItems'> & Pick<LoadOptions, 'isLean'>,
  { files, notify, signal }: CliContext,
): Promise<Benchmark> {
  const benchmark = await loadBenchmark(
    path,
    {
      files,
      notify,
      signal,
      ...(split === undefined ? {} : { split }),
      ...(answers === undefined ? {} : { answers }),
    },
    { isStored: true, isLean, ...(format === undefined ? {} : { format }) },
  )
  if (benchmark.fingerprint === fingerprint || changedItems) return benchmark
  throw new InputError({
    code: 'items-changed',
    what: `The items of "${name}" are not those that the run asked: their fingerprint is another.`,
    where: path,
    fix: 'Name the items of that time with --items, or pass --changed-items to score against these: what has another id is then unmeasured.',
  })
}

interface CatalogRequest {
  readonly benchmarks: readonly Benchmark[]
  readonly flags: Pick<ScoreRunFlags, 'catalog' | 'changedItems'> & CatalogFlags
  readonly context: CliContext
}

/** The catalog, where items need one. @throws {InputError} `catalog-not-opened`, `catalog-changed`, and what reading throws. */
export async function catalogOf(
  run: StoredRun,
  { benchmarks, flags, context }: CatalogRequest,
): Promise<Catalog | undefined> {
  const isNeeded = benchmarks.some(({ items }) => needsCatalog(items))
  const sources = flags.catalog ?? (isNeeded ? run.catalog?.sources : undefined)
  if (sources === undefined) return undefined
  if (flags.catalog === undefined) {
    await refuseStoredCatalog(sources, { folder: run.folder, files: context.files })
  }
  const { catalog } = await loadCatalog(sources, importContextOf(context), importOptionsOf(flags))
  const asked = run.catalog?.fingerprint
  if (asked === undefined || asked === catalog.fingerprint || flags.changedItems) return catalog
  throw new InputError({
    code: 'catalog-changed',
    what: 'The catalog is not the one that the run knew: its fingerprint is another.',
    where: sources.join(', '),
    fix: 'Name the catalog of that time with --catalog, or pass --changed-items to score with this one.',
  })
}

/** Of the command line, else of the run. A dialect that a file or config describes has to be named again. */
export async function dialectOf(
  { subject }: StoredRun,
  { dialect, config }: Pick<ScoreRunFlags, 'dialect' | 'config'>,
  context: CliContext,
): Promise<Dialect | undefined> {
  if (dialect !== undefined) return dialectOption(dialect, config, context)
  if (subject.dialect === undefined) return undefined
  // An id alone: a path in a stored run might lead to a program.
  if (/[/\\.]/.test(subject.dialect)) {
    context.notify(
      `The dialect of the run, ${subject.dialect}, is described in a file: name it with --dialect.`,
    )
    return undefined
  }
  return dialectOption(subject.dialect, config, context)
}

function tellStrangers({ strangers, benchmarks }: RunScores, { notify }: CliContext): void {
  if (strangers > 0) notify(`samples of benchmarks that the run does not name, passed over: ${strangers}`)
  for (const { name, unknown } of benchmarks) {
    if (unknown.count === 0) continue
    const [example = ''] = unknown.items
    notify(`samples of items that ${name} does not have, passed over: ${unknown.count}, such as ${example}`)
  }
}
