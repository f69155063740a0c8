import { annotatorOrder, stratifiedSample } from '../../annotation/annotation-plan.js'
import { type AnnotationUnit, annotationUnits } from '../../annotation/annotation-unit.js'
import type { Benchmark, Item } from '../../benchmark/item.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import { bm25 } from '../../retrieval/retrievers/bm25.js'
import { importContextOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'

/** Tools that stand beside the gold of an item without a pool. */
const NEAREST = 10

export interface UnitsRequest {
  readonly benchmark: Benchmark
  /** Specs of the catalog. */
  readonly catalog: readonly string[] | undefined
  readonly seed: number
  readonly stratified?: number | undefined
  /** Whose order the items stand in; that of the benchmark by default. */
  readonly annotator?: string
}

/** What annotators are asked, and the items it was made from. */
export async function unitsOf(
  request: UnitsRequest,
  context: CliContext,
): Promise<readonly AnnotationUnit[]> {
  const { benchmark, seed, stratified, annotator } = request
  const catalog =
    request.catalog === undefined
      ? undefined
      : (await loadCatalog(request.catalog, importContextOf(context))).catalog
  const { items } = benchmark
  const sample = stratified === undefined ? items : stratifiedSample({ items, size: stratified, seed })
  const ordered = annotator === undefined ? sample : annotatorOrder(sample, { annotator, seed })
  const near = catalog === undefined ? undefined : await nearestTools(sample, catalog)
  return ordered.flatMap((item) =>
    annotationUnits(item, {
      catalog,
      seed,
      ...(near === undefined ? {} : { rank: (query) => near.get(query) ?? [] }),
    }),
  )
}

/** By query, for the items without a pool. */
async function nearestTools(
  items: readonly Item[],
  catalog: Catalog,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const queries = items.flatMap((item) =>
    item.kind === 'retrieval' && item.pool === undefined ? [item.query] : [],
  )
  if (queries.length === 0) return new Map()
  const index = await bm25().index(catalog)
  const rankings = await index.rank(queries.map((query) => ({ query, k: NEAREST })))
  return new Map(
    queries.map((query, at) => [query, (rankings[at] ?? []).slice(0, NEAREST).map(({ name }) => name)]),
  )
}
