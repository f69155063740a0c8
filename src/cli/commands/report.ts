import { addCatalogFlags } from '../catalog/catalog-flags.js'
import type { CliCommand } from '../command.js'
import { repeated, share, wholeFrom } from '../options.js'
import type { ReportFlags } from './report-run.js'

/** `assay report`: what runs, ladders and audits found, for people. */
export const reportCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('report')
      .summary('one page, or one file, of what runs, ladders and audits found')
      .description(
        'Reads folders of runs, probes, ladders, dialogues and audits, and files of scores, drift and experiments, and writes one report of them. Nobody is asked, and nothing that a run names is started.',
      )
      .argument('<source...>', 'a folder that Assay wrote, or a JSON file of it')
      .option('--html <file>', 'a page in one file, without network: opens from disk, can be mailed')
      .option('--md [file]', 'a summary for a pull request; printed where no file is named')
      .option('--junit <file>', 'verdicts as JUnit XML, for CI servers')
      .option('--csv <file>', 'headline scores as CSV')
      .option('--items-csv <file>', 'samples as CSV, a line each')
      .option('--figures <folder>', 'every chart as SVG')
      .option('-o, --output <file>', 'the report as JSON (assay.report/1)')
      .option('--json', 'print the report as JSON and nothing else')
      .option('--margin <share>', 'the smallest difference between two runs that matters', share, 0.03)
      .option('--rows <number>', 'samples in the file at most', wholeFrom(0, 200_000), ROWS)
      .option('--seed <number>', 'seed of the tests of comparisons', wholeFrom(0), 0)
      .option('--dialect <id>', 'how calls are written, where a run does not say')
      .option('--vocabulary <file>', 'tokenizer.json or GGUF file, for samples of token ids')
      .option('--changed-items', 'read samples against items that have changed since')
      .option('--config <file>', 'config that describes the dialect')
      .option('--quiet', 'no progress on stderr')
    command.option(
      '--catalog <source>',
      'catalog of the tools (repeatable); default: the file that the run names',
      repeated,
    )
    addCatalogFlags(command)
    command.addHelpText('after', EXAMPLES).action(async (paths: readonly string[], flags: ReportFlags) => {
      const { runReport } = await import('./report-run.js')
      await runReport(paths, flags, context)
    })
  },
}

/** As `FILE_ROWS` of the report. */
const ROWS = 20_000

const EXAMPLES = `
Exit code 0 whatever the verdicts: a report judges nothing that its sources have not.

Examples:
  assay report runs/first --html report.html
  assay report runs/before runs/after --md
  assay report runs/20261130-120000 runs/ladder-1 --html report.html --figures figures
  assay report runs/first --junit verdicts.xml --csv scores.csv`
