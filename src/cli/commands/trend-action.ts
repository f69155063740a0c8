import { interruptible } from '../../adapters/interruptible.js'
import { InputError } from '../../errors.js'
import { findRuns } from '../../export/tables/find-runs.js'
import { runNames } from '../../export/tables/run-names.js'
import { readRun } from '../../run/read-run.js'
import { refuseLinks } from '../../run/refuse-links.js'
import { readScore } from '../../score/run/read-score.js'
import { readScores } from '../../score/run/read-scores.js'
import { trendOf } from '../../score/trend/trend.js'
import type { TrendRun } from '../../score/trend/trend-run.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../../text/json.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import { clockNotes, trendDocument, trendText } from './trend-text.js'

export interface TrendFlags {
  readonly metric?: readonly string[]
  readonly benchmark?: readonly string[]
  readonly subject?: readonly string[]
  readonly margin?: number
  readonly partial?: true
  readonly seed: number
  readonly permutations: number
  readonly output?: string
  readonly json?: true
}

interface TrendActionRequest {
  readonly paths: readonly string[]
  readonly flags: TrendFlags
}

const DEFAULT_MARGIN = 0.03

/** @throws {InputError} `trend-empty`, `run-doubled`, and what finding, reading and comparing throw. */
export async function runTrend({ paths, flags }: TrendActionRequest, context: CliContext): Promise<void> {
  const { files, clock, notify, print } = context
  const { runs: folders } = await findRuns(paths.length === 0 ? ['runs'] : paths, files)
  guardOutput(
    flags.output,
    folders.flatMap((folder) => ['run.json', 'scores.json'].map((name) => files.join(folder, name))),
  )
  const found: TrendRun[] = []
  for (const folder of folders) {
    await clock.sleep(0, context.signal)
    const run = await trendRunAt(folder, { flags, isAlone: folders.length === 1 }, context)
    if (run !== undefined) found.push(run)
  }
  const names = runNames(
    found.map(({ run, folder, createdMs }) => ({ id: run, folder, createdAt: createdMs })),
  )
  const runs = found.map((run, place) => ({ ...run, run: names[place] ?? run.run }))
  refuseDoubled(runs)
  if (runs.length === 0) throw nothing(paths)
  const { metric = [], margin, partial, seed, permutations } = flags
  const trend = interruptible(() =>
    trendOf({
      runs,
      metrics: metric,
      partial: partial === true,
      seed,
      permutations,
      ...(margin === undefined ? {} : { margin }),
    }),
  )
  const about = { margin: margin ?? DEFAULT_MARGIN, seed, notes: clockNotes(runs, clock.now()) }
  const json = `${JSON.stringify(trendDocument(trend, about), undefined, 2)}\n`
  if (flags.output !== undefined) {
    await files.write(flags.output, [json])
    notify(`Written: ${flags.output}`)
  }
  print(flags.json ? json : trendText(trend, about))
}

/** A run among others that cannot be read, or is not scored, is told of and left out. */
async function trendRunAt(
  folder: string,
  { flags, isAlone }: { readonly flags: TrendFlags; readonly isAlone: boolean },
  context: CliContext,
): Promise<TrendRun | undefined> {
  const { files, notify } = context
  try {
    const place = files.join(folder, 'scores.json')
    await refuseLinks(folder, ['run.json', 'scores.json'], files)
    const { id } = await readRun(folder, files)
    const createdMs = createdOf(await jsonAt(files.join(folder, 'run.json'), context), folder)
    if ((await files.facts(place)) === undefined) throw notScored(folder)
    const benchmarks = await benchmarksAt(place, flags, context)
    return { run: id, folder, createdMs, benchmarks }
  } catch (error) {
    if (!(error instanceof InputError) || isAlone) throw error
    notify(`left out: ${folder}: ${error.what}`)
    return undefined
  }
}

/** A longer text cannot be held. */
const MAX_BYTES = 500 * 1024 * 1024

async function jsonAt(path: string, { files }: CliContext): Promise<JsonValue> {
  const facts = await files.facts(path)
  if ((facts?.sizeBytes ?? 0) > MAX_BYTES) {
    throw invalid(path, `The file is larger than ${MAX_BYTES / 1024 / 1024} MiB.`)
  }
  const reading = parseJson(new TextDecoder().decode(await files.read(path)), { duplicateKeys: 'last' })
  if (reading.kind === 'value') return reading.value
  const { reason, line, column } = reading.fault
  throw invalid(`${path}, line ${line}, column ${column}`, `This is not valid JSON. ${reason}`)
}

async function benchmarksAt(
  path: string,
  { benchmark, subject }: TrendFlags,
  context: CliContext,
): Promise<TrendRun['benchmarks']> {
  const json = await jsonAt(path, context)
  const documents = isJsonArray(json) ? json : [json]
  return documents.flatMap((document) => {
    if (!isJsonObject(document)) throw invalid(path, 'It holds no object.')
    return readScores(document, path)
      .filter((stored) => benchmark?.includes(stored.benchmark) ?? true)
      .filter((stored) => subject?.includes(stored.subject) ?? true)
      .map((stored) => ({
        stored,
        scores: (isJsonArray(document.scores) ? document.scores : []).map((score) => readScore(score, path)),
      }))
  })
}

function createdOf(json: JsonValue, folder: string): number {
  const createdAt = isJsonObject(json) ? json.createdAt : undefined
  const createdMs = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
  if (!Number.isNaN(createdMs)) return createdMs
  throw invalid(folder, '"createdAt" of run.json is no time.')
}

function refuseDoubled(runs: readonly TrendRun[]): void {
  const folders = new Map<string, string>()
  for (const { run, folder } of runs) {
    const other = folders.get(run)
    if (other !== undefined) {
      throw new InputError({
        code: 'run-doubled',
        what: `Two folders hold a run with the id ${JSON.stringify(run.slice(0, 80))}.`,
        where: `${other} and ${folder}`,
        fix: 'Name one of the two, or take the copy away.',
      })
    }
    folders.set(run, folder)
  }
}

function notScored(folder: string): InputError {
  return new InputError({
    code: 'run-not-scored',
    what: 'The folder holds no scores.json.',
    where: folder,
    fix: `Score it first: assay score ${folder}`,
  })
}

function nothing(paths: readonly string[]): InputError {
  return new InputError({
    code: 'trend-empty',
    what: 'None of the runs could be read and is scored.',
    where: paths.join(', '),
    fix: 'Score runs by `assay score <run>`, then lay them out.',
  })
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'run-invalid',
    what: `The run cannot be laid out. ${what}`,
    where,
    fix: 'Restore the file as Assay wrote it, or leave the run out.',
  })
}
