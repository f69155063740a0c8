import { loadCatalog } from '../../catalog/import.js'
import { type CorpusStatistics, corpusStatistics } from '../../corpus/corpus-statistics.js'
import { readCorpus } from '../../corpus/read-corpus.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import { readFactorialRuns } from '../../ladder/factorial/read-runs.js'
import type { FactorialContrast, FactorialRun } from '../../ladder/factorial-run.js'
import type { KeywordSet } from '../../ladder/keyword-set.js'
import { readKeywordSet } from '../../ladder/keyword-tests/read-keyword-set.js'
import { importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { dialectOption } from '../dialect/dialect-option.js'
import type { RunHost } from '../run/run-host.js'

/** What a ladder stands on: files alone, nobody is asked. */
export interface LadderInputs {
  readonly corpus: ToolCorpus
  readonly statistics: CorpusStatistics
  readonly keywordSets: readonly KeywordSet[]
  readonly runs: readonly FactorialRun[]
  readonly contrast?: FactorialContrast
}

export interface InputPaths {
  readonly corpus: string
  readonly dialect?: string
  readonly tools?: string
  readonly eval: readonly string[]
  readonly rule?: string
  readonly runs?: readonly string[]
}

/** @throws {InputError} what reading each of them throws. */
export async function readInputs(
  paths: InputPaths,
  context: CliContext,
  host: Pick<RunHost, 'hash'>,
): Promise<LadderInputs> {
  const { files, notify } = context
  const dialect =
    paths.dialect === undefined ? undefined : await dialectOption(paths.dialect, undefined, context)
  const tools =
    paths.tools === undefined
      ? undefined
      : await loadCatalog(
          [paths.tools],
          importContextOf(context),
          importOptionsOf({ onDuplicate: 'error', timeout: 30 }),
        )
  const corpus = await readCorpus(
    paths.corpus,
    { files, notify, hash: host.hash },
    {
      ...(dialect === undefined ? {} : { dialect }),
      ...(tools === undefined ? {} : { tools: tools.catalog.tools }),
    },
  )
  const keywordSets: KeywordSet[] = []
  const names = new Set<string>()
  for (const path of paths.eval) {
    const set = await readKeywordSet(
      path,
      { files },
      {
        ...(paths.rule === undefined ? {} : { rule: paths.rule }),
        ...(tools === undefined ? {} : { catalog: tools.catalog }),
      },
    )
    const name = distinctName(set.name, names)
    names.add(name)
    keywordSets.push(name === set.name ? set : { ...set, name })
  }
  const { runs, contrast } =
    paths.runs === undefined || paths.runs.length === 0
      ? { runs: [], contrast: undefined }
      : await readFactorialRuns(paths.runs, files)
  return {
    corpus,
    statistics: corpusStatistics(corpus),
    keywordSets,
    runs,
    ...(contrast === undefined ? {} : { contrast }),
  }
}

/** Sets of one name are told apart by a number. */
function distinctName(name: string, taken: ReadonlySet<string>): string {
  let own = name
  for (let number = 2; taken.has(own); number++) own = `${name} (${number})`
  return own
}
