import { agentsWithoutModel } from '../agent/agents/agents-without-model.js'
import { countItems } from '../benchmark/facts.js'
import type { Benchmark } from '../benchmark/item.js'
import { loadBenchmark } from '../benchmark/load.js'
import type { Catalog } from '../catalog/catalog.js'
import { type LoadedCatalog, loadCatalog } from '../catalog/import.js'
import type { ImportContext } from '../catalog/read-records.js'
import type { Clock, Files, Notify } from '../ports.js'
import type { BenchmarkFacts } from '../report/document.js'
import type { RetrieverContext } from '../retrieval/kind.js'
import { isRetrieverSpec, openRetriever } from '../retrieval/open.js'
import type { Retriever } from '../retrieval/retriever.js'
import { chooseSections } from './audit.js'
import type { AskConfig, AuditConfig } from './config.js'
import { factsBenchmark, isFactsSpec } from './facts-benchmark.js'
import { sections as knownSections } from './index.js'
import type { Section } from './section.js'

/** What an audit reads from outside; each list of the config knows from which folder its relative paths start. */
export interface AuditHost {
  readonly catalogs: ImportContext
  readonly benchmarks: Files
  readonly retrievers: Omit<RetrieverContext, 'open' | 'kindIds' | 'seed'>
  readonly clock: Clock
  readonly notify: Notify
  readonly signal: AbortSignal
  /** Whether a spec that names no retriever names a model. */
  readonly isModel: (spec: string) => boolean
  /** Ids of sections that ask subjects, which whoever opens the audit carries out. */
  readonly askedSections: readonly string[]
}

/** A model, or an agent without one, which is asked rather than looked at. */
export interface AskedSubject {
  readonly spec: string
  readonly label?: string
  readonly ask?: AskConfig
  /** The one section that it can be asked in: agents without a model play dialogues alone. */
  readonly only?: string
}

export interface OpenedBenchmark {
  readonly benchmark: Benchmark
  readonly facts: Omit<BenchmarkFacts, 'catalogMatch' | 'losses'>
}

/** Everything that a config names, read and ready. */
export interface OpenedAudit {
  readonly config: AuditConfig
  /** Those that need nobody to be asked. */
  readonly sections: readonly Section[]
  readonly loaded: LoadedCatalog
  readonly benchmarks: readonly OpenedBenchmark[]
  readonly retrievers: readonly Retriever[]
  readonly models: readonly AskedSubject[]
}

/**
 * Reads what a config names. A wrong word is said before a server is started.
 *
 * @throws {InputError} `section-unknown`, `retriever-unknown`, and what reading catalogs and benchmarks throws.
 */
export async function openAudit(config: AuditConfig, host: AuditHost): Promise<OpenedAudit> {
  const sections = chooseSections(
    config.sections?.filter((id) => !host.askedSections.includes(id)),
    knownSections,
    host.askedSections,
  )
  const subjects = await openSubjects(config, host)
  const loaded = await loadCatalog(
    config.catalog,
    host.catalogs,
    config.onDuplicate === undefined ? {} : { onDuplicate: config.onDuplicate },
  )
  const benchmarks = await loadBenchmarks(config, loaded.catalog, host)
  return { config, sections, loaded, benchmarks, ...subjects }
}

async function loadBenchmarks(
  { benchmarks = [], seed = 0 }: AuditConfig,
  catalog: Catalog,
  { benchmarks: files, notify, clock }: AuditHost,
): Promise<readonly OpenedBenchmark[]> {
  const opened: OpenedBenchmark[] = []
  for (const path of benchmarks) {
    const notices: { readonly code: string; readonly what: string; readonly where: string }[] = []
    const benchmark = isFactsSpec(path)
      ? await factsBenchmark(path, { catalog, seed, pause: () => clock.sleep(0) })
      : await loadBenchmark(path, { files, notify, notice: (notice) => notices.push(notice) })
    const { name, items, fingerprint } = benchmark
    opened.push({ benchmark, facts: { name, path, fingerprint, counts: countItems(items), notices } })
  }
  return opened
}

/** Retrievers, ready to rank, and models, which somebody else will open. */
async function openSubjects(
  { subjects = [], seed = 0 }: AuditConfig,
  { isModel, retrievers: context }: AuditHost,
): Promise<Pick<OpenedAudit, 'retrievers' | 'models'>> {
  const retrievers: Retriever[] = []
  const models: AskedSubject[] = []
  for (const entry of subjects) {
    const subject = typeof entry === 'string' ? { spec: entry } : entry
    const { spec } = subject
    if (agentsWithoutModel.some((agent) => agent === spec)) {
      models.push({ spec, only: 'dialogues' })
      continue
    }
    if (!isRetrieverSpec(spec) && isModel(spec)) {
      const { label, ask } = subject as AskedSubject
      models.push({
        spec,
        ...(label === undefined ? {} : { label }),
        ...(ask === undefined ? {} : { ask }),
      })
      continue
    }
    retrievers.push(await openRetriever(spec, { ...context, seed }))
  }
  return { retrievers, models }
}
