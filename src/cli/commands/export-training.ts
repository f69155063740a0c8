import { type Command, InvalidArgumentError, Option } from 'commander'
import { recipeIds } from '../../corpus/training-recipe.js'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog-flags.js'
import type { CliContext } from '../command.js'
import { repeated, wholeFrom } from '../options.js'

/** `assay export training`. */
export function addExportTraining(parent: Command, context: CliContext): void {
  const command = parent
    .command('training')
    .summary('training data for tool tokens')
    .description(
      'Writes the training data of a ToolGen-style model (tools as tokens) from a catalog: chat records that TRL, Axolotl and LLaMA-Factory read, with their config files, the tokens to add, and a data card.',
    )
    .requiredOption('--catalog <source>', `${CATALOG_SPECS}; repeatable`, repeated)
    .addOption(new Option('--recipe <id>', 'the configuration').choices(recipeIds).makeOptionMandatory())
    .requiredOption('--stage <1|2>', '1: documentation and tokens; 2: queries and tokens', stage)
    .option('--queries <benchmarks...>', 'retrieval benchmarks whose queries Stage 2 trains on')
    .option(
      '--test <benchmarks...>',
      'benchmarks to be examined with: training texts that repeat theirs are listed',
    )
    .option(
      '--drop-near-duplicates',
      'leave out queries that repeat a test text, instead of only listing them',
    )
    .option('--tokens <scheme>', "flat, hierarchical, or a JSON file {tool: token} (default: the recipe's)")
    .option(
      '--lora',
      'configs that train adapters and embeddings (rank 64, alpha 128) instead of all weights',
    )
    .option('--negatives <spec>', 'the retriever that finds wrong options, as in `assay retrieve`', 'bm25')
    .option('--options <number>', 'tokens offered in a choice, the right one included', wholeFrom(2, 64), 5)
    .option(
      '--max-tokens <number>',
      'longest record; documentation is cut to fit',
      wholeFrom(32, 1_000_000),
      1024,
    )
    .option('--reserve <number>', "tokens of it kept for the chat template's marks", wholeFrom(0, 10_000), 64)
    .option('--tokenizer <file>', "count with a model's tokenizer.json or GGUF file (default: o200k_base)")
    .option('--seed <number>', 'seed of the order of options and of random ones', wholeFrom(0), 0)
    .option('--cache <folder>', 'where vectors of dense retrievers are kept (default: .cache/assay)')
  addCatalogFlags(command)
    .requiredOption('-o, --output <folder>', 'where the training set is written')
    .option('--json', 'print the data card as JSON (assay.training/1) and nothing else')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ExportTrainingFlags) => {
      const { runExportTraining } = await import('./export-training-run.js')
      await runExportTraining(flags, context)
    })
}

type ExportTrainingFlags = import('./export-training-run.js').ExportTrainingFlags

function stage(value: string): 1 | 2 {
  if (value === '1') return 1
  if (value === '2') return 2
  throw new InvalidArgumentError('Give 1 or 2.')
}

const EXAMPLES = `
Recipes: tg (flat tokens; documentation to token; no system messages), tg-h (the same, hierarchical), tg-3fm (flat; also
token to documentation, and choosing among tokens), tg-5fm (hierarchical; also service and endpoint step by step).

Examples:
  assay export training --catalog catalog.jsonl --recipe tg --stage 1 -o training/tg-1
  assay export training --catalog catalog.jsonl --recipe tg-5fm --stage 1 --lora --negatives dense:gguf:embed.gguf -o training/5fm-1
  assay export training --catalog catalog.jsonl --recipe tg-3fm --stage 2 --queries queries.jsonl --test rrb.jsonl mcq.jsonl -o training/3fm-2`
