import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Catalog } from '../../catalog/catalog.js'
import { InputError } from '../../errors.js'
import type { RunMaterial } from '../../report/sources/run-material.js'
import { type ScoreDocument, scoreDocumentsOf } from '../../report/sources/score-document.js'
import { readRun, type StoredBenchmark, type StoredRun } from '../../run/read-run.js'
import { needsCatalog } from '../../score/run/benchmark-scorers.js'
import type { JsonValue } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'
import type { CatalogFlags } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { scorePieces } from '../commands/score-run-document.js'
import { benchmarkOf, catalogOf, dialectOf, scoreLoaded } from '../commands/score-run-run.js'
import { storedPath } from '../stored-path.js'
import { readVocabulary } from '../vocabulary-option.js'

/** What the command line says beside the run. */
export interface MaterialFlags extends CatalogFlags {
  readonly catalog?: readonly string[]
  readonly dialect?: string
  readonly vocabulary?: string
  readonly config?: string
  readonly changedItems?: true
}

/** Files that the command line names, for them to be read whatever they are. */
export function namedFiles({ catalog = [], vocabulary, config }: MaterialFlags): readonly string[] {
  return [...catalog, vocabulary, config].filter((one) => one !== undefined)
}

/** Scoring holds every item at once; a report of more has to be scored before, by `assay score`. */
const MOST_ITEMS = 50_000

/** As `assay score` does by default. */
const SCORING = { ks: [1, 5, 10], seed: 0, resamples: 10_000 } as const

/** Opens a part of what is shown; undefined where it cannot be opened, which is told. */
export type Attempt = <T>(what: string, open: () => Promise<T>) => Promise<T | undefined>

/** @param faults takes what could not be opened, and why. */
export function attemptTelling(faults: string[]): Attempt {
  return async (what, open) => {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      faults.push(`${what}: ${error.what}`)
      return undefined
    }
  }
}

/**
 * Opens what samples of a run are read with, and scores them where the run keeps no scores. What cannot be opened is told and left
 * out: the run is shown without.
 *
 * @param isScored whether scores are wanted; default true.
 */
export async function openRunMaterial(
  folder: string,
  flags: MaterialFlags,
  context: CliContext,
  { isScored = true }: { readonly isScored?: boolean } = {},
): Promise<RunMaterial> {
  const faults: string[] = []
  const attempt = attemptTelling(faults)
  const run = await attempt('run.json', () => readRun(folder, context.files))
  if (run === undefined) return { benchmarks: new Map(), faults }
  const loaded = await benchmarksOf(run, { flags, context, attempt })
  const benchmarks = new Map(loaded.map(({ stored, benchmark }) => [stored.name, benchmark]))
  if (run.converse !== undefined) {
    return {
      benchmarks,
      faults,
      ...(await dialogueMaterial(run, { loaded, flags, context, attempt, isScored })),
    }
  }
  const all = [...benchmarks.values()]
  const isNeeded = flags.catalog !== undefined || all.some(({ items }) => needsCatalog(items))
  const catalog = isNeeded
    ? await attempt('catalog', () => catalogOf(run, { benchmarks: all, flags, context }))
    : undefined
  const dialect = await attempt('dialect', () => dialectOf(run, flags, context))
  const { vocabulary: file } = flags
  const vocabulary =
    file === undefined ? undefined : await attempt('vocabulary', () => readVocabulary(file, context))
  const readers = material({ catalog, dialect, vocabulary })
  const scores =
    !isScored || loaded.length === 0 || !(await isToScore(run, context))
      ? undefined
      : await attempt('scores', async () => {
          refuseMany(all)
          return asRead(
            await scoreLoaded({ run, benchmarks: loaded, ...readers, ...SCORING }, context),
            folder,
          )
        })
  return { benchmarks, faults, ...readers, ...(scores === undefined ? {} : { scores }) }
}

interface LoadedBenchmark {
  readonly stored: StoredBenchmark
  readonly benchmark: Benchmark
}

interface Opening {
  readonly flags: MaterialFlags
  readonly context: CliContext
  readonly attempt: Attempt
}

async function benchmarksOf(
  run: StoredRun,
  { flags, context, attempt }: Opening,
): Promise<readonly LoadedBenchmark[]> {
  const loaded: LoadedBenchmark[] = []
  for (const stored of run.benchmarks) {
    const { path, format, name, fingerprint } = stored
    const benchmark = await attempt(`items of ${name}`, async () => {
      storedPath(path, run.folder)
      if (run.converse === undefined) return benchmarkOf(stored, { ...flags, isLean: true }, context)
      const read = await loadBenchmark(path, context, {
        isStored: true,
        isLean: true,
        ...(format === undefined ? {} : { format }),
      })
      if (read.fingerprint === fingerprint || flags.changedItems) return read
      throw new InputError({
        code: 'items-changed',
        what: 'They are not those that the run played: their fingerprint is another.',
        where: path,
        fix: 'Restore them, or pass --changed-items.',
      })
    })
    if (benchmark !== undefined) loaded.push({ stored, benchmark })
  }
  return loaded
}

async function dialogueMaterial(
  run: StoredRun,
  {
    loaded,
    flags,
    context,
    attempt,
    isScored,
  }: Opening & { readonly loaded: readonly LoadedBenchmark[]; readonly isScored: boolean },
): Promise<Pick<RunMaterial, 'judgeDialogue' | 'scores'>> {
  const { converse: facts } = run
  const [first] = loaded
  if (facts === undefined || first === undefined) return {}
  // Packs and their executors are loaded where dialogues are looked at.
  const { openDialogues } = await import('./open-dialogues.js')
  const opened = await attempt('pack', () =>
    openDialogues(
      {
        run,
        facts,
        benchmark: first.benchmark,
        changedItems: flags.changedItems === true,
        ...SCORING,
      },
      context,
    ),
  )
  if (opened === undefined) return {}
  const scores =
    isScored && (await isToScore(run, context))
      ? await attempt('scores', async () => asRead([await opened.score()], run.folder))
      : undefined
  return { judgeDialogue: opened.judge, ...(scores === undefined ? {} : { scores }) }
}

/** Whether the run keeps answers and no scores of them. */
async function isToScore({ folder, converse }: StoredRun, { files }: CliContext): Promise<boolean> {
  const answers = converse === undefined ? 'samples.jsonl' : 'turns.jsonl'
  const facts = await files.facts(files.join(folder, answers))
  return (
    facts?.kind === 'file' &&
    facts.isSpecial !== true &&
    facts.sizeBytes > 0 &&
    (await files.facts(files.join(folder, 'scores.json'))) === undefined
  )
}

/** @throws {InputError} `run-not-scored`. */
function refuseMany(benchmarks: readonly Benchmark[]): void {
  const count = benchmarks.reduce((sum, { items }) => sum + items.length, 0)
  if (count <= MOST_ITEMS) return
  throw new InputError({
    code: 'run-not-scored',
    what: `The run holds no scores.json, and with ${count} items it has to be scored by \`assay score\` first.`,
    fix: 'Score it, then make the report again.',
  })
}

/** As if they had been written and read back: what is shown does not depend on where scores come from. */
function asRead(documents: Parameters<typeof scorePieces>[0], where: string): readonly ScoreDocument[] {
  return documents.flatMap((document) => {
    const json = JSON.parse([...scorePieces([document])].join('')) as JsonValue // written just before
    return scoreDocumentsOf(json, where, () => undefined)
  })
}

interface Opened {
  readonly catalog: Catalog | undefined
  readonly dialect: Dialect | undefined
  readonly vocabulary: Vocabulary | undefined
}

function material({
  catalog,
  dialect,
  vocabulary,
}: Opened): Pick<RunMaterial, 'catalog' | 'dialect' | 'vocabulary'> {
  return {
    ...(catalog === undefined ? {} : { catalog }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
  }
}
