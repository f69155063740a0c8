import { openDuckdb } from '../../adapters/duckdb/duckdb.js'
import { InputError } from '../../errors.js'
import type { OpenDatabase } from '../../export/tables/database.js'
import { fillTables } from '../../export/tables/fill-tables.js'
import { findRuns } from '../../export/tables/find-runs.js'
import { type RunTable, runTables } from '../../export/tables/run-tables.js'
import { sqlName } from '../../export/tables/sql-text.js'
import { countText } from '../../text/number-text.js'
import { renderTable } from '../../text/table.js'
import type { CliContext } from '../command.js'
import { guardFolder } from '../output-guard.js'
import { refuseAddresses } from '../refuse-addresses.js'

export interface ExportParquetFlags {
  readonly output: string
  readonly table?: string
  /** Megabytes. */
  readonly memory: number
  readonly json?: true
}

interface ExportParquetRequest {
  readonly paths: readonly string[]
  readonly flags: ExportParquetFlags
}

/** @throws {InputError} `table-unknown`, `table-of-folder`, and what finding runs and filling tables throw. */
export async function runExportParquet(
  { paths, flags }: ExportParquetRequest,
  context: CliContext,
  openDatabase: OpenDatabase = openDuckdb,
): Promise<void> {
  const { files, clock, notify, signal, print } = context
  refuseAddresses([...paths, flags.output], 'Tables are made from and in folders of this host')
  const isFile = flags.output.endsWith('.parquet')
  const tables = tablesOf(flags, isFile)
  if (!isFile) await guardFolder(flags.output, files)
  const { runs } = await findRuns(paths.length === 0 ? ['runs'] : paths, files)
  if (runs.length === 0) throw noRuns(paths)
  // One thread: with several, rows of one order may fall into groups of another size.
  const database = await openDatabase({ memoryMegabytes: flags.memory, mayUseDisk: true, threads: 1 })
  const written: { readonly table: string; readonly file: string; readonly rows: number }[] = []
  try {
    const pause = (): Promise<void> => clock.sleep(0, signal)
    const wanted = new Set(tables.map(({ name }) => name))
    await fillTables({ found: { runs, parquet: [] }, wanted, database, files, notify, pause })
    for (const table of tables) {
      await pause()
      const file = isFile ? flags.output : files.join(flags.output, `${table.name}.parquet`)
      const rows = await database.writeParquet(rowsSql(table), file, { assay_table: `${table.name}/1` })
      written.push({ table: table.name, file, rows })
      notify(`Written: ${file}`)
    }
  } finally {
    await database.close()
  }
  if (flags.json) print(`${JSON.stringify({ schema: 'assay.parquet/1', files: written }, undefined, 2)}\n`)
  else print(textOf(written))
}

function tablesOf({ table, output }: ExportParquetFlags, isFile: boolean): readonly RunTable[] {
  const named = table ?? (isFile ? 'samples' : undefined)
  if (named === undefined) return runTables
  if (!isFile) {
    throw new InputError({
      code: 'table-of-folder',
      what: 'A folder takes all tables, and --table names one.',
      where: output,
      fix: 'Name a file that ends in .parquet, or leave --table out.',
    })
  }
  const found = runTables.filter(({ name }) => name === named)
  if (found.length > 0) return found
  throw new InputError({
    code: 'table-unknown',
    what: `There is no table "${named}".`,
    where: '--table',
    fix: `Name one of ${runTables.map(({ name }) => name).join(', ')}.`,
  })
}

/** All rows in one order. Where a run lies is no part of it, so that its rows are the same everywhere. */
function rowsSql({ name, columns, order }: RunTable): string {
  const cells = columns.map((one) =>
    one.name === 'folder' ? 'NULL::VARCHAR AS "folder"' : sqlName(one.name),
  )
  const by = order.map((one) => `${sqlName(one)} NULLS FIRST`)
  return `SELECT ${cells.join(', ')} FROM ${sqlName(name)} ORDER BY ${by.join(', ')}`
}

function noRuns(paths: readonly string[]): InputError {
  return new InputError({
    code: 'tables-missing',
    what: 'There is no run here.',
    where: paths.join(', '),
    fix: 'Name folders of runs, or a folder that holds them.',
  })
}

function textOf(
  written: readonly { readonly table: string; readonly file: string; readonly rows: number }[],
): string {
  return renderTable({
    columns: [{ title: 'table' }, { title: 'rows', align: 'right' }, { title: 'file' }],
    rows: written.map(({ table, rows, file }) => [table, countText(rows), file]),
  })
}
