import { Command } from 'commander'
import type { CliCommand, CliContext } from './command.js'
import { auditCommand } from './commands/audit.js'
import { benchmarkCommand } from './commands/benchmark.js'
import { catalogCommand } from './commands/catalog.js'
import { retrieveCommand } from './commands/retrieve.js'
import { version } from './version.js'

/** Commands in the order of `assay --help`. */
const commands: readonly CliCommand[] = [auditCommand, catalogCommand, benchmarkCommand, retrieveCommand]

/** The whole command line, without running anything. */
export function buildProgram(context: CliContext): Command {
  const program = new Command('assay')
    .description('Proves whether a language model truly knows, retrieves and calls its tools.')
    .version(version, '-V, --version')
    .showSuggestionAfterError(true)
    .showHelpAfterError('(add --help to a command to see its flags; assay --help lists commands)')
    .exitOverride()
    .configureOutput({ writeOut: context.print, writeErr: (text) => context.complain(text) })
    .addHelpText('after', EXAMPLES)
  for (const command of commands) command.register(program, context)
  return program
}

const EXAMPLES = `
Examples:
  assay audit --quickstart                                  # two MCP servers, sixty items, no key
  assay catalog import "mcp:npx -y my-server" -o catalog.jsonl
  assay catalog lint openapi.yaml
  assay retrieve --catalog catalog.jsonl --benchmark items.jsonl --retriever bm25`
