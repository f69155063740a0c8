import type { Command } from 'commander'
import type { CliContext } from '../command.js'

/** `assay export dataset`. */
export function addExportDataset(parent: Command, context: CliContext): void {
  parent
    .command('dataset')
    .summary('a benchmark or a run as a folder that Hugging Face datasets loads')
    .description(
      'Writes a folder with a data card (README.md, whose head names configs and features) and a JSON Lines file a config: the items of a benchmark by kind, or the samples, scores and items of a run. Nothing is uploaded.',
    )
    .argument('<source>', 'folder of a run, or a benchmark in any format that Assay reads')
    .requiredOption('-o, --output <folder>', 'where the dataset is written')
    .option('--name <text>', 'its name in the card (default: that of the benchmark or run)')
    .option('--licence <id>', 'licence of the texts, such as cc-by-4.0, where the source names none')
    .option('--json', 'print what was written as JSON (assay.dataset/1) and nothing else')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (source: string, flags: import('./export-dataset-run.js').ExportDatasetFlags) => {
      const { runExportDataset } = await import('./export-dataset-run.js')
      await runExportDataset(source, flags, context)
    })
}

const EXAMPLES = `
Texts are written verbatim; the card says what is inside.

Examples:
  assay export dataset benchmarks/support -o datasets/support --licence cc-by-4.0
  assay export dataset runs/first -o datasets/first`
