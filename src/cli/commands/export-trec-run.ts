import type { Item, RetrievalItem } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import { InputError } from '../../errors.js'
import {
  hasSpace,
  type RankedTools,
  trecJudgementLines,
  trecRunLines,
  trecTag,
} from '../../export/trec/trec-lines.js'
import { lastSamples } from '../../run/last-samples.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { spokenText } from '../../score/choice/spoken-text.js'
import { readSelection } from '../../score/run/selection-reading.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import type { CatalogFlags } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { type ExportFlags, openStoredRun } from '../export-opening.js'
import { guardOutputs } from '../output-guard.js'
import { catalogOf } from './score-run-run.js'

export interface ExportTrecFlags extends ExportFlags, CatalogFlags {
  readonly output: string
  readonly qrels?: string
  readonly tag?: string
  readonly trial: number
  readonly variant?: string
  readonly lenient?: true
  readonly catalog?: readonly string[]
}

/**
 * @throws {InputError} `queries-missing`, `variant-unnamed`, `samples-missing`, and what opening a run and reading samples
 * throw; nothing is written by then.
 */
export async function runExportTrec(
  folder: string,
  flags: ExportTrecFlags,
  context: CliContext,
): Promise<void> {
  const { files, notify, print } = context
  guardOutputs(
    [flags.output, flags.qrels],
    ['run.json', 'samples.jsonl', 'scores.json'].map((name) => files.join(folder, name)),
  )
  const { run, stored, benchmark, samplesPath } = await openStoredRun(folder, flags, context)
  const queries = new Map(benchmark.items.filter(isQuery).map((item) => [item.id, item]))
  if (queries.size === 0) throw noQueries(stored.path)
  const catalog = await catalogOf(run, { benchmarks: [benchmark], flags, context })
  if (catalog === undefined) throw new TypeError('Retrieval items need a catalog.')
  const torn = ({ where }: { readonly where: string }): void =>
    notify(`${where}: a part of a line, as a crash leaves it; passed over`)
  const wanted: StoredSample[] = []
  for await (const sample of lastSamples(samplesPath, files, torn)) {
    context.signal.throwIfAborted()
    const isOurs =
      sample.benchmark === stored.name && sample.trial === flags.trial && queries.has(sample.item)
    if (isOurs && (flags.variant === undefined || sample.variant === flags.variant)) wanted.push(sample)
  }
  refuseMixed(wanted, folder)
  const ranked = wanted.map((sample) => rankedOf(sample, { catalog, isLenient: flags.lenient === true }))
  const tag = trecTag(flags.tag ?? run.id)
  await files.write(flags.output, linesOf(ranked, tag))
  notify(`Written: ${flags.output}`)
  if (flags.qrels !== undefined) {
    await files.write(flags.qrels, judgementsOf([...queries.values()]))
    notify(`Written: ${flags.qrels}`)
  }
  tell(ranked, queries, context)
  const named = ranked.filter(({ tools }) => tools.length > 0).length
  print(`${countText(named)} of ${countText(queries.size)} queries have a ranking.\n`)
}

function isQuery(item: Item): item is RetrievalItem {
  return item.kind === 'retrieval'
}

function rankedOf(
  { item, output }: StoredSample,
  { catalog, isLenient }: { readonly catalog: Catalog; readonly isLenient: boolean },
): RankedTools {
  const spoken = output === undefined ? undefined : spokenText(output)
  const reading = readSelection(spoken?.kind === 'text' ? spoken.text : '', catalog)
  return { query: item, tools: (isLenient ? reading.lenient : reading.strict).names }
}

function* linesOf(ranked: readonly RankedTools[], tag: string): Generator<string> {
  for (const one of ranked) yield* trecRunLines(one, tag)
}

function* judgementsOf(queries: readonly RetrievalItem[]): Generator<string> {
  for (const one of queries) yield* trecJudgementLines(one)
}

/** A TREC run has one ranking a query. @throws {InputError} `variant-unnamed`, `samples-missing`. */
function refuseMixed(samples: readonly StoredSample[], folder: string): void {
  const variants = [...new Set(samples.map(({ variant }) => variant))]
  if (variants.length > 1) {
    throw new InputError({
      code: 'variant-unnamed',
      what: `The queries were asked in ${variants.length} variants, and a TREC run has one ranking a query.`,
      where: folder,
      fix: `Name one with --variant: ${variants.map((one) => printable(one ?? '(none)', { maxLength: 60 })).join(', ')}.`,
    })
  }
  if (samples.length > 0) return
  throw new InputError({
    code: 'samples-missing',
    what: 'The run holds no sample of these queries in this trial and variant.',
    where: folder,
    fix: 'Name another --trial or --variant, or finish the run (assay run --resume).',
  })
}

function noQueries(path: string): InputError {
  return new InputError({
    code: 'queries-missing',
    what: 'The benchmark holds no retrieval items, so there is nothing to rank.',
    where: path,
    fix: 'Name a run, or with --benchmark a benchmark, of retrieval items.',
  })
}

function tell(
  ranked: readonly RankedTools[],
  queries: ReadonlyMap<string, RetrievalItem>,
  { notify }: CliContext,
): void {
  const spaced = [...ranked.flatMap(({ query, tools }) => [query, ...tools])].find(hasSpace)
  if (spaced !== undefined) {
    notify(
      `names with white space, such as ${printable(spaced, { maxLength: 60 })}: programs that cut columns at spaces instead of tabs read them wrong`,
    )
  }
  const equals = [...queries.values()].filter(({ gold }) => gold.some((need) => need.length > 1)).length
  if (equals > 0) {
    notify(
      `${equals} queries have tools that are equals of each other: their recall in TREC counts tools, in Assay needs`,
    )
  }
}
