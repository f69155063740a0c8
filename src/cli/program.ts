import { Command } from 'commander'
import { version } from '../adapters/version.js'
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
import { gateCommand } from './commands/gate.js'
import { helpCommand } from './commands/help.js'
import { importCommand } from './commands/import.js'
import { ladderCommand } from './commands/ladder.js'
import { modelsCommand } from './commands/models.js'
import { parametricCommand } from './commands/parametric.js'
import { parseCommand } from './commands/parse.js'
import { probeCommand } from './commands/probe.js'
import { queryCommand } from './commands/query.js'
import { reportCommand } from './commands/report.js'
import { retrieveCommand } from './commands/retrieve.js'
import { runCommand } from './commands/run.js'
import { scoreCommand } from './commands/score.js'
import { serveCommand } from './commands/serve.js'
import { trendCommand } from './commands/trend.js'
import { workerCommand } from './commands/worker.js'
import { type StoreFlags, setStoreFlags } from './host-places.js'

/** Commands in the order of `assay --help`. */
const commands: readonly CliCommand[] = [
  auditCommand([probeCommand, parametricCommand, runCommand, scoreCommand, ladderCommand, converseCommand]),
  catalogCommand,
  benchmarkCommand,
  retrieveCommand,
  runCommand,
  workerCommand,
  dialogueCommand,
  converseCommand,
  parseCommand,
  importCommand,
  scoreCommand,
  compareCommand,
  trendCommand,
  queryCommand,
  gateCommand,
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
    .option(
      '--s3-endpoint <url>',
      "address of an S3-compatible store that is not Amazon's, for s3:// addresses",
    )
    .option(
      '--break-lock',
      'take over a run whose process died on another host: its lock is watched for 45 s first',
    )
    .hook('preAction', (root) => setStoreFlags(root.opts<StoreFlags>(), context.notify))
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
  assay gate runs/second --policy assay.gate.yaml --baseline runs/first
  assay report runs/first runs/second --html report.html
  assay serve                                               # runs while they go on, in a browser
  assay calibrate --only transcripts --only faults          # is the instrument itself sound?
  assay doctor                                              # what is installed, and which servers answer`
