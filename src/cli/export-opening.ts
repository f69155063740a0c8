import type { Benchmark } from '../benchmark/item.js'
import { InputError } from '../errors.js'
import type { StoredBenchmark } from '../run/read-run.js'
import { refuseLinks } from '../run/refuse-links.js'
import { readStoredConfig, type StoredConfig } from '../run/stored-config.js'
import { invalidScores, readScore } from '../score/run/read-score.js'
import { readScores } from '../score/run/read-scores.js'
import type { Score } from '../score/score.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../text/json.js'
import { printable } from '../text/printable.js'
import type { CliContext } from './command.js'
import { benchmarkOf } from './commands/score-run-run.js'

export interface ExportFlags {
  /** Which of several benchmarks of the run. */
  readonly benchmark?: string
  /** Where its items stand now. */
  readonly items?: string
  readonly changedItems?: true
}

/** One benchmark of a stored run, with the items that it asked. */
export interface OpenedRun {
  readonly run: StoredConfig
  readonly stored: StoredBenchmark
  readonly benchmark: Benchmark
  readonly samplesPath: string
}

/**
 * Opens a run as data: nothing that it names is started.
 *
 * @throws {InputError} `benchmark-unnamed`, and what reading the run and its items throws.
 */
export async function openStoredRun(
  folder: string,
  flags: ExportFlags,
  context: CliContext,
): Promise<OpenedRun> {
  const { files } = context
  await refuseLinks(folder, ['run.json', 'samples.jsonl', 'scores.json'], files)
  const run = await readStoredConfig(folder, files)
  const stored = oneOf(run, flags.benchmark)
  const { format: _detected, ...elsewhere } = stored
  const place = flags.items === undefined ? stored : { ...elsewhere, path: flags.items }
  const benchmark = await benchmarkOf(
    place,
    flags.changedItems === true ? { changedItems: true } : {},
    context,
  )
  return { run, stored, benchmark, samplesPath: files.join(folder, 'samples.jsonl') }
}

function oneOf({ benchmarks, folder }: StoredConfig, named: string | undefined): StoredBenchmark {
  const [only, ...others] = benchmarks
  const found =
    named === undefined && others.length === 0 ? only : benchmarks.find(({ name }) => name === named)
  if (found !== undefined) return found
  throw new InputError({
    code: 'benchmark-unnamed',
    what:
      named === undefined
        ? `The run has ${benchmarks.length} benchmarks, and one is written at a time.`
        : `The run has no benchmark ${JSON.stringify(named)}.`,
    where: folder,
    fix: `Name one with --benchmark: ${benchmarks.map(({ name }) => printable(name, { maxLength: 60 })).join(', ')}.`,
  })
}

export interface OpenedScores {
  readonly scores: readonly Score[]
  /** By item and variant, as `JSON.stringify([item, variant ?? null])`. */
  readonly values: ReadonlyMap<string, Readonly<Record<string, number>>>
}

/** A longer text cannot be held. */
const MAX_BYTES = 500 * 1024 * 1024

/** `scores.json` of a run, parsed; nothing where it was not scored. @throws {InputError} `scores-invalid`. */
export async function scoresJson(folder: string, { files }: CliContext): Promise<JsonValue | undefined> {
  const path = files.join(folder, 'scores.json')
  const facts = await files.facts(path)
  if (facts === undefined) return undefined
  if (facts.sizeBytes > MAX_BYTES)
    throw invalidScores(path, `It is larger than ${MAX_BYTES / 1024 / 1024} MiB.`)
  const reading = parseJson(new TextDecoder().decode(await files.read(path)), { duplicateKeys: 'last' })
  if (reading.kind === 'fault') throw invalidScores(path, `It is no JSON. ${reading.fault.reason}`)
  return reading.value
}

/** The scores of one benchmark of a run; nothing where it was not scored. @throws {InputError} `scores-invalid`. */
export async function openScores(
  folder: string,
  benchmark: string,
  context: CliContext,
): Promise<OpenedScores | undefined> {
  const path = context.files.join(folder, 'scores.json')
  const json = await scoresJson(folder, context)
  if (json === undefined) return undefined
  const documents = isJsonArray(json) ? json : [json]
  const document = documents.filter(isJsonObject).find((one) => one.benchmark === benchmark)
  if (document === undefined) return undefined
  const scores = isJsonArray(document.scores) ? document.scores : []
  const items = readScores(document, path).flatMap((stored) => stored.items)
  return {
    scores: scores.map((score) => readScore(score, path)),
    values: new Map(items.map(({ id, variant, values }) => [JSON.stringify([id, variant ?? null]), values])),
  }
}
