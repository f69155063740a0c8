import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { filesFrom, loadConfig } from '../adapters/config.js'
import { ggufEmbedders } from '../adapters/models/embeddings-gguf.js'
import { countItems } from '../benchmark/facts.js'
import type { Benchmark } from '../benchmark/item.js'
import { loadBenchmark } from '../benchmark/load.js'
import { resolveItems } from '../benchmark/resolve.js'
import type { Catalog } from '../catalog/catalog.js'
import { type LoadedCatalog, loadCatalog } from '../catalog/import.js'
import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import type { BenchmarkFacts, CatalogFacts, CatalogMatch, ReportDocument } from '../report/document.js'
import { renderMarkdown } from '../report/renderers/markdown.js'
import { renderTerminal } from '../report/renderers/terminal.js'
import { isRetrieverSpec, openRetriever } from '../retrieval/open.js'
import type { Retriever } from '../retrieval/retriever.js'
import { chooseSections, runSections } from '../sections/audit.js'
import { type AuditConfig, readConfig } from '../sections/config.js'
import { sections as knownSections } from '../sections/index.js'
import { shownSpec, splitSpec } from '../subject/open.js'
import { isJsonObject } from '../text/json.js'
import { importContextOf } from './catalog-flags.js'
import type { CliContext } from './command.js'
import { subjectKinds } from './run-subject-kinds.js'
import { version } from './version.js'

/** Flags of `assay audit`; those that a config also has outrank it. */
export interface AuditFlags {
  readonly quickstart?: true
  readonly config?: string
  readonly catalog?: readonly string[]
  readonly benchmark?: readonly string[]
  readonly subject?: readonly string[]
  readonly section?: readonly string[]
  readonly k?: readonly number[]
  readonly seed?: number
  readonly resamples?: number
  readonly onDuplicate?: 'error' | 'first' | 'qualify'
  readonly output?: string
  readonly json?: true
}

const DEFAULT_DEPTHS = [1, 5, 10, 50]
const DEFAULT_RESAMPLES = 10_000
const CACHE_FOLDER = join('.cache', 'assay')

/** A config whose lists know from which folder their relative paths start. */
interface Plan {
  readonly config: AuditConfig
  readonly catalogFiles: Files
  readonly benchmarkFiles: Files
  readonly subjectFiles: Files
}

/** Loads what is asked for, runs the sections, writes the report and prints it. */
export async function runAudit(
  path: string | undefined,
  flags: AuditFlags,
  context: CliContext,
): Promise<void> {
  const plan = await planOf(path, flags, context)
  const { config } = plan
  // A wrong word is said before a server is started.
  const sections = chooseSections(config.sections, knownSections)
  const retrievers = await openSubjects(plan, context)
  const loaded = await loadCatalog(
    config.catalog,
    importContextOf({ ...context, files: plan.catalogFiles }),
    config.onDuplicate === undefined ? {} : { onDuplicate: config.onDuplicate },
  )
  const { catalog } = loaded
  const benchmarks = await loadBenchmarks(plan, context)
  const material = {
    catalog,
    benchmarks: benchmarks.map(({ benchmark }) => benchmark),
    retrievers,
    seed: config.seed ?? 0,
    k: config.k ?? DEFAULT_DEPTHS,
    resamples: config.resamples ?? DEFAULT_RESAMPLES,
    notify: context.notify,
    pause: async () => {
      await context.clock.sleep(0, context.signal)
    },
  }
  const outcome = await runSections(sections, material)
  const createdAt = new Date(context.clock.now()).toISOString()
  const report: ReportDocument = {
    schema: 'assay.report/1',
    assay: version,
    createdAt,
    seed: material.seed,
    catalog: catalogFacts(loaded),
    benchmarks: benchmarks.map(({ benchmark, facts }) => ({ ...facts, ...matchOf(benchmark, catalog) })),
    subjects: retrievers.map(({ id, identity }) => ({ id, kind: 'retriever', identity })),
    ...outcome,
  }
  const folder =
    flags.output ?? join('runs', createdAt.replace(/[-:]/g, '').replace(/\..*$/, '').replace('T', '-'))
  const json = `${JSON.stringify(report, null, 1)}\n`
  await context.files.write(join(folder, 'report.json'), [json])
  await context.files.write(join(folder, 'report.md'), [renderMarkdown(report)])
  context.print(flags.json ? json : renderTerminal(report, { folder }))
  // A benchmark that cannot be used is said first and fails nothing here: `benchmark audit --fail-on` is for that.
  if (report.sections.some(({ id, verdict }) => verdict === 'bad' && id !== 'benchmark-audit'))
    context.exit(1)
}

async function planOf(path: string | undefined, flags: AuditFlags, { files }: CliContext): Promise<Plan> {
  const { config, folder } = await configOf(path, flags, files)
  const configFiles = filesFrom(folder, files)
  return {
    config: {
      ...config,
      catalog: flags.catalog ?? config.catalog,
      ...given('benchmarks', flags.benchmark),
      ...given('subjects', flags.subject),
      ...given('sections', flags.section),
      ...given('k', flags.k),
      ...given('seed', flags.seed),
      ...given('resamples', flags.resamples),
      ...given('onDuplicate', flags.onDuplicate),
    },
    catalogFiles: flags.catalog === undefined ? configFiles : files,
    benchmarkFiles: flags.benchmark === undefined ? configFiles : files,
    subjectFiles: flags.subject === undefined ? configFiles : files,
  }
}

function given<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [key in Key]?: Value } {
  // The computed key is the one that the type names.
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in Key]: Value })
}

async function configOf(
  path: string | undefined,
  flags: AuditFlags,
  files: Files,
): Promise<{ readonly config: AuditConfig; readonly folder: string }> {
  const named = [path, flags.config, flags.quickstart && quickstartFolder()].filter(
    (one) => one !== undefined,
  )
  if (named.length > 1) {
    throw new InputError({
      code: 'config-twice',
      what: 'More than one config is named.',
      where: named.join(', '),
      fix: 'Give one of: a path, --config, --quickstart.',
    })
  }
  if (named.length === 0 && flags.catalog !== undefined)
    return { config: { catalog: flags.catalog }, folder: '.' }
  const { value, path: file, folder } = await loadConfig(named[0] ?? '.', files)
  return { config: readConfig(value, file), folder }
}

function quickstartFolder(): string {
  const root = dirname(createRequire(import.meta.url).resolve('assay/package.json'))
  return join(root, 'examples', 'quickstart')
}

interface OpenedBenchmark {
  readonly benchmark: Benchmark
  readonly facts: Omit<BenchmarkFacts, 'catalogMatch' | 'losses'>
}

async function loadBenchmarks(
  { config, benchmarkFiles }: Plan,
  context: CliContext,
): Promise<readonly OpenedBenchmark[]> {
  const opened: OpenedBenchmark[] = []
  for (const path of config.benchmarks ?? []) {
    const notices: { readonly code: string; readonly what: string; readonly where: string }[] = []
    const benchmark = await loadBenchmark(path, {
      files: benchmarkFiles,
      notify: context.notify,
      notice: (notice) => notices.push(notice),
    })
    const { name, items, fingerprint } = benchmark
    opened.push({ benchmark, facts: { name, path, fingerprint, counts: countItems(items), notices } })
  }
  return opened
}

async function openSubjects(
  { config, subjectFiles }: Plan,
  context: CliContext,
): Promise<readonly Retriever[]> {
  const retrievers: Retriever[] = []
  for (const entry of config.subjects ?? []) {
    const spec = typeof entry === 'string' ? entry : entry.spec
    if (!isRetrieverSpec(spec) && subjectKinds.some(({ id }) => id === splitSpec(spec).id)) {
      context.notify(`${shownSpec(spec)} is a model: \`assay run\` asks it; this audit measures retrievers.`)
      continue
    }
    retrievers.push(
      await openRetriever(spec, {
        files: subjectFiles,
        http: context.http,
        clock: context.clock,
        notify: context.notify,
        variable: context.variable,
        embedders: ggufEmbedders,
        cacheFolder: CACHE_FOLDER,
        seed: config.seed ?? 0,
        signal: context.signal,
      }),
    )
  }
  return retrievers
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
