import type { Command } from 'commander'
import type { CliCommand, CliContext } from '../command.js'
import { repeated, share, wholeFrom } from '../options.js'

/** `assay trend`: runs of one subject over time. */
export const trendCommand: CliCommand = {
  register(program: Command, context: CliContext) {
    program
      .command('trend')
      .summary('how a subject changed from run to run')
      .description(
        'Lays scored runs out in time, one row a run for each subject, benchmark and metric, and marks a change only where the paired test of `assay compare` shows one, all steps decided together.',
      )
      .argument('[paths...]', 'folders of scored runs, or folders that hold them (default: runs)')
      .option(
        '--metric <name>',
        'what is followed, as the scores name it (repeatable); by default exact, accuracy or recall at the smallest depth, by kind of item',
        repeated,
      )
      .option('--benchmark <name>', 'follow this benchmark alone (repeatable)', repeated)
      .option('--subject <label>', 'follow this subject alone (repeatable)', repeated)
      .option('--margin <share>', 'the smallest difference that matters (default: 0.03)', share)
      .option(
        '--partial',
        'leave out items that one of two neighbours alone measured, instead of breaking the line',
      )
      .option('--seed <number>', 'seed of the permutations', wholeFrom(0), 0)
      .option(
        '--permutations <number>',
        'random assignments of signs, at least',
        wholeFrom(1000, 1_000_000),
        10_000,
      )
      .option('-o, --output <file>', 'also write the trend as JSON')
      .option('--json', 'print the trend as JSON (assay.trend/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (paths: readonly string[], flags: import('./trend-action.js').TrendFlags) => {
        const { runTrend } = await import('./trend-action.js')
        await runTrend({ paths, flags }, context)
      })
  },
}

const EXAMPLES = `
A marked change is exit 0, too; a gate is what fails.

Examples:
  assay trend
  assay trend runs/nightly --benchmark desk --metric exact
  assay trend runs/monday runs/tuesday runs/wednesday --json`
