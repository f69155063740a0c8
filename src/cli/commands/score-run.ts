import type { Command } from 'commander'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { depths, repeated, resamples, wholeFrom } from '../options.js'

/** Adds `assay score <run>`, which may also be written `assay score run <run>`. */
export function addScoreRun(score: Command, context: CliContext): void {
  const command = score
    .command('run', { isDefault: true })
    .argument(
      '<run...>',
      'folder of a run, as `assay run` writes it; of `assay converse` several that played the same dialogues, side by side',
    )
    .summary('a stored run, without asking anyone')
    .description(
      'Scores a stored run from what it kept: tool calls, multiple choice, yes or no, retrieval by naming tools, and dialogues, with intervals and floors. No subject is asked, and nothing in the folder is run. Writes scores.json into the folder.',
    )
    .option(
      '--items <path>',
      'where the items stand now, instead of the place that the run names; NAME=PATH for one of several benchmarks (repeatable)',
      repeated,
    )
    .option('--changed-items', 'score against items that have changed since they were asked')
    .option(
      '--catalog <source>',
      `the catalog of the run, where it is no plain file: ${CATALOG_SPECS}`,
      repeated,
    )
    .option('--dialect <id>', 'how calls are written, instead of what the run says')
    .option('--vocabulary <file>', 'tokenizer.json or GGUF file that token ids are read with')
    .option('--config <file>', 'a config whose "dialects" may be named')
    .option('--k <depths>', 'depths at which named tools are scored', depths, [1, 5, 10])
    .option('--seed <number>', 'seed of the bootstrap', wholeFrom(0), 0)
    .option('--resamples <number>', 'resamples of each bootstrap', resamples, 10_000)
  addCatalogFlags(command)
    .option('-o, --output <file>', 'write the scores there instead of into the folder')
    .option('--json', 'print the scores as JSON (assay.scores/1) and nothing else')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (folders: readonly string[], flags: import('./score-run-run.js').ScoreRunFlags) => {
      const { runScoreRuns } = await import('./score-run-run.js')
      await runScoreRuns(folders, flags, context)
    })
}

const EXAMPLES = `
Samples that ended in an error, and those that are missing, are unmeasured and named, never right or wrong. Of two
samples of one key the later counts. Trials and rotations are averaged within an item. A low score is exit 0.

Examples:
  assay score runs/2031-05-01-a7
  assay score runs/2031-05-01-a7 --dialect hermes --json
  assay score runs/2031-05-01-a7 --items ./moved/items.jsonl -o again.json
  assay score runs/gold runs/silent runs/my-model`
