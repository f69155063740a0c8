import type { CliCommand } from '../command.js'

/** `assay dialect detect|list`: which format a model speaks, and which ones there are. */
export const dialectCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('dialect')
      .description("how models write tool calls: detect a model's way, list all")
      .addHelpText(
        'after',
        `
Examples:
  assay dialect list
  assay dialect detect tokenizer_config.json
  assay dialect detect model.gguf --json`,
      )
    command
      .command('detect')
      .summary("find the dialect of a model's chat template")
      .description(
        'Looks for the literals of each dialect, renders a conversation of two tools and one call in a process of its own with limits, and reads the call back. Several that fit are listed; nothing is guessed.',
      )
      .argument('<file>', 'tokenizer_config.json, chat_template.jinja or model.gguf')
      .option('--json', 'print JSON and nothing else')
      .option('--quiet', 'no messages on stderr')
      .addHelpText(
        'after',
        '\nExamples:\n  assay dialect detect tokenizer_config.json\n  assay dialect detect model.gguf --json',
      )
      .action(async (file: string, flags: { readonly json?: true }) => {
        const { runDialectDetect } = await import('./dialect-run.js')
        await runDialectDetect(file, flags, context)
      })
    command
      .command('list')
      .description('list all dialects with their markers and keys')
      .option('--json', 'print JSON and nothing else')
      .option('--quiet', 'no messages on stderr')
      .addHelpText('after', '\nExamples:\n  assay dialect list\n  assay dialect list --json')
      .action(async (flags: { readonly json?: true }) => {
        const { runDialectList } = await import('./dialect-run.js')
        runDialectList(flags, context)
      })
  },
}
