import type { CliCommand } from '../command.js'

/** `assay help`: of a command, of a topic, of the code of an error. */
export const helpCommand: CliCommand = {
  register(program, context) {
    program
      .helpCommand(false)
      .command('help')
      .summary('help on a command, a topic, or the code of an error')
      .description('Explains a command, a topic such as dialects or exit-codes, or the code of an error.')
      .argument('[topic...]', 'command, topic or code; without one, the list of all')
      .addHelpText(
        'after',
        `
Examples:
  assay help
  assay help exit-codes
  assay help catalog import
  assay help dialect-unknown`,
      )
      .action(async (words: readonly string[]) => {
        const { runHelp } = await import('./help-run.js')
        await runHelp(words, program, context)
      })
  },
}
