import { runTable } from './run-tables.js'
import { sqlName, sqlText } from './sql-text.js'

/** `samples.jsonl` of one run. */
export interface SampleFile {
  readonly run: string
  readonly path: string
}

/** What a first look at the lines of a file found. */
export interface SampleLook {
  readonly path: string
  readonly lines: number
  /** Lines that hold a sample. */
  readonly whole: number
  /** Samples, each counted once. */
  readonly distinct: number
}

/** As long as what reads samples for scores takes. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Members of a line, typed before the file is opened: nothing is guessed from what a stranger wrote. */
const LINE = {
  benchmark: 'VARCHAR',
  item: 'VARCHAR',
  variant: 'VARCHAR',
  trial: 'DOUBLE',
  subject: 'VARCHAR',
  output: 'STRUCT("text" VARCHAR, "message" JSON, "tokenIds" JSON, "stopReason" VARCHAR)',
  error: 'STRUCT("kind" VARCHAR, "code" VARCHAR, "message" VARCHAR)',
  usage: 'STRUCT("promptTokens" DOUBLE, "completionTokens" DOUBLE)',
  cost: 'DOUBLE',
  timing: 'STRUCT("startedMs" DOUBLE, "durationMs" DOUBLE, "waitedMs" DOUBLE)',
  attempts: 'DOUBLE',
  cached: 'BOOLEAN',
  redacted: 'BOOLEAN',
  choices: 'JSON',
  steps: 'JSON',
  request: 'STRUCT("hash" VARCHAR)',
  raw: 'STRUCT("hash" VARCHAR)',
} as const

function linesOf(files: readonly SampleFile[]): string {
  const columns = Object.entries(LINE).map(([name, type]) => `${sqlName(name)}: ${sqlText(type)}`)
  const paths = files.map(({ path }) => sqlText(path)).join(', ')
  return `read_json([${paths}], format = 'newline_delimited', columns = {${columns.join(', ')}}, filename = 'file_path', ignore_errors = true, maximum_object_size = ${MAX_LINE_BYTES})`
}

/** A line that names benchmark, item and trial, and holds an answer or an error. A damaged line is NULL in every member. */
const IS_WHOLE =
  'benchmark IS NOT NULL AND item IS NOT NULL AND trial >= 0 AND trial = floor(trial) AND trial < 9007199254740992 AND ((output IS NULL) <> (error IS NULL))'

/** Gives path, lines, whole lines and distinct samples of each file that holds a line. */
export function lookSql(files: readonly SampleFile[]): string {
  return `SELECT file_path, count(*), count(*) FILTER (${IS_WHOLE}), count(DISTINCT hash(benchmark, item, coalesce(variant, ''), trial)) FILTER (${IS_WHOLE}) FROM ${linesOf(files)} GROUP BY file_path`
}

const BY_COLUMN: Readonly<Record<string, string>> = {
  text: 'output."text"',
  message: 'output."message"',
  stop_reason: 'output."stopReason"',
  error_kind: 'error."kind"',
  error_code: 'error."code"',
  error_message: 'error."message"',
  prompt_tokens: 'usage."promptTokens"',
  completion_tokens: 'usage."completionTokens"',
  started_at: 'make_timestamp_ms(try_cast(timing."startedMs" AS BIGINT))',
  duration_ms: 'timing."durationMs"',
  waited_ms: 'timing."waitedMs"',
  cached: 'coalesce(cached, false)',
  redacted: 'coalesce(redacted, false)',
  request_hash: 'request."hash"',
  raw_hash: 'raw."hash"',
}

/**
 * The samples of files as rows of the table `samples`, at most two statements to be joined. Files in which every sample
 * stands once are read without looking for the last line of each, which takes half as long again.
 */
export function sampleRowsSql(
  files: readonly SampleFile[],
  looks: ReadonlyMap<string, Pick<SampleLook, 'whole' | 'distinct'>>,
): readonly string[] {
  const isPlain = ({ path }: SampleFile): boolean => {
    const look = looks.get(path)
    return look === undefined || look.whole === look.distinct
  }
  const plain = files.filter(isPlain)
  const repeated = files.filter((file) => !isPlain(file))
  return [
    ...(plain.length === 0 ? [] : [rowsFrom(plain, linesOf(plain))]),
    ...(repeated.length === 0 ? [] : [rowsFrom(repeated, lastLines(repeated))]),
  ]
}

function lastLines(files: readonly SampleFile[]): string {
  return `(SELECT * FROM (SELECT *, row_number() OVER () AS line FROM ${linesOf(files)}) WHERE ${IS_WHOLE} QUALIFY row_number() OVER (PARTITION BY file_path, benchmark, item, coalesce(variant, ''), trial ORDER BY line DESC) = 1)`
}

function rowsFrom(files: readonly SampleFile[], lines: string): string {
  const columns = runTable('samples').columns.map(({ name, type }) => {
    const value = name === 'run' ? RUN_OF_FILE : (BY_COLUMN[name] ?? sqlName(name))
    return `try_cast(${value} AS ${type}) AS ${sqlName(name)}`
  })
  const runs = files.map(({ run, path }) => `${sqlText(path)}: ${sqlText(run)}`).join(', ')
  const [only, ...others] = files
  const run = only !== undefined && others.length === 0 ? sqlText(only.run) : `MAP {${runs}}[file_path]`
  return `SELECT ${columns.join(', ').replace(RUN_OF_FILE, () => run)} FROM ${lines} WHERE ${IS_WHOLE}`
}

const RUN_OF_FILE = 'run_of_file'
