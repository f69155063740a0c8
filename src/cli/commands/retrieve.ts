import { DEFAULT_RESAMPLES } from '../../stats/bootstrap.js'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand } from '../command.js'
import { depths, repeated, resamples, wholeFrom } from '../options.js'

/** `assay retrieve`: how well retrievers find the tools that queries need. */
export const retrieveCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('retrieve')
      .summary('score retrievers on a benchmark of queries')
      .description(
        'Ranks the tools of a catalog for every query of a benchmark and scores the rankings: recall (primary), hit, all, NDCG, MRR and MAP, per tier, with intervals, chance and ceiling.',
      )
      .requiredOption('--catalog <source>', `${CATALOG_SPECS}; repeatable`, repeated)
      .requiredOption('--benchmark <path>', 'a benchmark in any format that `assay benchmark import` reads')
      .option(
        '--retriever <spec>',
        'what ranks, e.g. bm25, bm25:t3,okapi; repeatable (default: bm25)',
        repeated,
      )
      .option('--k <depths>', 'depths at which rankings are scored', depths, [1, 5, 10, 50])
      .option('--pool', "also re-rank each item's own pool of tools")
      .option('--partial', 'go on without items that predictions leave out; they are unmeasured')
      .option('--split <name>', 'which of several sets of queries in the benchmark')
      .option('--benchmark-format <format>', 'read the benchmark with this format instead of detecting it')
      .option('--seed <number>', 'seed of the random retriever and of the bootstrap', wholeFrom(0), 0)
      .option('--resamples <number>', 'resamples of each bootstrap', resamples, DEFAULT_RESAMPLES)
      .option('--cache <folder>', 'where vectors of dense retrievers are kept (default: .cache/assay)')
    addCatalogFlags(command)
      .option('-o, --output <file>', 'also write the scores as JSON')
      .option('--json', 'print the scores as JSON (assay.scores/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (flags: RetrieveFlags) => {
        const { runRetrieve } = await import('./retrieve-run.js')
        await runRetrieve(flags, context)
      })
  },
}

type RetrieveFlags = import('./retrieve-run.js').RetrieveFlags

const EXAMPLES = `
Gold that the catalog lacks is looked up by alias, else dropped, counted and shown. Ties are scored by their exact
expectation. With one retriever --json prints one object, with several a list of them in the order of the flags.

Examples:
  assay retrieve --catalog catalog.jsonl --benchmark items.jsonl --retriever bm25
  assay retrieve --catalog mcq.jsonl --catalog qa.jsonl --catalog rrb.jsonl --benchmark rrb.jsonl --retriever bm25:t3 --pool
  assay retrieve --catalog tools/ --benchmark retrieval/G1 --split test --retriever bm25 --retriever random --k 1,3,5
  assay retrieve --catalog catalog.jsonl --benchmark trec:qrels.txt,topics.tsv --retriever predictions:run.trec --json`
