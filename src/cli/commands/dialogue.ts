import type { CliCommand } from '../command.js'
import { addDialogueGenerate } from './dialogue-generate.js'
import { addDialogueImport } from './dialogue-import.js'

/** `assay dialogue`. */
export const dialogueCommand: CliCommand = {
  register(program, context) {
    const parent = program
      .command('dialogue')
      .description('multi-turn dialogues with gold plans: made from a pack, or imported')
      .addHelpText(
        'after',
        `
Examples:
  assay dialogue generate --pack travel --small -o dialogues/travel
  assay dialogue import t1 hub/T1 --split test -o dialogues/t1`,
      )
    addDialogueGenerate(parent, context)
    addDialogueImport(parent, context)
  },
}
