import { InputError } from '../../errors.js'
import type { Files, Notify } from '../../ports.js'
import { readRun } from '../../run/read-run.js'
import { refuseLinks } from '../../run/refuse-links.js'
import { withoutHalfCharacters } from '../../text/half-characters.js'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../text/json.js'
import { printable } from '../../text/printable.js'
import type { Database } from './database.js'
import type { FoundTables } from './find-runs.js'
import { runNames } from './run-names.js'
import { benchmarkRows, type RunFacts, runRow, type TableRow } from './run-rows.js'
import { runTable, runTables, type TableName } from './run-tables.js'
import { lookSql, type SampleFile, sampleRowsSql } from './sample-source.js'
import { itemRows, type ScoreFile, scoreRows } from './score-rows.js'
import { sqlName, sqlText } from './sql-text.js'

export interface FillRequest {
  readonly found: FoundTables
  /** Tables that will be asked; the others are there and empty. */
  readonly wanted: ReadonlySet<TableName>
  readonly database: Database
  readonly files: Files
  /** Told of all that is left out. */
  readonly notify: Notify
  /** Between two runs, so that Ctrl-C is heard. */
  readonly pause: () => Promise<void>
}

/** As long as a text can be held. */
const MAX_SCORES_BYTES = 500 * 1024 * 1024

/**
 * Makes the tables of runs in a database. Facts, scores and items are put into it; samples stay in their files and are
 * read by each statement.
 *
 * @returns the files that the database reads while it is asked.
 * @throws {InputError} `run-doubled`, `parquet-unknown`, `run-link`, and what reading a run throws where one alone was found.
 */
export async function fillTables(request: FillRequest): Promise<readonly string[]> {
  const { found, wanted, database, files } = request
  const runs = named(await readFacts(request))
  refuseDoubled(runs)
  const parquet = await sortParquet(request)
  const sources = new Map<TableName, string[]>(
    runTables.map(({ name }) => [name, [...(parquet.get(name) ?? [])]]),
  )
  await database.run('CREATE SCHEMA stored')
  for (const table of runTables) {
    if (table.name !== 'samples') await database.run(createSql(table.name))
  }
  await insert(database, 'runs', runs.map(runRow))
  await insert(database, 'benchmarks', runs.flatMap(benchmarkRows))
  if (wanted.has('scores') || wanted.has('items')) {
    for (const facts of runs) {
      await fillScores(facts, request)
      await request.pause()
    }
  }
  const samples = wanted.has('samples') ? await sampleFiles(runs, files) : []
  const looks = await lookAtSamples(samples, request)
  sources.get('samples')?.push(...sampleRowsSql(samples, looks))
  for (const { name } of runTables) await database.run(viewSql(name, sources.get(name) ?? []))
  await refuseTwice(request)
  return [...samples.map(({ path }) => path), ...found.parquet]
}

/** Rows that are put in lie apart from the views that users know, under the same names. */
function storedName(name: TableName): string {
  return `stored.${sqlName(name)}`
}

function createSql(name: TableName): string {
  const columns = runTable(name).columns.map((column) => `${sqlName(column.name)} ${column.type}`)
  return `CREATE TABLE ${storedName(name)} (${columns.join(', ')})`
}

function viewSql(name: TableName, sources: readonly string[]): string {
  const { columns } = runTable(name)
  const own =
    name === 'samples'
      ? sources.length > 0
        ? []
        : [
            `SELECT ${columns.map((one) => `NULL::${one.type} AS ${sqlName(one.name)}`).join(', ')} WHERE false`,
          ]
      : [`SELECT * FROM ${storedName(name)}`]
  return `CREATE VIEW ${sqlName(name)} AS ${[...own, ...sources].join(' UNION ALL ')}`
}

async function readFacts({ found, files, notify, pause }: FillRequest): Promise<readonly RunFacts[]> {
  const runs: RunFacts[] = []
  for (const folder of found.runs) {
    await pause()
    try {
      await refuseLinks(folder, ['run.json'], files)
      const run = await readRun(folder, files)
      runs.push({ run, json: await objectAt(files.join(folder, 'run.json'), files) })
    } catch (error) {
      if (!(error instanceof InputError) || found.runs.length === 1) throw error
      notify(`left out: ${folder}: ${error.what}`)
    }
  }
  return runs
}

async function objectAt(path: string, files: Files): Promise<JsonObject> {
  const reading = parseJson(new TextDecoder().decode(await files.read(path)), { duplicateKeys: 'last' })
  return reading.kind === 'value' && isJsonObject(reading.value) ? reading.value : {}
}

function named(runs: readonly RunFacts[]): readonly RunFacts[] {
  const names = runNames(
    runs.map(({ run, json }) => ({ id: run.id, folder: run.folder, createdAt: json.createdAt })),
  )
  return runs.map(({ run, json }, place) => ({ run: { ...run, id: names[place] ?? run.id }, json }))
}

/** Joins by the id of a run would count both. @throws {InputError} `run-doubled`. */
function refuseDoubled(runs: readonly RunFacts[]): void {
  const folders = new Map<string, string>()
  for (const { run } of runs) {
    const other = folders.get(run.id)
    if (other !== undefined) {
      throw new InputError({
        code: 'run-doubled',
        what: `Two folders hold a run with the id ${printable(run.id, { maxLength: 80 })}, and its samples would count twice.`,
        where: `${other} and ${run.folder}`,
        fix: 'Name one of the two, or take the copy away.',
      })
    }
    folders.set(run.id, run.folder)
  }
}

/** A run of a folder that a Parquet file holds, too. @throws {InputError} `run-doubled`. */
async function refuseTwice({ database, found }: FillRequest): Promise<void> {
  if (found.parquet.length === 0) return
  const [twice] = await database.read(
    'SELECT run FROM runs GROUP BY run HAVING count(*) > 1 ORDER BY run LIMIT 1',
  )
  if (twice === undefined) return
  throw new InputError({
    code: 'run-doubled',
    what: `The run ${printable(String(twice[0]), { maxLength: 80 })} is in two of the sources, and its samples would count twice.`,
    where: found.parquet.join(', '),
    fix: 'Name its folder or its Parquet files.',
  })
}

async function fillScores({ run }: RunFacts, request: FillRequest): Promise<void> {
  const { wanted, database, files, notify } = request
  const path = files.join(run.folder, 'scores.json')
  const facts = await files.facts(path)
  if (facts === undefined) {
    notify(`not scored: ${run.folder} (assay score ${run.folder})`)
    return
  }
  try {
    if (facts.kind !== 'file' || facts.isLink || facts.isSpecial) throw unread(path, 'It is no plain file.')
    if (facts.sizeBytes > MAX_SCORES_BYTES) {
      throw unread(path, `It is larger than ${MAX_SCORES_BYTES / 1024 / 1024} MiB.`)
    }
    const file: ScoreFile = { run: run.id, json: jsonOf(await files.read(path), path), where: path }
    if (wanted.has('scores')) await insert(database, 'scores', scoreRows(file))
    if (wanted.has('items')) await insert(database, 'items', itemRows(file))
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    notify(`left out: ${error.where ?? path}: ${error.what}`)
  }
}

function unread(where: string, what: string): InputError {
  return new InputError({
    code: 'scores-invalid',
    what,
    where,
    fix: 'Score the run again with `assay score`.',
  })
}

function jsonOf(bytes: Uint8Array, where: string): JsonValue {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as JsonValue // what JSON.parse gives is JSON
  } catch {
    throw unread(where, 'It is no JSON.')
  }
}

/** Characters of rows that are handed over at once. */
const BATCH_LENGTH = 4_000_000

async function insert(database: Database, name: TableName, rows: Iterable<TableRow>): Promise<void> {
  const { columns } = runTable(name)
  const shape = JSON.stringify([Object.fromEntries(columns.map((one) => [one.name, one.type]))])
  const names = columns.map((one) => sqlName(one.name)).join(', ')
  const sql = `INSERT INTO ${storedName(name)} SELECT ${names} FROM (SELECT unnest(from_json($1, ${sqlText(shape)}), recursive := true))`
  let batch: string[] = []
  let length = 0
  for (const row of rows) {
    const text = withoutHalfCharacters(JSON.stringify(row))
    batch.push(text)
    length += text.length
    if (length < BATCH_LENGTH) continue
    await database.give(sql, `[${batch.join(',')}]`)
    batch = []
    length = 0
  }
  if (batch.length > 0) await database.give(sql, `[${batch.join(',')}]`)
}

async function sampleFiles(runs: readonly RunFacts[], files: Files): Promise<readonly SampleFile[]> {
  const found: SampleFile[] = []
  for (const { run } of runs) {
    const path = files.join(run.folder, 'samples.jsonl')
    if ((await files.facts(path)) === undefined) continue
    await refuseLinks(run.folder, ['samples.jsonl'], files)
    found.push({ run: run.id, path })
  }
  return found
}

async function lookAtSamples(
  samples: readonly SampleFile[],
  { database, notify }: FillRequest,
): Promise<ReadonlyMap<string, { readonly whole: number; readonly distinct: number }>> {
  const looks = new Map<string, { readonly whole: number; readonly distinct: number }>()
  if (samples.length === 0) return looks
  for (const [path, lines, whole, distinct] of await database.read(lookSql(samples))) {
    looks.set(String(path), { whole: Number(whole), distinct: Number(distinct) })
    const damaged = Number(lines) - Number(whole)
    if (damaged > 0)
      notify(`left out: ${String(path)}: ${damaged} of ${String(lines)} lines hold no whole sample`)
  }
  return looks
}

/** Parquet files by the table whose columns they have. @throws {InputError} `parquet-unknown`. */
async function sortParquet({
  found,
  database,
}: FillRequest): Promise<ReadonlyMap<TableName, readonly string[]>> {
  const sorted = new Map<TableName, string[]>()
  for (const path of found.parquet) {
    const described = await database.read(`DESCRIBE SELECT * FROM read_parquet(${sqlText(path)})`)
    const names = new Set(described.map(([name]) => String(name)))
    const table = runTables.find(({ columns }) => columns.every((one) => names.has(one.name)))
    if (table === undefined) throw unknownParquet(path)
    const cells = table.columns.map(
      (one) => `try_cast(${sqlName(one.name)} AS ${one.type}) AS ${sqlName(one.name)}`,
    )
    const sql = `SELECT ${cells.join(', ')} FROM read_parquet(${sqlText(path)})`
    sorted.set(table.name, [...(sorted.get(table.name) ?? []), sql])
  }
  return sorted
}

function unknownParquet(path: string): InputError {
  return new InputError({
    code: 'parquet-unknown',
    what: 'The columns of the file are those of none of the tables.',
    where: path,
    fix: 'Name Parquet files that `assay export parquet` wrote; `assay query --tables` lists the columns.',
  })
}
