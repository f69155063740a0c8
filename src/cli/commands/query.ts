import type { Command } from 'commander'
import type { CliCommand, CliContext } from '../command.js'
import { seconds, wholeFrom } from '../options.js'

/** `assay query`: SQL over many runs. */
export const queryCommand: CliCommand = {
  register(program: Command, context: CliContext) {
    program
      .command('query')
      .summary('ask many runs by SQL')
      .description(
        'Answers one SELECT over the tables runs, benchmarks, samples, scores and items of many runs, by DuckDB (an optional package). Nothing is written: the statement can read the files of these runs and nothing else.',
      )
      .argument('[sql]', 'one SELECT in the SQL of DuckDB')
      .argument(
        '[paths...]',
        'folders of runs, folders that hold them, or Parquet files of `assay export parquet` (default: runs)',
      )
      .option('--tables', 'list tables and columns')
      .option('--csv', 'print the rows as CSV and nothing else')
      .option('--json', 'print the rows as JSON (assay.query/1) and nothing else')
      .option('-o, --output <file>', 'write the rows as JSON, or with --csv as CSV')
      .option('--rows <number>', 'rows that the table shows', wholeFrom(1, 100_000), 1000)
      .option('--timeout <seconds>', 'time for the statement', seconds, 300)
      .option('--memory <megabytes>', 'memory for the database', wholeFrom(64, 1_000_000), 2048)
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(
        async (
          sql: string | undefined,
          paths: readonly string[],
          flags: import('./query-run.js').QueryFlags,
        ) => {
          const { runQuery } = await import('./query-run.js')
          await runQuery({ sql, paths, flags }, context)
        },
      )
  },
}

const EXAMPLES = `
Examples:
  assay query --tables
  assay query "select run, subject, created_at from runs order by created_at"
  assay query "select run, metric, value, interval_low, interval_high, n from scores where metric = 'exact'" runs/a runs/b
  assay query "select stop_reason, count(*) as samples from samples group by all" --csv
  assay query "select item, avg(metrics['exact']) as exact from items group by item having exact < 0.2" --json`
