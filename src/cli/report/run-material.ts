import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Catalog } from '../../catalog/catalog.js'
import { InputError } from '../../errors.js'
import type { RunMaterial } from '../../report/sources/run-material.js'
import { readRun } from '../../run/read-run.js'
import { needsCatalog } from '../../score/run/benchmark-scorers.js'
import type { Dialect } from '../../toolcall/dialect.js'
import type { Vocabulary } from '../../toolcall/tokens/vocabulary.js'
import type { CatalogFlags } from '../catalog-flags.js'
import type { CliContext } from '../command.js'
import { benchmarkOf, catalogOf, dialectOf } from '../commands/score-run-run.js'
import { readVocabulary } from '../vocabulary-option.js'

/** What the command line says beside the run. */
export interface MaterialFlags extends CatalogFlags {
  readonly catalog?: readonly string[]
  readonly dialect?: string
  readonly vocabulary?: string
  readonly config?: string
  readonly changedItems?: true
}

/** Opens what samples of a run are read with. What cannot be opened is told and left out: the run is shown without. */
export async function openRunMaterial(
  folder: string,
  flags: MaterialFlags,
  context: CliContext,
): Promise<RunMaterial> {
  const faults: string[] = []
  const attempt = async <T>(what: string, open: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      faults.push(`${what}: ${error.what}`)
      return undefined
    }
  }
  const run = await attempt('run.json', () => readRun(folder, context.files))
  if (run === undefined) return { benchmarks: new Map(), faults }
  const benchmarks = new Map<string, Benchmark>()
  for (const stored of run.benchmarks) {
    const benchmark = await attempt(`items of ${stored.name}`, () =>
      run.converse === undefined
        ? benchmarkOf(stored, flags, context)
        : loadBenchmark(stored.path, context, { isStored: true }),
    )
    if (benchmark !== undefined) benchmarks.set(stored.name, benchmark)
  }
  const loaded = [...benchmarks.values()]
  const isNeeded = flags.catalog !== undefined || loaded.some(({ items }) => needsCatalog(items))
  const catalog = isNeeded
    ? await attempt('catalog', () => catalogOf(run, { benchmarks: loaded, flags, context }))
    : undefined
  const dialect = await attempt('dialect', () => dialectOf(run, flags, context))
  const { vocabulary: file } = flags
  const vocabulary =
    file === undefined ? undefined : await attempt('vocabulary', () => readVocabulary(file, context))
  return { benchmarks, faults, ...material({ catalog, dialect, vocabulary }) }
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
