import type { Command } from 'commander'
import { runTables } from '../../export/tables/run-tables.js'
import type { CliContext } from '../command.js'
import { wholeFrom } from '../options.js'

/** `assay export parquet`. */
export function addExportParquet(parent: Command, context: CliContext): void {
  parent
    .command('parquet')
    .summary('runs as Parquet files')
    .description(
      'Writes tables of runs as Parquet files with typed columns, by DuckDB (an optional package): one table into a file, or all of them into a folder. The rows stand in one order, and the same runs give the same bytes.',
    )
    .argument('[paths...]', 'folders of runs, or folders that hold them (default: runs)')
    .requiredOption('-o, --output <path>', 'a file that ends in .parquet, or a folder')
    .option(
      '--table <name>',
      `the table of a file: ${runTables.map(({ name }) => name).join(', ')} (default: samples)`,
    )
    .option('--memory <megabytes>', 'memory for the database', wholeFrom(64, 1_000_000), 2048)
    .option('--json', 'print what was written as JSON (assay.parquet/1) and nothing else')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: readonly string[], flags: import('./export-parquet-run.js').ExportParquetFlags) => {
      const { runExportParquet } = await import('./export-parquet-run.js')
      await runExportParquet({ paths, flags }, context)
    })
}

const EXAMPLES = `
Texts are written verbatim, as the runs hold them.

Examples:
  assay export parquet runs/first -o samples.parquet
  assay export parquet runs/first runs/second --table items -o items.parquet
  assay export parquet -o parquet/`
