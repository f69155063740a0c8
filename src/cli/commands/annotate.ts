import type { Command } from 'commander'
import { CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand, CliContext } from '../command.js'
import { repeated, wholeFrom } from '../options.js'

/** `assay annotate`: people answer the items of a benchmark, blind. */
export const annotateCommand: CliCommand = {
  register(program: Command, context: CliContext) {
    program
      .command('annotate')
      .summary('let people answer the items of a benchmark, blind')
      .description(
        'Shows one item after the other, in an order of the annotator’s own and without what the benchmark holds to be right, and keeps each answer before the next is shown. Started again, it goes on where it stopped.',
      )
      .argument('<benchmark>', 'a benchmark of any known format')
      .requiredOption('--annotator <name>', 'who answers; letters, digits, - and _')
      .option(
        '--catalog <source>',
        `shows what tools say of themselves (${CATALOG_SPECS}); repeatable`,
        repeated,
      )
      .option(
        '--stratified <number>',
        'a sample of so many items, kinds and tiers in proportion',
        wholeFrom(1),
      )
      .option('--seed <number>', 'of the sample and the orders; the same for all annotators', wholeFrom(0), 0)
      .option('-o, --output <folder>', 'where answers are kept (default: annotations/ beside the items)')
      .addHelpText('after', EXAMPLES)
      .action(async (benchmark: string, flags: import('./annotate-run.js').AnnotateFlags) => {
        const { runAnnotate } = await import('./annotate-run.js')
        await runAnnotate(benchmark, flags, context)
      })
  },
}

const EXAMPLES = `
Type the number of an answer; words behind it are kept as a note. u takes the last answer back, s comes back to the
item later, q stops. Ask at least two people, three if you can, then see \`assay agreement\`.

Examples:
  assay annotate benchmarks/support --catalog catalog.jsonl --annotator ana --stratified 100
  assay annotate items.jsonl --annotator ben -o annotations`
