import type { CliCommand } from '../command.js'
import { addDialogueGenerate } from './dialogue-generate.js'
import { addDialogueImport } from './dialogue-import.js'

/** `assay dialogue`. */
export const dialogueCommand: CliCommand = {
  register(program, context) {
    const parent = program
      .command('dialogue')
      .description('multi-turn dialogues with gold plans: made from a pack, or imported')
    addDialogueGenerate(parent, context)
    addDialogueImport(parent, context)
  },
}
