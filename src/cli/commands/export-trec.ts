import type { Command } from 'commander'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { repeated, wholeFrom } from '../options.js'

/** `assay export trec`. */
export function addExportTrec(parent: Command, context: CliContext): void {
  const command = parent
    .command('trec')
    .summary('what a model named for each query, as a TREC run')
    .description(
      'Writes the tools that a subject named for each query of a retrieval benchmark as a TREC run, best first, for trec_eval and its kin; with --qrels also the gold as judgements.',
    )
    .argument('<run>', 'folder of a run over retrieval items')
    .requiredOption('-o, --output <file>', 'the TREC run')
    .option('--qrels <file>', 'also write the gold as judgements')
    .option('--tag <word>', 'the last column (default: the id of the run)')
    .option('--trial <number>', 'which trial', wholeFrom(0), 0)
    .option('--variant <name>', 'which of several variants')
    .option('--lenient', 'read names with what people write around them: bullets, numbers, quotes')
    .option('--benchmark <name>', 'which of several benchmarks of the run')
    .option('--items <path>', 'where the items stand now, instead of the place that the run names')
    .option('--changed-items', 'take items and a catalog that have changed since they were asked')
    .option(
      '--catalog <source>',
      `the catalog of the run, where it is no plain file: ${CATALOG_SPECS}`,
      repeated,
    )
  addCatalogFlags(command)
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (run: string, flags: import('./export-trec-run.js').ExportTrecFlags) => {
      const { runExportTrec } = await import('./export-trec-run.js')
      await runExportTrec(run, flags, context)
    })
}

const EXAMPLES = `
Examples:
  assay export trec runs/first -o first.trec
  assay export trec runs/first -o first.trec --qrels gold.qrels --tag first
  trec_eval gold.qrels first.trec`
