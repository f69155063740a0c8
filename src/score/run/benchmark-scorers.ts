import { callTaskOf, OfferShelf } from '../../benchmark/call-item.js'
import type { Benchmark, CallItem, Item, McqItem, QaItem, RetrievalItem } from '../../benchmark/item.js'
import { resolveItems } from '../../benchmark/resolve.js'
import type { Catalog } from '../../catalog/catalog.js'
import { InputError } from '../../errors.js'
import type { Rotations } from '../../run/plan.js'
import { isJsonArray } from '../../text/json.js'
import type { OutputReaderOptions } from '../calls/read-output.js'
import type { ProbeReading } from '../choice/probe-groups.js'
import { McqScorer } from '../mcq/score-mcq.js'
import { QaScorer } from '../qa/score-qa.js'
import { CallSampleScorer } from './call-samples.js'
import type { BenchmarkScorer } from './score-run.js'
import { SelectionScorer } from './selection-samples.js'

export interface ScorerOptions extends OutputReaderOptions {
  /** Where tools are looked up that items only name. */
  readonly catalog?: Catalog
  /** Depths at which selections are scored. */
  readonly ks: readonly number[]
  /** How a run of `assay probe` showed its tools. */
  readonly probe?: ProbeReading
  /** In how many rotations MCQ items were asked, where the run says so. */
  readonly rotations?: Rotations
}

/** Whether items can only be scored with a catalog: rankings are of its tools, and call items may only name theirs. */
export function needsCatalog(items: readonly Item[]): boolean {
  return items.some(
    (item) =>
      item.kind === 'retrieval' ||
      (item.kind === 'call' &&
        isJsonArray(item.json.tools) &&
        item.json.tools.some((tool) => typeof tool === 'string')),
  )
}

/**
 * A scorer for each kind of item that a benchmark holds and a run can ask. Retrieval items whose gold the catalog lacks
 * are left out, as everywhere.
 *
 * @throws {InputError} `item-invalid`, `catalog-missing`.
 */
export function benchmarkScorers(
  { items, name }: Benchmark,
  options: ScorerOptions,
): readonly BenchmarkScorer[] {
  const { catalog, ks } = options
  const scorers: BenchmarkScorer[] = []
  const calls = items.filter((item): item is CallItem => item.kind === 'call')
  if (calls.length > 0) {
    const shelf = new OfferShelf()
    const tasks = calls.map((item) => callTaskOf(item, { catalog, shelf, mayLackGold: true }))
    scorers.push({ scorer: new CallSampleScorer(tasks, options), ids: idsOf(calls) })
  }
  const mcq = items.filter((item): item is McqItem => item.kind === 'mcq')
  if (mcq.length > 0) scorers.push({ scorer: new McqScorer(mcq, options), ids: idsOf(mcq) })
  const qa = items.filter((item): item is QaItem => item.kind === 'qa')
  if (qa.length > 0) scorers.push({ scorer: new QaScorer(qa, options.probe), ids: idsOf(qa) })
  const retrieval = items.filter((item): item is RetrievalItem => item.kind === 'retrieval')
  if (retrieval.length > 0) {
    if (catalog === undefined) throw catalogMissing(name)
    const resolved = resolveItems(retrieval, catalog).items
    scorers.push({
      scorer: new SelectionScorer(resolved, { catalog, ks }),
      ids: resolved.map(({ item }) => item.id),
    })
  }
  return scorers
}

function idsOf(items: readonly Item[]): readonly string[] {
  return items.map(({ id }) => id)
}

function catalogMissing(where: string): InputError {
  return new InputError({
    code: 'catalog-missing',
    what: 'Retrieval items are scored against the tools of a catalog, and none is named.',
    where,
    fix: 'Name the catalog of the run with --catalog.',
  })
}
