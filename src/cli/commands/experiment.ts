import { Option } from 'commander'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand } from '../command.js'
import { wholeFrom } from '../options.js'
import type { CatalogExperimentFlags } from './experiment-catalog-run.js'
import { addSubjectFlags, marginShare } from './experiment-flags.js'
import type { PairsFlags } from './experiment-pairs-run.js'
import type { SizeFlags } from './experiment-size-run.js'

const BENCHMARK = 'retrieval or call items in any format that `assay benchmark import` reads'

/** `assay experiment`: what a change of the catalog does to whoever has to choose from it. */
export const experimentCommand: CliCommand = {
  register(program, context) {
    const experiment = program
      .command('experiment')
      .summary('one catalog against another, or growing')
      .description('What a change of the catalog does to retrievers and models that have to choose from it.')
      .addHelpText('after', EXAMPLES)

    const catalog = experiment
      .command('catalog')
      .description('the same items under two catalogs, paired, with the tools that lost queries and to whom')
      .requiredOption('--before <source>', CATALOG_SPECS)
      .requiredOption('--after <source>', 'the other catalog')
      .requiredOption('--benchmark <path>', BENCHMARK)
      .option('--mapping <file>', 'where tools went, as {"name before": ["name after", …]}')
      .option(
        '--k <depth>',
        'depth of retrieval items (default: as many as the item has needs)',
        wholeFrom(1, 1000),
      )
      .option('--margin <share>', 'the smallest difference that matters', marginShare, 0.03)
      .option('--permutations <number>', 'random assignments of signs', wholeFrom(1000, 1_000_000), 10_000)
      .option('--partial', 'leave out items whose gold the catalog after lacks')
    addSubjectFlags(addCatalogFlags(catalog))
      .option('--seed <number>', 'seed of trials and permutations', wholeFrom(0), 0)
      .option('-o, --output <file>', 'also write the experiment as JSON')
      .option('--json', 'print the experiment as JSON (assay.experiment/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', CATALOG_EXAMPLES)
      .action(async (flags: CatalogExperimentFlags) => {
        const { runCatalogExperiment } = await import('./experiment-catalog-run.js')
        await runCatalogExperiment(flags, context)
      })

    const size = experiment
      .command('size')
      .description('selection and false calls as the shown catalog grows from gold alone to everything')
      .requiredOption('--catalog <source>', CATALOG_SPECS)
      .requiredOption('--benchmark <path>', BENCHMARK)
      .addOption(
        new Option('--distractors <which>', 'what is shown beside gold')
          .choices(['random', 'confusable'])
          .default('random'),
      )
      .option(
        '--sizes <numbers>',
        'how many tools are shown, e.g. gold,10,100,all (default: gold alone, then 1-2-5 steps to all)',
      )
      .option('--resamples <number>', 'resamples of each bootstrap', wholeFrom(100, 1_000_000), 10_000)
      .option('--margin <share>', 'the smallest difference that matters', marginShare, 0.03)
    addSubjectFlags(addCatalogFlags(size))
      .option('--seed <number>', 'seed of distractors, trials and intervals', wholeFrom(0), 0)
      .option('-o, --output <file>', 'also write the curve as JSON')
      .option('--json', 'print the curve as JSON (assay.experiment/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', SIZE_EXAMPLES)
      .action(async (flags: SizeFlags) => {
        const { runSizeExperiment } = await import('./experiment-size-run.js')
        await runSizeExperiment(flags, context)
      })

    const pairs = experiment
      .command('pairs')
      .description(
        'confusable pairs as items: the tool that is expected, and those that must not come before it',
      )
      .requiredOption('--catalog <source>', CATALOG_SPECS)
      .option(
        '--benchmark <path>',
        'real queries to use; without it, queries are made of the tools’ own texts',
      )
      .addOption(
        new Option('--kind <kind>', 'items that are made')
          .choices(['retrieval', 'call'])
          .default('retrieval'),
      )
      .option('--most <number>', 'pairs taken, the most alike first', wholeFrom(1, 100_000), 500)
      .option('--items <file>', 'write the items there, as JSONL')
      .option('--resamples <number>', 'resamples of each bootstrap', wholeFrom(100, 1_000_000), 10_000)
    addSubjectFlags(addCatalogFlags(pairs))
      .option('--seed <number>', 'seed of trials and intervals', wholeFrom(0), 0)
      .option('-o, --output <file>', 'also write the scores as JSON')
      .option('--json', 'print the scores as JSON (assay.experiment/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', PAIRS_EXAMPLES)
      .action(async (flags: PairsFlags) => {
        const { runPairsExperiment } = await import('./experiment-pairs-run.js')
        await runPairsExperiment(flags, context)
      })
  },
}

const NOTE = `
Every result is exit 0, "worse" included. Nothing is ever changed in a catalog. docs/experiments.md says what is measured.`

const CATALOG_EXAMPLES = `
A model is asked three times by default: where runs of one prompt lie further apart than the difference, the verdict is
not-enough-data.

Examples:
  assay experiment catalog --before old.jsonl --after new.jsonl --benchmark items.jsonl --retriever bm25
  assay experiment catalog --before v1.yaml --after v2.yaml --mapping moved.json --benchmark items.jsonl --subject openai:gpt-4o-mini`

const SIZE_EXAMPLES = `
Examples:
  assay experiment size --catalog catalog.jsonl --benchmark items.jsonl --distractors confusable
  assay experiment size --catalog catalog.jsonl --benchmark items.jsonl --sizes gold,10,50,200 --subject openai:gpt-4o-mini`

const PAIRS_EXAMPLES = `
Without --retriever and --subject, and with --items, items are only made.

Examples:
  assay experiment pairs --catalog catalog.jsonl --items pairs.jsonl
  assay experiment pairs --catalog catalog.jsonl --benchmark items.jsonl --retriever bm25
  assay experiment pairs --catalog catalog.jsonl --kind call --subject openai:gpt-4o-mini`

const EXAMPLES = `${NOTE}

Examples:
  assay experiment catalog --before old.jsonl --after new.jsonl --benchmark items.jsonl
  assay experiment size --catalog catalog.jsonl --benchmark items.jsonl --distractors confusable
  assay experiment pairs --catalog catalog.jsonl --items pairs.jsonl`
