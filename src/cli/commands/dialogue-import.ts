import { Argument, type Command } from 'commander'
import type { CliContext } from '../command.js'
import type { DialogueImportFlags } from './dialogue-import-run.js'

/** Formats of dialogues, by the id of their reader. */
const FORMATS = ['t1', 'bfcl', 'api-bank', 'tau2', 'assay', 'assay-items'] as const

/** `assay dialogue import`. */
export function addDialogueImport(parent: Command, context: CliContext): void {
  parent
    .command('import')
    .summary('read dialogues of another format')
    .description(
      "Reads multi-turn dialogues of another project and writes them as Assay's items: what was left out or put right is told, and kept in the manifest.",
    )
    .addArgument(new Argument('<format>', 'how the source is written').choices([...FORMATS]))
    .argument('<source>', 'file or folder')
    .requiredOption('-o, --output <folder>', 'where items.jsonl and benchmark.json are written')
    .option('--split <name>', 't1: read this split alone')
    .option(
      '--answers <path>',
      'bfcl: answers, a file or a folder (default: possible_answer/ beside the questions)',
    )
    .option('--json', 'print the manifest and nothing else')
    .option('--quiet', 'no progress on stderr')
    .addHelpText('after', EXAMPLES)
    .action(async (format: string, source: string, flags: DialogueImportFlags) => {
      const { runDialogueImport } = await import('./dialogue-import-run.js')
      await runDialogueImport({ format, source }, flags, context)
    })
}

const EXAMPLES = `
Formats:
  t1        CSV with ID, Filled_Template and Filled_Plan: one file, or the hub's folders <category>/<split>/…
  bfcl      BFCL v4 multi-turn questions with possible_answer/ beside them
  api-bank  dialogues of API-Bank with their recorded results; play them with --pack recorded
  tau2      tasks of tau2-bench as goal cards; play them with --user

Examples:
  assay dialogue import t1 hub/T1 --split test -o dialogues/t1
  assay dialogue import api-bank api-bank/lv1-lv2-samples/level-1-given-desc -o dialogues/api-bank
  assay dialogue import tau2 tau2/domains -o dialogues/tau2`
