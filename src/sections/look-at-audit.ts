import type { Benchmark } from '../benchmark/item.js'
import { resolveItems } from '../benchmark/resolve.js'
import type { Catalog } from '../catalog/catalog.js'
import type { LoadedCatalog } from '../catalog/import.js'
import type { BenchmarkFacts, CatalogFacts, CatalogMatch, ReportDocument } from '../report/document.js'
import { isJsonObject } from '../text/json.js'
import { runSections } from './audit.js'
import type { AuditHost, OpenedAudit } from './open-audit.js'

const DEFAULT_DEPTHS = [1, 5, 10, 50]
const DEFAULT_RESAMPLES = 10_000

export interface LookRequest {
  /** Version of Assay. */
  readonly assay: string
  /** In ISO 8601. */
  readonly createdAt: string
}

/**
 * Carries out the sections that need nobody to be asked.
 *
 * @throws the signal's reason when it is aborted between two pieces of work.
 */
export async function lookAtAudit(
  { config, sections, loaded, benchmarks, retrievers }: OpenedAudit,
  { assay, createdAt }: LookRequest,
  { clock, notify, signal }: Pick<AuditHost, 'clock' | 'notify' | 'signal'>,
): Promise<ReportDocument> {
  const { catalog } = loaded
  const seed = config.seed ?? 0
  const outcome = await runSections(sections, {
    catalog,
    benchmarks: benchmarks.map(({ benchmark }) => benchmark),
    retrievers,
    seed,
    k: config.k ?? DEFAULT_DEPTHS,
    resamples: config.resamples ?? DEFAULT_RESAMPLES,
    notify,
    pause: async () => {
      await clock.sleep(0, signal)
    },
  })
  return {
    schema: 'assay.report/1',
    assay,
    createdAt,
    seed,
    catalog: catalogFacts(loaded),
    benchmarks: benchmarks.map(({ benchmark, facts }) => ({ ...facts, ...matchOf(benchmark, catalog) })),
    subjects: retrievers.map(({ id, identity }) => ({ id, kind: 'retriever', identity })),
    ...outcome,
  }
}

/** Whether the instrument or the catalog is bad by its own rule. A benchmark that cannot be used is said first and fails nothing here. */
export function isBadReport({ sections }: Pick<ReportDocument, 'sections'>): boolean {
  return sections.some(({ id, verdict }) => verdict === 'bad' && id !== 'benchmark-audit')
}

function catalogFacts({ catalog, sources, notices }: LoadedCatalog): CatalogFacts {
  const services = new Set(catalog.tools.flatMap(({ service }) => service ?? []))
  return {
    sources,
    tools: catalog.tools.length,
    services: services.size,
    fingerprint: catalog.fingerprint,
    notices,
  }
}

/** How a benchmark fits this catalog: made for it or not, and what of its gold is missing. */
function matchOf(benchmark: Benchmark, catalog: Catalog): Pick<BenchmarkFacts, 'catalogMatch' | 'losses'> {
  const { manifest } = benchmark
  const madeFor = isJsonObject(manifest) ? manifest.catalog : undefined
  const catalogMatch: CatalogMatch =
    typeof madeFor !== 'string'
      ? { kind: 'unknown' }
      : madeFor === catalog.fingerprint
        ? { kind: 'same' }
        : { kind: 'changed', madeFor }
  return { catalogMatch, losses: resolveItems(benchmark.items, catalog).losses }
}
