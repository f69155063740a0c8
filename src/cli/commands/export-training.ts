import { type Command, InvalidArgumentError, Option } from 'commander'
import { recipeIds } from '../../corpus/training-recipe.js'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { repeated, wholeFrom } from '../options.js'

/** `assay export training`. */
export function addExportTraining(parent: Command, context: CliContext): void {
  const command = parent
    .command('training')
    .summary('training data for tool tokens, or to repair a habit to call')
    .description(
      'Writes the training data of a ToolGen-style model (tools as tokens) from a catalog, or with --recipe repair a diverse mix from a tool corpus for a model that does not call, calls always or knows its corpus by heart: chat records that TRL, Axolotl and LLaMA-Factory read, with their config files and a data card.',
    )
    .addOption(
      new Option('--recipe <id>', 'the configuration')
        .choices([...recipeIds, 'repair', 't1-sft'])
        .makeOptionMandatory(),
    )
    .option('--catalog <source>', `tool tokens: ${CATALOG_SPECS}; repeatable`, repeated)
    .option('--stage <1|2>', 'tool tokens: 1 documentation and tokens; 2 queries and tokens', stage)
    .option('--queries <benchmarks...>', 'tool tokens: retrieval benchmarks whose queries Stage 2 trains on')
    .option('--corpus <file>', 'repair: training corpus with tool calls, chat JSONL in any usual layout')
    .option('--chat <files...>', 'repair: chat JSONL whose prose is mixed in')
    .option(
      '--rows <number>',
      'repair: rows to aim at (default: 1000, more for a large corpus)',
      wholeFrom(20, 200_000),
    )
    .option(
      '--ladder <folder>',
      'repair: a ladder whose cases no row may repeat, so that it can be climbed again',
    )
    .option('--dialect <id>', 'repair: dialect in which calls are written (default: found in the corpus)')
    .option('--tools <source>', 'repair: catalog with the declarations, where the corpus holds none')
    .option(
      '--dialogues <path>',
      't1-sft: dialogues with gold plans, as `assay dialogue generate` writes them',
    )
    .option('--pack <spec>', 't1-sft: pack of the dialogues (default: as their manifest says)')
    .option('--split <name>', 't1-sft: dialogues to train on (default: train)')
    .option('--small', 't1-sft: the small knowledge base, where no manifest says which')
    .option('--lr <rate>', 'repair: learning rate of the configs (default: 1e-5, 1e-4 with --lora)', rate)
    .option(
      '--test <benchmarks...>',
      'benchmarks to be examined with: training texts that repeat theirs are listed; repair leaves them out, and texts with their entities',
    )
    .option(
      '--drop-near-duplicates',
      'tool tokens: leave out queries that repeat a test text, instead of only listing them',
    )
    .option(
      '--tokens <scheme>',
      "tool tokens: flat, hierarchical, or a JSON file {tool: token} (default: the recipe's)",
    )
    .option(
      '--lora',
      'configs that train adapters and embeddings (rank 64, alpha 128) instead of all weights',
    )
    .option(
      '--negatives <spec>',
      'tool tokens: the retriever that finds wrong options, as in `assay retrieve`',
      'bm25',
    )
    .option(
      '--options <number>',
      'tool tokens: tokens offered in a choice, the right one included',
      wholeFrom(2, 64),
      5,
    )
    .option(
      '--max-tokens <number>',
      'longest record; documentation is cut to fit, rows of a repair are left out (and by default only those of --chat)',
      wholeFrom(32, 1_000_000),
      1024,
    )
    .option('--reserve <number>', "tokens of it kept for the chat template's marks", wholeFrom(0, 10_000), 64)
    .option('--tokenizer <file>', "count with a model's tokenizer.json or GGUF file (default: o200k_base)")
    .option('--seed <number>', 'seed of whatever is drawn', wholeFrom(0), 0)
    .option('--cache <folder>', 'where vectors of dense retrievers are kept (default: .cache/assay)')
  addCatalogFlags(command)
    .requiredOption('-o, --output <folder>', 'where the training set is written')
    .option('--json', 'print the data card as JSON (assay.training/1) and nothing else')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ExportTrainingFlags) => {
      const given = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
      const { recipe } = flags
      if (recipe === 'repair') {
        const { runExportRepair } = await import('./export-training-repair-run.js')
        await runExportRepair({ ...flags, recipe }, { given, context })
        return
      }
      if (recipe === 't1-sft') {
        const { runExportDialogues } = await import('./export-training-dialogues-run.js')
        await runExportDialogues(flags, { given, context })
        return
      }
      const { runExportTraining } = await import('./export-training-run.js')
      await runExportTraining({ ...flags, recipe }, { given, context })
    })
}

type ExportTrainingFlags = import('./export-training-flags.js').ExportTrainingFlags

function stage(value: string): 1 | 2 {
  if (value === '1') return 1
  if (value === '2') return 2
  throw new InvalidArgumentError('Give 1 or 2.')
}

function rate(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value <= 1) return value
  throw new InvalidArgumentError('Give a number above 0 and at most 1, e.g. 1e-5.')
}

const EXAMPLES = `
Recipes: tg (flat tokens; documentation to token; no system messages), tg-h (the same, hierarchical), tg-3fm (flat; also
token to documentation, and choosing among tokens), tg-5fm (hierarchical; also service and endpoint step by step), repair (a
tool corpus made diverse: new entities, prose that mentions them, pairs, chat), t1-sft (prompt and plan of every turn of
dialogues).

Examples:
  assay export training --catalog catalog.jsonl --recipe tg --stage 1 -o training/tg-1
  assay export training --catalog catalog.jsonl --recipe tg-5fm --stage 1 --lora --negatives dense:gguf:embed.gguf -o training/5fm-1
  assay export training --catalog catalog.jsonl --recipe tg-3fm --stage 2 --queries queries.jsonl --test rrb.jsonl mcq.jsonl -o training/3fm-2
  assay export training --recipe t1-sft --dialogues dialogues/travel -o training/t1
  assay export training --recipe repair --corpus train.jsonl --chat oasst.jsonl --ladder runs/mine -o training/repair`
