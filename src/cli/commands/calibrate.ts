import { Option } from 'commander'
import type { CliCommand } from '../command.js'
import { repeated, wholeFrom } from '../options.js'

/** `assay calibrate`: the instrument on subjects whose faults are known, on bad answers, and with faults of its own. */
export const calibrateCommand: CliCommand = {
  register(program, context) {
    program
      .command('calibrate')
      .summary('tries the instrument itself: on subjects, answers and faults that are known')
      .description(
        'Measures reference subjects and prints expected against measured, puts known-bad answers through parser and scorer, plays agents whose figures are known in dialogues, and breaks the instrument on purpose to see whether that is noticed.',
      )
      .addOption(
        new Option(
          '--only <section>',
          'one section alone; repeatable: transcripts, dialogues, faults, drift, ladder, subjects',
        ).argParser(repeated),
      )
      .option(
        '--reference <folder>',
        'folder of the reference subjects (default: ASSAY_REFERENCE, the clone, or the package)',
      )
      .option(
        '--items <number>',
        'items of each set at most; larger sets are drawn from',
        wholeFrom(1),
        DEFAULT_ITEMS,
      )
      .option('--seed <number>', 'seed of samples of items', wholeFrom(0), 0)
      .option('-o, --output <file>', 'also write the result as JSON')
      .option('--json', 'print the result as JSON (assay.calibrate/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (flags: CalibrateFlags) => {
        const { runCalibrate } = await import('./calibrate-run.js')
        await runCalibrate(flags, context)
      })
  },
}

/** A subject takes some ten seconds with so many. */
const DEFAULT_ITEMS = 60

type CalibrateFlags = import('./calibrate-run.js').CalibrateFlags

const EXAMPLES = `
Exit code 1: a subject or an agent is misread, a bad answer gets another verdict, a fault goes unnoticed, or weights are missing.
Models run in node-llama-cpp, which is installed apart; transcripts, dialogues and faults need it not.

Examples:
  assay calibrate
  assay calibrate --only transcripts --only faults
  assay calibrate --only subjects --json -o calibration.json`
