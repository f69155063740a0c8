import { availableParallelism } from 'node:os'
import { openDuckdb } from '../../adapters/duckdb/duckdb.js'
import { InputError } from '../../errors.js'
import type { Answer, OpenDatabase } from '../../export/tables/database.js'
import { fillTables } from '../../export/tables/fill-tables.js'
import { findRuns } from '../../export/tables/find-runs.js'
import { tablesIn } from '../../export/tables/run-tables.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import { refuseAddresses } from '../refuse-addresses.js'
import { answerCsv, answerJson, answerTable, tablesJson, tablesText } from './query-text.js'

export interface QueryFlags {
  readonly tables?: true
  readonly csv?: true
  readonly json?: true
  readonly output?: string
  readonly rows: number
  /** Seconds. */
  readonly timeout: number
  /** Megabytes. */
  readonly memory: number
}

interface QueryRequest {
  readonly sql: string | undefined
  readonly paths: readonly string[]
  readonly flags: QueryFlags
}

const MOST_THREADS = 8

/**
 * @throws {InputError} `query-absent`, and what finding runs, filling tables and asking throw; rows that were printed by
 * then are whole.
 */
export async function runQuery(
  { sql, paths, flags }: QueryRequest,
  context: CliContext,
  openDatabase: OpenDatabase = openDuckdb,
): Promise<void> {
  const { files, clock, notify, signal, print } = context
  if (flags.tables) {
    print(flags.json ? tablesJson() : tablesText())
    return
  }
  if (sql === undefined || sql.trim() === '') throw absent()
  refuseAddresses(paths, 'Runs are queried in folders of this host')
  const found = await findRuns(paths.length === 0 ? ['runs'] : paths, files)
  guardOutput(flags.output, [
    ...found.parquet,
    ...found.runs.flatMap((run) =>
      ['run.json', 'samples.jsonl', 'scores.json'].map((name) => files.join(run, name)),
    ),
  ])
  const database = await openDatabase({
    memoryMegabytes: flags.memory,
    mayUseDisk: false,
    threads: Math.min(availableParallelism(), MOST_THREADS),
  })
  try {
    const pause = (): Promise<void> => clock.sleep(0, signal)
    const readable = await fillTables({ found, wanted: tablesIn(sql), database, files, notify, pause })
    await database.lock(readable)
    const answer = await database.ask(sql, { timeoutMs: flags.timeout * 1000, signal })
    await give(answer, flags, context)
  } finally {
    await database.close()
  }
}

async function give(
  answer: Answer,
  { csv, json, output, rows }: QueryFlags,
  { files, notify, print }: CliContext,
): Promise<void> {
  if (output !== undefined) {
    await files.write(output, csv ? answerCsv(answer) : answerJson(answer))
    notify(`Written: ${output}`)
  } else if (csv || json) {
    for await (const piece of csv ? answerCsv(answer) : answerJson(answer)) print(piece)
  } else print(await answerTable(answer, rows))
}

function absent(): InputError {
  return new InputError({
    code: 'query-absent',
    what: 'There is no statement to answer.',
    fix: 'Give one SELECT, e.g. assay query "select run, subject from runs"; --tables lists what there is.',
  })
}
