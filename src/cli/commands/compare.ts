import type { Command } from 'commander'
import type { CliCommand, CliContext } from '../command.js'
import { repeated, share, wholeFrom } from '../options.js'

/** `assay compare`: two subjects on the same items. */
export const compareCommand: CliCommand = {
  register(program: Command, context: CliContext) {
    program
      .command('compare')
      .summary('is B better than A on the same items?')
      .description(
        'Pairs the items of two scored runs, averages trials within an item, and says by one test that heeds clusters whether B is better than A, worse, no different within the margin, or whether the items are too few to tell.',
      )
      .argument('<a>', 'folder of a scored run, or a file of scores (assay.scores/1)')
      .argument('<b>', 'the same of the other subject')
      .option(
        '--metric <name>',
        'what is compared, as the scores name it (repeatable); by default exact, accuracy or recall at the smallest depth, by kind of item',
        repeated,
      )
      .option('--margin <share>', 'the smallest difference that matters (default: 0.03)', share)
      .option('--across-versions', 'go on where scorers, versions or items differ')
      .option('--partial', 'leave out items that were measured on one side alone')
      .option('--seed <number>', 'seed of the permutations', wholeFrom(0), 0)
      .option('--permutations <number>', 'random assignments of signs', wholeFrom(1000, 1_000_000), 10_000)
      .option('-o, --output <file>', 'also write the comparison as JSON')
      .option('--json', 'print the comparison as JSON (assay.compare/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (a: string, b: string, flags: import('./compare-run.js').CompareFlags) => {
        const { runCompare } = await import('./compare-run.js')
        await runCompare({ a, b, flags }, context)
      })
  },
}

const EXAMPLES = `
Every answer is exit 0, "B is worse" included. Several metrics are decided together (Holm).

Examples:
  assay compare runs/before runs/after
  assay compare runs/before runs/after --metric selection --margin 0.02 --json
  assay compare before.json after.json --partial`
