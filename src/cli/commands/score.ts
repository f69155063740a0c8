import type { CliCommand } from '../command.js'
import { addScoreCalls } from './score-calls.js'

/** `assay score`: judges what subjects said. */
export const scoreCommand: CliCommand = {
  register(program, context) {
    const score = program
      .command('score')
      .summary('judge outputs against items')
      .description('Judges what subjects said against the gold of items, with intervals and floors.')
    addScoreCalls(score, context)
  },
}
