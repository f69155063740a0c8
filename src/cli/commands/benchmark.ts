import type { Command } from 'commander'
import { CATALOG_SPECS } from '../catalog-flags.js'
import type { CliCommand, CliContext } from '../command.js'
import { repeated } from '../options.js'

/** `assay benchmark import|show`. */
export const benchmarkCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('benchmark')
      .description('read benchmarks of any known format, look at them')
      .addHelpText(
        'after',
        `
Examples:
  assay benchmark show items.jsonl --catalog catalog.jsonl
  assay benchmark import rrb.jsonl -o benchmarks/rrb`,
      )
    registerImport(command, context)
    registerShow(command, context)
  },
}

const BENCHMARK_SPECS = 'file, folder, or trec:QRELS,TOPICS; the format is detected'

const FORMATS = `
Formats, detected or named with --format:
  assay          Assay's own folder: items.jsonl, with or without benchmark.json
  assay-items    Assay's items: JSONL with id and kind (retrieval, mcq, qa, call, dialogue)
  toolsense-rrb  ToolSense's retrieval benchmark: query, tool, analyzed_tools, complexity
  toolsense-mcq  ToolSense's multiple-choice probes
  toolsense-qa   ToolSense's yes/no probes
  bfcl           BFCL v4: BFCL_v4_*.json, one file or the folder, with answers in possible_answer/ or by --answers
  toolbench      a retrieval folder of ToolBench or ToolGen: <split>.query.txt, qrels.<split>.tsv, corpus.tsv
  trec           TREC judgements and topics: a folder with one of each, or trec:QRELS,TOPICS`

/** Flags of both commands. */
function addReadFlags(command: Command): Command {
  return command
    .option('--format <format>', 'read with this format instead of detecting it')
    .option('--split <name>', 'which of several sets of queries in the input')
    .option(
      '--answers <path>',
      'BFCL answers, a file or a folder; possible_answer/ beside the questions by default',
    )
    .option('--catalog <source>', `say what of the gold it has (${CATALOG_SPECS}); repeatable`, repeated)
    .option('--json', 'print JSON and nothing else')
    .option('--quiet', 'no progress on stderr')
}

function registerImport(benchmark: Command, context: CliContext): void {
  const command = benchmark
    .command('import')
    .description("write a benchmark as Assay's own folder: items.jsonl and its data card, benchmark.json")
    .argument('<source>', BENCHMARK_SPECS)
    .requiredOption('-o, --output <folder>', 'where the folder is written')
  addReadFlags(command)
    .addHelpText(
      'after',
      `${FORMATS}

With --catalog the data card names its fingerprint, so that a later change of the catalog is noticed.

Examples:
  assay benchmark import rrb.jsonl -o benchmarks/rrb
  assay benchmark import retrieval/G1 --split test -o benchmarks/g1
  assay benchmark import BFCL_v4_parallel.json --answers possible_answer -o benchmarks/bfcl-parallel
  assay benchmark import trec:qrels.txt,topics.tsv -o benchmarks/support --catalog catalog.jsonl`,
    )
    .action(async (source: string, flags: ImportFlags) => {
      const { runBenchmarkImport } = await import('./benchmark-import.js')
      await runBenchmarkImport(source, flags, context)
    })
}

function registerShow(benchmark: Command, context: CliContext): void {
  const command = benchmark
    .command('show')
    .description('say what a benchmark holds')
    .argument('<source>', BENCHMARK_SPECS)
  addReadFlags(command)
    .addHelpText(
      'after',
      `${FORMATS}

Examples:
  assay benchmark show rrb.jsonl
  assay benchmark show bfcl/
  assay benchmark show benchmarks/rrb --catalog catalog.jsonl --json`,
    )
    .action(async (source: string, flags: ShowFlags) => {
      const { runBenchmarkShow } = await import('./benchmark-show.js')
      await runBenchmarkShow(source, flags, context)
    })
}

type ImportFlags = import('./benchmark-import.js').BenchmarkImportFlags
type ShowFlags = import('./benchmark-show.js').BenchmarkShowFlags
