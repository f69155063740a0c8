import { Command } from 'commander'
import type { CliCommand, CliContext } from './command.js'
import { version } from './version.js'

/** Commands in the order of `assay --help`. */
const commands: readonly CliCommand[] = []

/** The whole command line, without running anything. */
export function buildProgram(context: CliContext): Command {
  const program = new Command('assay')
    .description('Proves whether a language model truly knows, retrieves and calls its tools.')
    .version(version, '-V, --version')
    .showSuggestionAfterError(true)
    .showHelpAfterError('(assay --help lists commands and flags)')
  for (const command of commands) command.register(program, context)
  return program
}
