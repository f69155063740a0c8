import type { Command } from 'commander'
import { CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand, CliContext } from '../command.js'
import { repeated, resamples, wholeFrom } from '../options.js'

/** `assay agreement`: how far annotators agree with each other and with the benchmark. */
export const agreementCommand: CliCommand = {
  register(program: Command, context: CliContext) {
    program
      .command('agreement')
      .summary('how far people agree with each other and with the benchmark')
      .description(
        'Reads the answers that `assay annotate` kept: Fleiss’ kappa with its interval beside the raw agreement, Krippendorff’s alpha where some items were left out, the items on which people differ, and the benchmark’s own answers against the majority.',
      )
      .argument('<benchmark>', 'the benchmark that was annotated')
      .option('--annotations <folder>', 'where the answers are (default: annotations/ beside the items)')
      .option('--catalog <source>', `as it was given to annotate (${CATALOG_SPECS}); repeatable`, repeated)
      .option('--seed <number>', 'of the bootstrap of alpha', wholeFrom(0), 0)
      .option('--resamples <number>', 'of the bootstrap of alpha', resamples, 10_000)
      .option('-o, --output <file>', 'also write the document as JSON')
      .option('--json', 'print the document (assay.agreement/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (benchmark: string, flags: import('./agreement-run.js').AgreementFlags) => {
        const { runAgreement } = await import('./agreement-run.js')
        await runAgreement(benchmark, flags, context)
      })
  },
}

const EXAMPLES = `
Examples:
  assay agreement benchmarks/support --catalog catalog.jsonl
  assay agreement items.jsonl --annotations annotations --json`
