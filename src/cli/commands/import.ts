import { Option } from 'commander'
import type { CliCommand } from '../command.js'

/** `assay import`. */
export const importCommand: CliCommand = {
  register(program, context) {
    program
      .command('import')
      .summary('logs of other tools, as items and runs')
      .description(
        'Reads what other tools asked and kept, and writes it as a benchmark of the questions and a run for each model, which `assay score`, `assay compare` and `assay report` take as they are. Nobody is asked, and nothing in the log is run.',
      )
      .argument('<log...>', 'files; questions and answers of a batch are two of them')
      .requiredOption(
        '-o, --output <folder>',
        'a new folder: items/ and one folder for each model are written there',
      )
      .option('--format <format>', 'read with this format instead of detecting it')
      .addOption(
        new Option('--turns <which>', 'of a conversation, which answers become items')
          .choices(['first', 'all'])
          .default('first'),
      )
      .addOption(
        new Option('--gold <kind>', 'recorded: freeze what the model did as what is right').choices([
          'recorded',
        ]),
      )
      .option('--gold-of <model>', "whose answers become gold, where the log has several models'")
      .option('--json', 'print the outcome as JSON (assay.import/1) and nothing else')
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (logs: readonly string[], flags: import('./import-run.js').ImportFlags) => {
        const { runImport } = await import('./import-run.js')
        await runImport(logs, flags, context)
      })
  },
}

const EXAMPLES = `
Formats, detected or named with --format:
  requests           {request, response} a line, with or without {body}; batch results; stored conversations
  batch-requests     the requests of a batch, named beside its results
  inspect            logs of inspect_ai: .eval or .json; epochs are trials
  otel               OpenTelemetry traces: OTLP in JSON, or a span a line
  promptfoo-results  output.json of promptfoo eval -o; asserts that name a tool are gold

What the model answered is never gold by itself: items whose log does not say what is right have unknown gold. Scores then
speak of structure and schemas alone, and other subjects can be asked the same items with \`assay run --items\`.

Examples:
  assay import requests.jsonl -o runs/theirs
  assay import batch-input.jsonl batch-output.jsonl -o runs/batch
  assay import requests.jsonl -o runs/theirs --gold recorded --gold-of gpt-4o
  assay score runs/theirs/gpt-4o-mini`
