import { type Command, Option } from 'commander'
import type { CliContext } from '../command.js'
import { wholeFrom } from '../options.js'
import type { DialogueGenerateFlags } from './dialogue-generate-run.js'

/** `assay dialogue generate`. */
export function addDialogueGenerate(parent: Command, context: CliContext): void {
  parent
    .command('generate')
    .summary('make dialogues with gold plans from a pack')
    .description(
      "Composes the templates of a pack's grammar, divides them and what they are about between train, validation and test, fills them with rows of a knowledge base, runs every gold plan turn by turn and refuses what any check objects to.",
    )
    .requiredOption('--pack <id>', 'the pack, e.g. travel')
    .requiredOption(
      '-o, --output <folder>',
      'where items.jsonl, benchmark.json, README.md and the CSV files are written',
    )
    .option('--small', 'over the small knowledge base, and each template filled once')
    .option(
      '--fillings <number>',
      "fillings of each template (default: the pack's, 1 with --small)",
      wholeFrom(1, 1_000),
    )
    .option('--category <names...>', 'only these categories')
    .addOption(new Option('--split <names...>', 'only these splits').choices(['train', 'validation', 'test']))
    .option('--language <tag>', "of the dialogues (default: the pack's first)")
    .option('--seed <number>', 'decides the knowledge base and all that is drawn', wholeFrom(0), 0)
    .option('--json', 'print the manifest and nothing else')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: DialogueGenerateFlags) => {
      const { runDialogueGenerate } = await import('./dialogue-generate-run.js')
      await runDialogueGenerate(flags, context)
    })
}

const EXAMPLES = `
A part of a set (some categories, splits or fillings) holds the same dialogues as the whole set of that pack and seed.

Examples:
  assay dialogue generate --pack travel -o dialogues/travel
  assay dialogue generate --pack travel --small --split test -o dialogues/small
  assay dialogue generate --pack travel --category flighthotel --fillings 5 --seed 1 -o dialogues/flighthotel`
