import { type Command, InvalidArgumentError } from 'commander'
import type { Benchmark, Item } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import type { Shortlist } from '../../run/plan.js'
import type { TokenPrice } from '../../subject/subject.js'
import { type CatalogFlags, importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { flagsClash } from '../flags-clash.js'
import { numberUpTo, seconds, shortlist, tokenPrice, wholeFrom } from '../options.js'

/** Flags of every experiment. */
export interface ExperimentFlags extends CatalogFlags {
  readonly benchmark?: string
  readonly benchmarkFormat?: string
  readonly split?: string
  readonly retriever?: string
  readonly subject?: string
  readonly trials?: number
  readonly seed: number
  readonly output?: string
  readonly json?: true
  readonly quiet?: true
  /** A folder for vectors of dense retrievers. */
  readonly vectors?: string
  readonly folder?: string
  readonly resume?: string
  readonly config?: string
  readonly concurrency: number
  readonly maxTokensOut?: number
  readonly temperature?: number
  readonly topP?: number
  readonly shortlist?: Shortlist
  readonly dialect?: string
  readonly key?: string
  readonly price?: TokenPrice
  readonly maxCost?: number
  readonly maxTokens?: number
  readonly answerTimeout: number
  readonly cache?: string | boolean
  readonly trialRequests?: boolean
  readonly askAnyway?: true
}

/** Adds the flags that say whom to ask, and how. */
export function addSubjectFlags(command: Command): Command {
  return command
    .option('--retriever <spec>', 'what ranks, e.g. bm25, dense:compatible:<url>#<model> (default: bm25)')
    .option(
      '--subject <spec>',
      'a model instead: call items as they are, retrieval items by tools that are shown',
    )
    .option('--trials <number>', 'how often a model is asked each item', wholeFrom(1, 1000))
    .option(
      '--shortlist <which>',
      'tools that a model is shown for retrieval: all, pool, or how many by BM25',
      shortlist,
    )
    .option('--config <file>', 'config with options of subjects')
    .option('--dialect <id>', 'dialect in which the model writes calls')
    .option('--concurrency <number>', 'requests at once, at most', wholeFrom(1, 4096), 32)
    .option('--max-tokens-out <number>', 'longest answer in tokens (default: 512)', wholeFrom(1))
    .option('--temperature <number>', '0 is greedy wherever the model can be (default: 0)', numberUpTo(10))
    .option('--top-p <number>', 'share of probability that is drawn from', numberUpTo(1))
    .option('--key <variable>', 'environment variable that holds the key')
    .option(
      '--price <input,output[,cached]>',
      'price of a million tokens, for cost and --max-cost',
      tokenPrice,
    )
    .option(
      '--max-cost <amount>',
      'stop before all runs together have cost more',
      numberUpTo(Number.MAX_VALUE),
    )
    .option('--max-tokens <number>', 'stop before all runs together have used more tokens', wholeFrom(1))
    .option('--answer-timeout <seconds>', 'longest wait for one answer', seconds, 120)
    .option('--cache <folder>', 'where answers are kept for other runs (default: .cache/assay/responses)')
    .option('--no-cache', 'neither look up nor keep answers there')
    .option('--vectors <folder>', 'where vectors of dense retrievers are kept (default: .cache/assay)')
    .option('--no-trial-requests', 'skip the requests by which a model is looked at first')
    .option('--ask-anyway', 'ask although something is wrong with the instrument')
    .option('--folder <folder>', 'where the runs of a model are kept (default: a new one in experiments/)')
    .option('--resume <folder>', 'go on with runs that were interrupted; the other flags as before')
    .option('--benchmark-format <format>', 'read the benchmark with this format instead of detecting it')
    .option('--split <name>', 'which of several sets of queries in the benchmark')
}

/** A proportion above 0, up to 1. */
export function marginShare(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value <= 1) return value
  throw new InvalidArgumentError('Give a proportion above 0 and up to 1, such as 0.03 for three points.')
}

/** @throws {InputError} `flags-clash`. */
export function checkSubjectFlags({
  retriever,
  subject,
  trials,
  folder,
  resume,
  shortlist,
}: ExperimentFlags): void {
  if (retriever !== undefined && subject !== undefined) {
    throw flagsClash(
      '--subject',
      'One experiment examines one subject.',
      'Leave out --retriever or --subject.',
    )
  }
  if (subject !== undefined) {
    if (folder === undefined || resume === undefined) return
    throw flagsClash('--folder', 'Runs that are resumed stay in their folder.', 'Leave out --folder.')
  }
  const given = { '--trials': trials, '--folder': folder, '--resume': resume, '--shortlist': shortlist }
  const stray = Object.entries(given).find(([, value]) => value !== undefined)
  if (stray === undefined) return
  throw flagsClash(
    stray[0],
    'A retriever answers the same every time, at once, over the whole catalog.',
    'Leave it out, or name a model with --subject.',
  )
}

/** One catalog of an experiment. */
export async function loadSide(spec: string, flags: CatalogFlags, context: CliContext): Promise<Catalog> {
  const { catalog } = await loadCatalog([spec], importContextOf(context), importOptionsOf(flags))
  return catalog
}

export function loadItems(path: string, flags: ExperimentFlags, context: CliContext): Promise<Benchmark> {
  return loadBenchmark(
    path,
    {
      files: context.files,
      notify: context.notify,
      ...(flags.split === undefined ? {} : { split: flags.split }),
    },
    flags.benchmarkFormat === undefined ? {} : { format: flags.benchmarkFormat },
  )
}

/** Items that the subject can be asked: a retriever answers no calls. */
export function askable(items: readonly Item[], { subject }: ExperimentFlags): readonly Item[] {
  return subject === undefined ? items.filter(({ kind }) => kind === 'retrieval') : items
}
