import { type BenchmarkCounts, countItems } from '../../benchmark/facts.js'
import { type Benchmark, tiers } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { type Resolution, resolveItems } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import { countText } from '../../text/number-text.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import { importContextOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { goldText } from './retrieve-table.js'

export interface BenchmarkShowFlags {
  readonly format?: string
  readonly split?: string
  /** Where the answers stand, for formats that keep them apart. */
  readonly answers?: string
  readonly catalog?: readonly string[]
  readonly json?: true
}

export async function runBenchmarkShow(
  source: string,
  flags: BenchmarkShowFlags,
  context: CliContext,
): Promise<void> {
  const opened = await openBenchmark(source, flags, context)
  const { benchmark, match } = opened
  if (!flags.json) {
    context.print(textOfBenchmark(opened))
    return
  }
  const card = {
    schema: 'assay.benchmark-facts/1',
    name: benchmark.name,
    source: benchmark.source,
    fingerprint: benchmark.fingerprint,
    counts: countItems(benchmark.items),
    notices: benchmark.notices,
    ...(match === undefined ? {} : { catalog: catalogFacts(match) }),
  }
  context.print(`${JSON.stringify(card, undefined, 2)}\n`)
}

/** A benchmark, and how its gold fares in a catalog, where one was named. */
export interface OpenedBenchmark {
  readonly benchmark: Benchmark
  readonly match: CatalogMatch | undefined
}

interface CatalogMatch {
  readonly catalog: Catalog
  readonly resolution: Resolution
}

/** Reads what the flags name. */
export async function openBenchmark(
  source: string,
  { format, split, answers, catalog: specs }: BenchmarkShowFlags,
  context: CliContext,
): Promise<OpenedBenchmark> {
  const benchmark = await loadBenchmark(
    source,
    {
      files: context.files,
      notify: context.notify,
      ...(split === undefined ? {} : { split }),
      ...(answers === undefined ? {} : { answers }),
    },
    format === undefined ? {} : { format },
  )
  if (specs === undefined) return { benchmark, match: undefined }
  const { catalog } = await loadCatalog(specs, importContextOf(context))
  return { benchmark, match: { catalog, resolution: resolveItems(benchmark.items, catalog) } }
}

function catalogFacts({ catalog, resolution }: CatalogMatch) {
  return {
    tools: catalog.tools.length,
    fingerprint: catalog.fingerprint,
    gold: { ...resolution.counts, losses: resolution.losses },
  }
}

/** What people read of a benchmark. */
export function textOfBenchmark({ benchmark, match }: OpenedBenchmark): string {
  const { name, source, fingerprint, items, notices = [] } = benchmark
  const rows = [
    ['benchmark', `${name}${source === undefined ? '' : ` (${source.format})`}`],
    ...rowsOfCounts(countItems(items)),
    ['fingerprint', fingerprint],
  ]
  const facts = renderTable({ columns: [{ title: '' }, { title: '' }], rows })
  const said = notices.map(({ what, where }) => `notice: ${printable(what)} (${printable(where)})\n`).join('')
  if (match === undefined) return facts + said
  const gold = goldText(match.resolution)
  const { tools } = match.catalog
  return `${facts}${said}\nIn the catalog of ${countText(tools.length)} tools:\n${gold === '' ? 'All gold is there.\n' : gold}`
}

function rowsOfCounts({
  kinds,
  retrieval,
  answers,
  clusters,
}: BenchmarkCounts): readonly (readonly string[])[] {
  const rows = [
    [
      'items',
      Object.entries(kinds)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', '),
    ],
  ]
  if (retrieval !== undefined) {
    const { needsPerItem, needs, goldTools, needsWithEquals, pools, graded } = retrieval
    const equals = needsWithEquals === 0 ? '' : `, ${needsWithEquals} met by more than one tool`
    rows.push(
      ['tiers', tiers.map((tier) => `${retrieval.tiers[tier]} ${tier}`).join(', ')],
      ['needs', `${needs} on ${goldTools} tools${equals}`],
      ['needs per item', needsPerItem.map((bin) => `${bin.needs}: ${bin.items}`).join(', ')],
      ['pools', pools === 0 ? 'none' : `${pools} items`],
    )
    if (graded > 0) rows.push(['graded', `${graded} items`])
  }
  if (answers !== undefined) rows.push(['answers', `${answers.yes} yes, ${answers.no} no`])
  rows.push([
    'clusters',
    clusters === undefined
      ? 'none named'
      : `${clusters.named}, as good as ${clusters.effective.toFixed(1)} of equal size; largest ${JSON.stringify(clusters.largest.name)} with ${clusters.largest.items} items`,
  ])
  return rows
}
