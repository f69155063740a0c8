import type { Command } from 'commander'
import type { CliContext } from '../command.js'

/** `assay export inspect`. */
export function addExportInspect(parent: Command, context: CliContext): void {
  parent
    .command('inspect')
    .summary('a run as a log that Inspect reads')
    .description(
      'Writes one benchmark of a run as a JSON log of inspect_ai: samples with messages, outputs, tool calls, usage and errors, each metric as a scorer, trials as epochs. Score the run first to have its scores in it.',
    )
    .argument('<run>', 'folder of a run')
    .requiredOption('-o, --output <file>', 'the log, which ends in .json')
    .option('--benchmark <name>', 'which of several benchmarks of the run')
    .option('--items <path>', 'where the items stand now, instead of the place that the run names')
    .option('--changed-items', 'take items that have changed since they were asked')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (run: string, flags: import('./export-inspect-run.js').ExportInspectFlags) => {
      const { runExportInspect } = await import('./export-inspect-run.js')
      await runExportInspect(run, flags, context)
    })
}

const EXAMPLES = `
Texts are written verbatim, as the run holds them.

Examples:
  assay export inspect runs/first -o logs/first.json
  inspect view --log-dir logs`
