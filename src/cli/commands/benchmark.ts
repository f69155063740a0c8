import { type Command, InvalidArgumentError, Option } from 'commander'
import type { PrintedMean } from '../../stats/grim.js'
import { CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand, CliContext } from '../command.js'
import { repeated, resamples, wholeFrom } from '../options.js'
import { registerGenerate } from './benchmark-generate.js'

/** `assay benchmark audit|import|show|generate|card`. */
export const benchmarkCommand: CliCommand = {
  register(program, context) {
    const command = program
      .command('benchmark')
      .description('read benchmarks of any known format, look at them, audit them, make new ones')
      .addHelpText(
        'after',
        `
Examples:
  assay benchmark audit items.jsonl --catalog catalog.jsonl
  assay benchmark show items.jsonl --catalog catalog.jsonl
  assay benchmark import rrb.jsonl -o benchmarks/rrb
  assay benchmark generate mcq --catalog catalog.jsonl -o benchmarks/mcq
  assay benchmark card benchmarks/mcq --catalog catalog.jsonl`,
      )
    registerAudit(command, context)
    registerImport(command, context)
    registerShow(command, context)
    registerGenerate(command, context)
    registerCard(command, context)
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
  t1             T1's dialogues: CSV with ID, Filled_Template and Filled_Plan, one file or the hub's folders
  api-bank       API-Bank dialogues with their recorded results, one file or the folder
  tau2           tau2-bench tasks as goal cards: tasks.json, or the folder of a domain
  toolbench      a retrieval folder of ToolBench or ToolGen: <split>.query.txt, qrels.<split>.tsv, corpus.tsv
  trec           TREC judgements and topics: a folder with one of each, or trec:QRELS,TOPICS
  inspect        what logs of inspect_ai asked, .eval or .json; of this and of the logs below see assay import
  otel           what OpenTelemetry traces asked: OTLP in JSON, or a span a line
  promptfoo      tests of promptfooconfig.yaml or .json; asserts that name a tool are gold
  promptfoo-results  the same out of output.json of promptfoo eval -o
  requests       what logs of requests asked: {request, response} a line, and their like
  batch-requests  the requests of a batch: custom_id with body or params`

/** Flags of all three commands. */
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

function registerAudit(benchmark: Command, context: CliContext): void {
  const command = benchmark
    .command('audit')
    .description('whether a benchmark can be believed: what null models score, its gold, leaks and size')
    .argument('<source>', BENCHMARK_SPECS)
  addReadFlags(command)
    .option('--train <file>', 'training data that the questions must not stand in: JSONL, or a text a line')
    .option(
      '--published <mean:n[:steps]>',
      'a published mean, as printed, over n items of so many steps (default 1): can it be? Repeatable',
      (value: string, earlier: readonly PrintedMean[] = []) => [...earlier, printedMean(value)],
    )
    .option('--seed <n>', 'seed of every random draw', wholeFrom(0), 0)
    .option('--resamples <n>', 'resamples of each bootstrap; default 10000', resamples)
    .addOption(
      new Option('--fail-on <verdict>', 'exit 1 when the verdict is as bad as this').choices([
        'usable-with-care',
        'not-usable',
      ]),
    )
    .option('-o, --output <file>', 'write the JSON here, too')
    .addHelpText(
      'after',
      `${FORMATS}

Gold and leaks are looked at in the catalog; ToolSense items bring their own where none is named.

Examples:
  assay benchmark audit rrb.jsonl --catalog catalog.jsonl
  assay benchmark audit mcq.jsonl --json -o audit.json
  assay benchmark audit items.jsonl --train train.jsonl --published 0.029:100 --published 48.4:496`,
    )
    .action(async (source: string, flags: AuditFlags) => {
      const { runBenchmarkAudit } = await import('./benchmark-audit.js')
      await runBenchmarkAudit(source, flags, context)
    })
}

/** `0.029:100`, `48.4:496`, `22.6:100:5`; a mean above 1 is percent. */
function printedMean(value: string): PrintedMean {
  const [, printed = '', n = '', steps = '1'] =
    /^(\d{1,9}(?:\.\d{1,9})?):(\d{1,9})(?::(\d{1,9}))?$/.exec(value) ?? []
  const mean = { printed, n: Number(n), stepsPerItem: Number(steps), top: Number(printed) > 1 ? 100 : 1 }
  if (printed !== '' && mean.n > 0 && mean.stepsPerItem > 0 && Number(printed) <= mean.top) return mean
  throw new InvalidArgumentError(
    'Give a mean as printed, a colon and the number of items, e.g. 0.029:100 or 48.4:496.',
  )
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

function registerCard(benchmark: Command, context: CliContext): void {
  benchmark
    .command('card')
    .description("complete a benchmark's data card: null models, the audit's verdict, and what people said")
    .argument('<folder>', 'a benchmark that was generated or imported: items.jsonl and benchmark.json')
    .option(
      '--catalog <source>',
      `the tools that the items are about (${CATALOG_SPECS}); repeatable`,
      repeated,
    )
    .option('--annotations <folder>', 'answers of `assay annotate` (default: annotations/ beside the items)')
    .option('--seed <n>', 'seed of every random draw', wholeFrom(0), 0)
    .option('--json', 'print the data card and nothing else')
    .option('--quiet', 'no progress on stderr')
    .addHelpText(
      'after',
      `
Examples:
  assay benchmark card benchmarks/mcq --catalog catalog.jsonl
  assay benchmark card benchmarks/support --catalog catalog.jsonl --annotations annotations --json`,
    )
    .action(async (folder: string, flags: CardFlags) => {
      const { runBenchmarkCard } = await import('./benchmark-card.js')
      await runBenchmarkCard(folder, flags, context)
    })
}

type CardFlags = import('./benchmark-card.js').BenchmarkCardFlags
type AuditFlags = import('./benchmark-audit.js').BenchmarkAuditFlags
type ImportFlags = import('./benchmark-import.js').BenchmarkImportFlags
type ShowFlags = import('./benchmark-show.js').BenchmarkShowFlags
