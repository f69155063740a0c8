import type { Command } from 'commander'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand, CliContext } from '../command.js'
import type { GateFlags } from '../gate/gate-flags.js'
import { depths, repeated, resamples, wholeFrom } from '../options.js'

/** `assay gate`: whether a run may pass. */
export const gateCommand: CliCommand = {
  register(program: Command, context: CliContext) {
    const command = program
      .command('gate')
      .summary('may this run pass? thresholds, a baseline, one verdict for CI')
      .description(
        'Judges a run by a policy: bounds of intervals, no loss against a baseline on the same items, an audited benchmark, and nothing unmeasured. A run is scored again from its samples; nobody is asked.',
      )
      .argument('<run>', 'folder of a run, a ladder or an audit, or of several of them')
      .option('--policy <file>', 'what is asked, as YAML or JSON (default: assay.gate.yaml)')
      .option('--baseline <path>', 'a run, or scores that --save-baseline wrote')
      .option(
        '--save-baseline <file>',
        'write the scores of the run, item by item; with --policy only where it passes',
      )
      .option(
        '--audit <file>',
        'audit of the benchmark, as `assay benchmark audit -o` or `assay audit` writes it (repeatable)',
        repeated,
      )
      .option(
        '--items <path>',
        'where the items stand now, instead of the place that the run names; NAME=PATH for one of several benchmarks (repeatable)',
        repeated,
      )
      .option(
        '--catalog <source>',
        `the catalog of the run, where it is no plain file: ${CATALOG_SPECS}`,
        repeated,
      )
      .option('--dialect <id>', 'how calls are written, instead of what the run says')
      .option('--vocabulary <file>', 'tokenizer.json or GGUF file that token ids are read with')
      .option('--config <file>', 'a config whose "dialects" may be named')
      .option('--k <depths>', 'depths at which named tools are scored', depths, [1, 5, 10])
      .option(
        '--seed <number>',
        'seed of permutations and bootstrap (default: that of the policy, or 0)',
        wholeFrom(0),
      )
      .option('--resamples <number>', 'resamples of each bootstrap', resamples, 10_000)
      .option('--permutations <number>', 'random assignments of signs', wholeFrom(1000, 1_000_000), 10_000)
    addCatalogFlags(command)
      .option('--junit <file>', 'write the rules as test cases')
      .option('--github', 'print annotations of GitHub Actions, and add to the summary of the step')
      .option('-o, --output <file>', 'also write the result as JSON')
      .option('--json', 'print the result as JSON (assay.gate/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (path: string, flags: GateFlags) => {
        const { runGate } = await import('./gate-run.js')
        await runGate(path, flags, context)
      })
  },
}

const EXAMPLES = `
Exit 0 where it passed; 1 where a rule failed or something was not measured; 4 where the data are too few to tell;
2 where the policy, the run or the baseline cannot be used.

Examples:
  assay gate runs/pull-request --policy assay.gate.yaml --baseline baseline.json --audit audit.json
  assay gate runs/main --save-baseline baseline.json
  assay gate runs/pull-request --junit gate.xml --github --json`
