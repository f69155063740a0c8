import type { CliCommand } from '../command.js'

/** `assay help`: of a command, of a topic, of the code of an error, of a word. */
export const helpCommand: CliCommand = {
  register(program, context) {
    program
      .helpCommand(false)
      .command('help')
      .summary('help on a command, a topic, the code of an error, or a word')
      .description(
        'Explains a command, a topic such as dialects or exit-codes, the code of an error, or a word of the glossary.',
      )
      .argument('[topic...]', 'command, topic, code or word; without one, the list of all')
      .addHelpText(
        'after',
        `
Examples:
  assay help
  assay help exit-codes
  assay help catalog import
  assay help dialect-unknown
  assay help floor`,
      )
      .action(async (words: readonly string[]) => {
        const { runHelp } = await import('./help-run.js')
        await runHelp(words, program, context)
      })
  },
}
