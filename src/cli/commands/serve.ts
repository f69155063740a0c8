import { addCatalogFlags } from '../catalog/catalog-flags.js'
import type { CliCommand } from '../command.js'
import { repeated, share, wholeFrom } from '../options.js'
import type { ServeFlags } from './serve-run.js'

/** `assay serve`: runs while they go on and after, and annotation, in a browser. */
export const serveCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('serve')
      .summary('runs while they go on, and annotation, in a browser')
      .description(
        'Serves a page on this machine alone, under an address with a random token: runs with their rate, cost and time left, the report of one or several, every sample in parts. With --annotate people answer the items of a benchmark there; the answers are those of `assay annotate`. Nothing else is written, and nothing that a run names is started.',
      )
      .argument('[folder]', 'folder of runs, or one run (default: runs; with --annotate none)')
      .option('--annotate <benchmark>', 'let people answer the items of this benchmark, blind')
      .option('--stratified <number>', 'annotate a sample of so many items', wholeFrom(1))
      .option('--annotations <folder>', 'where answers are kept (default: annotations/ beside the items)')
      .option('--show-agreement', 'show agreement while annotators are not done')
      .option(
        '--seed <number>',
        'of tests in comparisons, and of sample and orders of annotation',
        wholeFrom(0),
        0,
      )
      .option('--port <number>', 'port to listen on; 0 takes one that is free', wholeFrom(0, 65_535), 0)
      .option('--host <address>', 'another address to listen on: others can then reach it', '127.0.0.1')
      .option('--margin <share>', 'the smallest difference between two runs that matters', share, 0.03)
      .option('--dialect <id>', 'how calls are written, where a run does not say')
      .option('--vocabulary <file>', 'tokenizer.json or GGUF file, for samples of token ids')
      .option('--changed-items', 'read samples against items that have changed since')
      .option('--config <file>', 'config that describes the dialect')
      .option('--quiet', 'no messages on stderr')
    command.option(
      '--catalog <source>',
      'catalog of the tools (repeatable); default: the file that the run names',
      repeated,
    )
    addCatalogFlags(command)
    command.addHelpText('after', EXAMPLES).action(async (folder: string | undefined, flags: ServeFlags) => {
      const { runServe } = await import('./serve-run.js')
      await runServe(folder, flags, context)
    })
  },
}

const EXAMPLES = `
Prints the address; Ctrl-C ends it. Whoever has the address can read what is served.

Examples:
  assay serve
  assay serve runs/20261130-120000 --port 4178
  assay serve --annotate benchmarks/support --catalog catalog.jsonl --stratified 100`
