import { type Command, Option } from 'commander'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { repeated, resamples, wholeFrom } from '../options.js'

/** Adds `assay score calls`. */
export function addScoreCalls(score: Command, context: CliContext): void {
  const command = score
    .command('calls')
    .summary('tool calls against gold')
    .description(
      'Reads outputs strictly, pairs their calls with those of gold by maximum weight and scores selection, arguments, format and suppression, with intervals and the floors of null callers.',
    )
    .requiredOption(
      '--items <path>',
      'call items in any format that `assay benchmark import` reads, BFCL included',
    )
    .requiredOption('--outputs <file>', 'JSONL of {id, text | message | tokenIds | calls, stopReason?}')
    .option(
      '--dialect <id>',
      'how calls are written: an id, or a file that describes one (`assay dialect list`)',
    )
    .option('--vocabulary <file>', 'tokenizer.json or GGUF file that token ids are read with')
    .option(
      '--config <file>',
      'a config: its "dialects" may be named, and its "catalog" stands in for --catalog',
    )
    .addOption(
      new Option('--compat <rules>', 'score as another harness does, for comparison').choices(['bfcl']),
    )
    .option(
      '--answers <path>',
      'BFCL answers, a file or a folder; possible_answer/ beside the questions by default',
    )
    .option('--partial', 'go on when outputs are missing, doubled or of no item; such items are unmeasured')
    .option('--items-format <format>', 'read the items with this format instead of detecting it')
    .option(
      '--catalog <source>',
      `where tools that items only name are described: ${CATALOG_SPECS}`,
      repeated,
    )
    .option('--seed <number>', 'seed of the bootstrap', wholeFrom(0), 0)
    .option('--resamples <number>', 'resamples of each bootstrap', resamples, 10_000)
  addCatalogFlags(command)
    .option('-o, --output <file>', 'also write the scores as JSON')
    .option('--json', 'print verdicts and scores as JSON (assay.scores/1) and nothing else')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ScoreCallsFlags) => {
      const { runScoreCalls } = await import('./score-calls-run.js')
      await runScoreCalls(flags, context)
    })
}

type ScoreCallsFlags = import('./score-calls-run.js').ScoreCallsFlags

const EXAMPLES = `
An item matches when its calls have the values of gold; it is exact when they also keep to format and schema (S6).
Every score stands beside the strongest null caller on the same items; "at-floor" means that the paired interval of
the difference holds 0. A low score is exit 0; missing or doubled outputs are exit 2 unless --partial.

Examples:
  assay score calls --items items.jsonl --outputs outputs.jsonl --dialect hermes
  assay score calls --items items.jsonl --outputs messages.jsonl --dialect openai --json
  assay score calls --items bfcl/BFCL_v4_parallel.json --outputs outputs.jsonl --dialect pythonic
  assay score calls --items bfcl/ --outputs outputs.jsonl --compat bfcl --partial`
