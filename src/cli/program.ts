import { Command } from 'commander'
import { printableLines } from '../text/printable.js'
import type { CliCommand, CliContext } from './command.js'
import { agreementCommand } from './commands/agreement.js'
import { annotateCommand } from './commands/annotate.js'
import { auditCommand } from './commands/audit.js'
import { benchmarkCommand } from './commands/benchmark.js'
import { calibrateCommand } from './commands/calibrate.js'
import { catalogCommand } from './commands/catalog.js'
import { compareCommand } from './commands/compare.js'
import { completionCommand } from './commands/completion.js'
import { converseCommand } from './commands/converse.js'
import { dialectCommand } from './commands/dialect.js'
import { dialogueCommand } from './commands/dialogue.js'
import { doctorCommand } from './commands/doctor.js'
import { driftCommand } from './commands/drift.js'
import { experimentCommand } from './commands/experiment.js'
import { exportCommand } from './commands/export.js'
import { helpCommand } from './commands/help.js'
import { ladderCommand } from './commands/ladder.js'
import { modelsCommand } from './commands/models.js'
import { parametricCommand } from './commands/parametric.js'
import { parseCommand } from './commands/parse.js'
import { probeCommand } from './commands/probe.js'
import { reportCommand } from './commands/report.js'
import { retrieveCommand } from './commands/retrieve.js'
import { runCommand } from './commands/run.js'
import { scoreCommand } from './commands/score.js'
import { serveCommand } from './commands/serve.js'
import { version } from './version.js'

/** Commands in the order of `assay --help`. */
const commands: readonly CliCommand[] = [
  auditCommand([probeCommand, parametricCommand, runCommand, scoreCommand, ladderCommand, converseCommand]),
  catalogCommand,
  benchmarkCommand,
  retrieveCommand,
  runCommand,
  dialogueCommand,
  converseCommand,
  parseCommand,
  scoreCommand,
  compareCommand,
  reportCommand,
  serveCommand,
  probeCommand,
  parametricCommand,
  ladderCommand,
  driftCommand,
  experimentCommand,
  dialectCommand,
  exportCommand,
  modelsCommand,
  annotateCommand,
  agreementCommand,
  calibrateCommand,
  doctorCommand,
  completionCommand,
  helpCommand,
]

/** The whole command line, without running anything. */
export function buildProgram(context: CliContext): Command {
  const program = new Command('assay')
    .description('Proves whether a language model truly knows, retrieves and calls its tools.')
    .version(version, '-V, --version')
    .showSuggestionAfterError(true)
    .showHelpAfterError('(add --help to a command to see its flags; assay --help lists commands)')
    .exitOverride()
    .configureOutput({ writeOut: context.print, writeErr: (text) => context.complain(printableLines(text)) })
    .addHelpText('after', EXAMPLES)
  for (const command of commands) command.register(program, context)
  return program
}

const EXAMPLES = `
Examples:
  assay audit --quickstart                                  # two MCP servers, sixty items, no key
  assay catalog import "mcp:npx -y my-server" -o catalog.jsonl
  assay catalog lint openapi.yaml
  assay retrieve --catalog catalog.jsonl --benchmark items.jsonl --retriever bm25
  assay parse --dialect hermes --tools catalog.jsonl outputs.jsonl
  assay score calls --items items.jsonl --outputs outputs.jsonl --dialect hermes
  assay run --items items.jsonl --catalog catalog.jsonl --subject openai:gpt-4o-mini -o runs/first
  assay score runs/first
  assay compare runs/first runs/second
  assay report runs/first runs/second --html report.html
  assay serve                                               # runs while they go on, in a browser
  assay calibrate --only transcripts --only faults          # is the instrument itself sound?
  assay doctor                                              # what is installed, and which servers answer`
