import type { Benchmark } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { type Resolution, resolveItems } from '../../benchmark/resolve.js'
import { loadCatalog } from '../../catalog/import.js'
import { InputError } from '../../errors.js'
import type { Retriever } from '../../retrieval/retriever.js'
import { scoreRetrieval } from '../../score/score-retrieval.js'
import { type CatalogFlags, importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { guardOutput } from '../output-guard.js'
import { openNamedRetriever } from '../retriever-opening.js'
import { type RetrievalOutcome, textOfRetrieval } from './retrieve-table.js'

export interface RetrieveFlags extends CatalogFlags {
  readonly catalog: readonly string[]
  readonly benchmark: string
  readonly retriever?: readonly string[]
  readonly k: readonly number[]
  readonly pool?: true
  readonly partial?: true
  readonly split?: string
  readonly benchmarkFormat?: string
  readonly seed: number
  readonly resamples: number
  readonly cache?: string
  readonly output?: string
  readonly json?: true
}

/**
 * @throws {InputError} `no-retrieval-items`, `gold-missing`, and what reading and ranking throw; nothing is printed or
 * written by then.
 */
export async function runRetrieve(flags: RetrieveFlags, context: CliContext): Promise<void> {
  const { seed, resamples, k: ks } = flags
  guardOutput(flags.output, [...flags.catalog, flags.benchmark])
  // A wrong word is said before a catalog of 125,000 tools is read.
  const retrievers = await openRetrievers(flags, context)
  const benchmark = await loadBenchmark(
    flags.benchmark,
    {
      files: context.files,
      notify: context.notify,
      ...(flags.split === undefined ? {} : { split: flags.split }),
    },
    flags.benchmarkFormat === undefined ? {} : { format: flags.benchmarkFormat },
  )
  checkKinds(benchmark, flags)
  const { catalog } = await loadCatalog(flags.catalog, importContextOf(context), importOptionsOf(flags))
  const resolution = resolveItems(benchmark.items, catalog)
  checkGold(resolution, flags)
  const outcomes: RetrievalOutcome[] = []
  for (const retriever of retrievers) {
    const scores = await scoreRetrieval({
      retriever,
      catalog,
      items: resolution.items,
      ks,
      pool: flags.pool === true,
      partial: flags.partial === true,
      seed,
      resamples,
      notify: context.notify,
      pause: () => context.clock.sleep(0, context.signal),
    })
    outcomes.push({ ...scores, retriever, benchmark, catalog, resolution, seed, resamples })
  }
  const documents = outcomes.map(documentOf)
  const json = `${JSON.stringify(documents.length === 1 ? documents[0] : documents, undefined, 2)}\n`
  if (flags.output !== undefined) {
    await context.files.write(flags.output, [json])
    context.notify(`Written: ${flags.output}`)
  }
  context.print(flags.json ? json : outcomes.map((outcome) => textOfRetrieval(outcome, ks)).join('\n'))
}

async function openRetrievers(flags: RetrieveFlags, context: CliContext): Promise<readonly Retriever[]> {
  const retrievers: Retriever[] = []
  for (const spec of flags.retriever ?? ['bm25']) {
    retrievers.push(await openNamedRetriever(spec, flags, context))
  }
  return retrievers
}

function checkKinds({ items }: Benchmark, { benchmark }: RetrieveFlags): void {
  if (items.some(({ kind }) => kind === 'retrieval')) return
  throw new InputError({
    code: 'no-retrieval-items',
    what: `None of the ${items.length} items is a retrieval item, with a query and gold tools.`,
    where: benchmark,
    fix: 'Name a retrieval benchmark; `assay benchmark show` says what a benchmark holds.',
  })
}

function checkGold({ items, counts, losses }: Resolution, { benchmark }: RetrieveFlags): void {
  if (items.length > 0) return
  const [example = ''] = losses[0]?.names ?? []
  throw new InputError({
    code: 'gold-missing',
    what: `The catalog has none of the gold tools of the ${counts.items} items, e.g. not ${JSON.stringify(example)}.`,
    where: benchmark,
    fix: 'Name the catalog that the benchmark was made for, or give its tools the names as aliases.',
  })
}

/** The scores as `--json` and `-o` give them. */
function documentOf(outcome: RetrievalOutcome) {
  const { retriever, benchmark, catalog, resolution, seed, resamples, scores, uncovered } = outcome
  return {
    schema: 'assay.scores/1',
    subject: retriever.id,
    benchmark: benchmark.name,
    scores,
    details: {
      retriever: retriever.identity,
      benchmark: {
        ...benchmark.source,
        fingerprint: benchmark.fingerprint,
        notices: benchmark.notices ?? [],
      },
      catalog: { tools: catalog.tools.length, fingerprint: catalog.fingerprint },
      gold: { ...resolution.counts, losses: resolution.losses },
      otherKinds: resolution.otherKinds,
      uncovered,
      seed,
      resamples,
    },
  }
}
