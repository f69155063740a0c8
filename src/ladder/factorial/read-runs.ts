import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { readCsv } from '../../text/csv.js'
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import { isCount } from '../../text/plain-value.js'
import { printable, quoted } from '../../text/printable.js'
import type { FactorialContrast, FactorialRun } from '../factorial-run.js'
import { type ReportFigures, reportFigures } from './report-figures.js'

export interface FactorialRuns {
  readonly runs: readonly FactorialRun[]
  /** What the list says was declared before the runs. */
  readonly contrast?: FactorialContrast
}

type RunFiles = Pick<Files, 'read' | 'facts' | 'join' | 'folderOf'>

const MAX_RUNS = 1000
const MAX_BYTES = 256 * 1024 * 1024
/** Columns that are no factors. */
const KNOWN = new Set(['name', 'run', 'seed', 'steps', 'complete', 'report'])
const FIGURES = new Set(['p-first', 'changed-share'])

/**
 * Training runs out of files, several of which add up:
 *
 * - a result of `assay ladder --json`, whose factors stand in its file name (`corpus=diverse,lr=1e-5,seed=1.json`);
 * - a JSON list of runs, `{runs: […], contrast?: {measure, factor, from, to, within?}}` or the list alone, each
 *   `{name?, factors, seed?, steps?, complete?, counts?: {measure: "7/8" | {right, n}}, figures?, report?}`, where `report`
 *   names a ladder result that fills in what is not given;
 * - CSV with a line a run: `name`, `seed`, `steps`, `complete`, `report`; columns whose cells read `7/8` are counts,
 *   `p-first` and `changed-share` figures, all others factors.
 *
 * A run counts as complete unless it says otherwise.
 *
 * @throws {InputError} `factorial-runs`, and what reading files throws.
 */
export async function readFactorialRuns(paths: readonly string[], files: RunFiles): Promise<FactorialRuns> {
  const runs: FactorialRun[] = []
  let contrast: FactorialContrast | undefined
  for (const path of paths) {
    const text = await textOf(path, files)
    const value = /\.[ct]sv$/i.test(path) ? csvList(text, path) : readJsonText(text, { path })
    if (isJsonObject(value) && value.schema === 'assay.ladder/1') {
      runs.push(runOf(namedRecord(path), `${path}`, reportFigures(value)))
      continue
    }
    const list = isJsonObject(value) ? value.runs : value
    if (!isJsonArray(list)) throw broken(path, 'The file holds neither runs nor a result of assay ladder.')
    for (const [at, entry] of list.entries()) {
      const where = `${path}, run ${at + 1}`
      if (!isJsonObject(entry)) throw broken(where, 'The run is no object.')
      runs.push(runOf(entry, where, await reportOf(entry, { path, where, files })))
      if (runs.length > MAX_RUNS) throw broken(path, `There are more than ${MAX_RUNS} runs.`)
    }
    if (isJsonObject(value) && value.contrast !== undefined) {
      if (contrast !== undefined) throw broken(path, 'A second contrast is declared; one decides.')
      contrast = contrastOf(value.contrast, path)
    }
  }
  return { runs: withNames(runs), ...(contrast === undefined ? {} : { contrast }) }
}

async function textOf(path: string, files: RunFiles): Promise<string> {
  const facts = await files.facts(path)
  if (facts !== undefined && facts.sizeBytes > MAX_BYTES)
    throw broken(path, 'The file is larger than 256 MiB.')
  return new TextDecoder().decode(await files.read(path))
}

/** Factors out of `corpus=diverse,lr=1e-5,seed=1.json`. */
function namedRecord(path: string): JsonObject {
  const stem = (path.split(/[/\\]/).at(-1) ?? path).replace(/\.json$/i, '')
  const factors: Record<string, string> = {}
  let seed: number | undefined
  for (const part of stem.split(',')) {
    const [key = '', level] = part.split('=', 2)
    if (level === undefined) continue
    if (key.trim() === 'seed' && /^\d{1,15}$/.test(level)) seed = Number(level)
    else factors[key.trim()] = level.trim()
  }
  return { name: stem, factors, ...(seed === undefined ? {} : { seed }) }
}

function csvList(text: string, path: string): readonly JsonObject[] {
  const reading = readCsv(text)
  if (reading.kind === 'fault') throw broken(`${path}, line ${reading.line}`, reading.what)
  const [header, ...rows] = reading.rows
  const columns = (header?.cells ?? []).map((cell) => cell.trim())
  return rows.map(({ cells }) => {
    const known: Record<string, JsonValue> = {}
    const [factors, counts, figures]: Record<string, JsonValue>[] = [{}, {}, {}]
    for (const [at, column] of columns.entries()) {
      const cell = (cells[at] ?? '').trim()
      if (cell === '' || column === '') continue
      const key = column.toLowerCase()
      if (KNOWN.has(key)) known[key] = cell
      else if (FIGURES.has(key)) (figures as Record<string, JsonValue>)[key] = cell
      else if (/^\d+\s*\/\s*\d+$/.test(cell)) (counts as Record<string, JsonValue>)[column] = cell
      else (factors as Record<string, JsonValue>)[column] = cell
    }
    return { ...known, factors: factors ?? {}, counts: counts ?? {}, figures: figures ?? {} }
  })
}

async function reportOf(
  { report }: JsonObject,
  { path, where, files }: { readonly path: string; readonly where: string; readonly files: RunFiles },
): Promise<ReportFigures> {
  if (report === undefined || report === null) return { counts: {}, figures: {} }
  if (typeof report !== 'string') throw broken(where, '"report" is no path.')
  const place = /^(?:[/\\]|[A-Za-z]:)/.test(report) ? report : files.join(files.folderOf(path), report)
  const value = readJsonText(await textOf(place, files), { path: place })
  if (isJsonObject(value) && value.schema === 'assay.ladder/1') return reportFigures(value)
  throw broken(place, 'The report is no result of assay ladder.')
}

function runOf(record: JsonObject, where: string, report: ReportFigures): FactorialRun {
  const seed = countIn(record.seed, 'seed', where)
  const steps = countIn(record.steps, 'steps', where)
  const name = record.name ?? record.run
  return {
    name: typeof name === 'string' ? printable(name, { maxLength: 120 }) : '',
    factors: levelsIn(record.factors, where),
    ...(seed === undefined ? {} : { seed }),
    ...(steps === undefined ? {} : { steps }),
    isComplete: isComplete(record.complete, where),
    counts: { ...report.counts, ...countsIn(record.counts, where) },
    figures: { ...report.figures, ...figuresIn(record.figures, where) },
  }
}

function isComplete(value: JsonValue | undefined, where: string): boolean {
  if (value === undefined || value === null || value === true) return true
  if (value === false) return false
  if (typeof value === 'string') {
    if (/^(?:true|yes|y|1|complete)$/i.test(value)) return true
    if (/^(?:false|no|n|0|partial|incomplete)$/i.test(value)) return false
  }
  throw broken(where, '"complete" is neither true nor false.')
}

function levelsIn(value: JsonValue | undefined, where: string): Readonly<Record<string, string>> {
  if (value === undefined) return {}
  if (!isJsonObject(value)) throw broken(where, '"factors" is no object.')
  return Object.fromEntries(
    Object.entries(value).map(([key, level]) => {
      const name = printable(key, { maxLength: 60 })
      const text = scalarText(level)
      if (text === undefined) throw broken(where, `The level of ${JSON.stringify(name)} is no text.`)
      return [name, levelOf(text)]
    }),
  )
}

function scalarText(value: JsonValue | undefined): string | undefined {
  if (value instanceof ExactNumber) return value.text
  return value === undefined || typeof value === 'object' ? undefined : String(value)
}

/** A level as it is shown. Rates are spelled in many ways (0.00001, 1e-05): numbers below 0.001 get one spelling. */
function levelOf(text: string): string {
  const isNumber = /^\d*\.?\d+(?:e[+-]?\d{1,3})?$/i.test(text)
  const number = Number(text)
  return isNumber && number > 0 && number < 1e-3 ? number.toExponential() : printable(text, { maxLength: 60 })
}

function countsIn(value: JsonValue | undefined, where: string): FactorialRun['counts'] {
  if (value === undefined) return {}
  if (!isJsonObject(value)) throw broken(where, '"counts" is no object.')
  return Object.fromEntries(
    Object.entries(value).map(([measure, count]) => [
      measure,
      countOf(count, `${where}, ${printable(measure, { maxLength: 60 })}`),
    ]),
  )
}

function countOf(value: JsonValue, where: string): { readonly right: number; readonly n: number } {
  const parts =
    typeof value === 'string'
      ? /^\s*(\d{1,12})\s*\/\s*(\d{1,12})\s*$/.exec(value)?.slice(1).map(Number)
      : isJsonObject(value)
        ? [value.right, value.n]
        : undefined
  const [right, n] = parts ?? []
  if (isCount(right) && isCount(n) && right <= n) return { right, n }
  throw broken(where, 'The count is neither "7/8" nor {"right": 7, "n": 8}.')
}

function figuresIn(value: JsonValue | undefined, where: string): FactorialRun['figures'] {
  if (value === undefined) return {}
  if (!isJsonObject(value)) throw broken(where, '"figures" is no object.')
  return Object.fromEntries(
    Object.entries(value).map(([key, figure]) => {
      const number = Number(figure instanceof ExactNumber ? figure.text : figure)
      if (figure !== null && figure !== '' && number >= 0 && number <= 1) return [key, number]
      throw broken(where, `${quoted(key)} is no number from 0 to 1.`)
    }),
  )
}

function countIn(value: JsonValue | undefined, key: string, where: string): number | undefined {
  if (value === undefined || value === null) return undefined
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (isCount(number)) return number
  throw broken(where, `"${key}" is no whole number from 0.`)
}

function contrastOf(value: JsonValue, where: string): FactorialContrast {
  if (!isJsonObject(value)) throw broken(where, '"contrast" is no object.')
  const [measure, factor, from, to] = ['measure', 'factor', 'from', 'to'].map((key) => {
    const text = scalarText(value[key])
    if (text !== undefined) return text
    throw broken(where, `The contrast has no "${key}".`)
  }) as [string, string, string, string] // one for each of the four keys
  return { measure, factor, from: levelOf(from), to: levelOf(to), within: levelsIn(value.within, where) }
}

/** Runs without a name, or with one that stands twice, get their number. */
function withNames(runs: readonly FactorialRun[]): readonly FactorialRun[] {
  const counts = new Map<string, number>()
  for (const { name } of runs) counts.set(name, (counts.get(name) ?? 0) + 1)
  return runs.map((run, at) => {
    const { name } = run
    return name !== '' && counts.get(name) === 1
      ? run
      : { ...run, name: `${name === '' ? 'run' : name} #${at + 1}` }
  })
}

function broken(where: string, what: string): InputError {
  return new InputError({
    code: 'factorial-runs',
    what,
    where,
    fix: 'Give results of assay ladder --json, a JSON list {"runs": [{"name", "factors", "seed", "counts"}]}, or a CSV table with a line a run.',
  })
}
