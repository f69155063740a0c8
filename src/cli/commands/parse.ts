import { Option } from 'commander'
import { addCatalogFlags, CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand } from '../command.js'
import { repeated } from '../options.js'

/** `assay parse`: what a subject really emitted, in all readings. */
export const parseCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('parse')
      .summary('read tool calls out of texts, strictly, with the lenient readings beside')
      .description(
        'Reads each output as its dialect has it and prints one JSON line: outcome, level, faults and flags of the strict reading, what servers and careful repair would make of it, and what a keyword scorer would credit.',
      )
      .argument(
        '[file]',
        'JSONL of {id, text | tokenIds | message, stopReason?}, or one raw text; "-" or nothing: one raw text on standard input',
      )
      .option(
        '--dialect <id>',
        'how calls are written: an id, or a file that describes one (`assay dialect list`); default: the one that the first outputs call in',
      )
      .option(
        '--summary',
        'in place of the lines: how many call, attempt and abstain, and what keywords would credit',
      )
      .option('--tools <source>', `the tools that were offered: ${CATALOG_SPECS}; repeatable`, repeated)
      .addOption(
        new Option('--stop-reason <reason>', 'why the turn ended, where a line does not say').choices([
          'stop',
          'length',
        ]),
      )
      .option('--vocabulary <file>', 'tokenizer.json or GGUF file that token ids are read with')
      .option(
        '--preamble <file>',
        'the text that declared the tools, to tell calls from echoes of its examples',
      )
      .option(
        '--config <file>',
        'a config: its "dialects" may be named, and its "catalog" stands in for --tools',
      )
    addCatalogFlags(command)
      .option(
        '--json',
        'print the summary as JSON (assay.parse-summary/1); without --summary the output is JSON lines in any case',
      )
      .option('--quiet', 'no progress on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (file: string | undefined, flags: ParseFlags) => {
        const { runParse } = await import('./parse-run.js')
        await runParse(file, flags, context)
      })
  },
}

type ParseFlags = import('./parse-run.js').ParseFlags

const EXAMPLES = `
Malformed calls are what is measured, so they are exit 0; exit 2 means that the input could not be read.

Examples:
  assay parse --summary --tools tools.json outputs.jsonl
  assay parse --dialect hermes --tools tools.json outputs.jsonl
  echo '<tool_call>{"name": "ping", "arguments": {}}</tool_call>' | assay parse --dialect hermes --tools tools.json
  assay parse --dialect openai --tools mcp:"npx -y @modelcontextprotocol/server-memory" messages.jsonl
  assay parse --dialect mistral-v3 --vocabulary tokenizer.json --tools tools.json ids.jsonl --stop-reason length`
