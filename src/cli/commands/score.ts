import type { CliCommand } from '../command.js'
import { addScoreCalls } from './score-calls.js'
import { addScoreRun } from './score-run.js'

/** `assay score`: judges what subjects said. */
export const scoreCommand: CliCommand = {
  register(program, context) {
    const score = program
      .command('score')
      .summary('judge outputs against items')
      .description('Judges what subjects said against the gold of items, with intervals and floors.')
      .addHelpText('after', EXAMPLES)
    addScoreCalls(score, context)
    addScoreRun(score, context)
  },
}

const EXAMPLES = `
Examples:
  assay score calls --items items.jsonl --outputs outputs.jsonl --dialect hermes
  assay score runs/2031-05-01-a7
  assay score runs/gold runs/silent runs/my-model`
