import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { filesFrom, loadConfig } from '../adapters/config.js'
import { ggufEmbedders } from '../adapters/models/embeddings-gguf.js'
import { agentsWithoutModel } from '../agent/agents/agents-without-model.js'
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
import type { Section } from '../sections/section.js'
import { splitSpec } from '../subject/open.js'
import { isJsonObject } from '../text/json.js'
import { askAll, auditCatalog } from './audit/ask-all.js'
import { askedSections } from './audit/asked-sections.js'
import { STATE_NAME } from './audit/audit-state.js'
import { type AskedSubject, planJobs } from './audit/plan-jobs.js'
import { importContextOf } from './catalog-flags.js'
import type { CliCommand, CliContext } from './command.js'
import { placedAt } from './config-catalog.js'
import { refuseFolder } from './run-folder.js'
import { runHost } from './run-host.js'
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
  readonly resume?: string
  readonly output?: string
  readonly json?: true
}

const DEFAULT_DEPTHS = [1, 5, 10, 50]
const DEFAULT_RESAMPLES = 10_000
const CACHE_FOLDER = join('.cache', 'assay')

/** A config whose lists know from which folder their relative paths start. */
interface Plan {
  readonly config: AuditConfig
  /** Of the config; undefined where flags alone say what to do. */
  readonly file: string | undefined
  /** Of the config. */
  readonly folder: string
  readonly catalogFiles: Files
  readonly benchmarkFiles: Files
  readonly subjectFiles: Files
}

/**
 * Loads what is asked for, runs the sections, asks subjects that are models, writes the report and prints it.
 *
 * @param commands those that ask subjects, and `score`.
 */
export async function runAudit(
  path: string | undefined,
  flags: AuditFlags,
  context: CliContext,
  commands: readonly CliCommand[] = [],
): Promise<void> {
  const { resume, output } = flags
  if (resume !== undefined && output !== undefined) {
    throw new InputError({
      code: 'flags-clash',
      what: 'An audit that goes on stays in its folder.',
      where: '--output',
      fix: 'Leave out -o.',
    })
  }
  const plan = await planOf(path, flags, context)
  const { config } = plan
  // A wrong word is said before a server is started.
  const sections = coreSections(config.sections)
  const { retrievers, models } = await openSubjects(plan, context)
  const createdAt = new Date(context.clock.now()).toISOString()
  const folder =
    resume ??
    output ??
    context.files.join('runs', createdAt.replace(/[-:]/g, '').replace(/\..*$/, '').replace('T', '-'))
  const loaded = await loadCatalog(
    config.catalog,
    importContextOf({ ...context, files: plan.catalogFiles }),
    config.onDuplicate === undefined ? {} : { onDuplicate: config.onDuplicate },
  )
  const { catalog } = loaded
  const benchmarks = await loadBenchmarks(plan, context)
  const seed = config.seed ?? 0
  const jobs = planJobs({
    subjects: models,
    ask: config.ask ?? {},
    sections: config.sections,
    benchmarks: benchmarks.map(({ benchmark, facts }) => ({
      path: flags.benchmark === undefined ? placedAt(plan.folder, facts.path) : facts.path,
      benchmark,
    })),
    catalog: auditCatalog(folder, context),
    config: plan.file,
    folder: plan.folder,
    seed,
  })
  const isAsking = jobs.jobs.length > 0
  if (isAsking && resume === undefined) await refuseFolder(folder, [STATE_NAME], context.files)
  const material = {
    catalog,
    benchmarks: benchmarks.map(({ benchmark }) => benchmark),
    retrievers,
    seed,
    k: config.k ?? DEFAULT_DEPTHS,
    resamples: config.resamples ?? DEFAULT_RESAMPLES,
    notify: context.notify,
    pause: async () => {
      await context.clock.sleep(0, context.signal)
    },
  }
  const outcome = await runSections(sections, material)
  const core: ReportDocument = {
    schema: 'assay.report/1',
    assay: version,
    createdAt,
    seed,
    catalog: catalogFacts(loaded),
    benchmarks: benchmarks.map(({ benchmark, facts }) => ({ ...facts, ...matchOf(benchmark, catalog) })),
    subjects: retrievers.map(({ id, identity }) => ({ id, kind: 'retriever', identity })),
    ...outcome,
    // Without a model nothing was to be asked, and nothing is missed.
    ...(isAsking || models.length === 0
      ? {}
      : { notMeasured: [...outcome.notMeasured, ...jobs.notMeasured] }),
  }
  const asked = isAsking
    ? await askAll(
        {
          folder,
          isResumed: resume !== undefined,
          plan: jobs,
          commands,
          host: runHost(),
          state: {
            assay: version,
            seed,
            catalog: catalog.fingerprint,
            benchmarks: benchmarks.map(({ benchmark }) => benchmark.fingerprint),
          },
          core,
          catalog,
        },
        context,
      )
    : undefined
  const report = asked?.report ?? core
  const json = `${JSON.stringify(report, null, 1)}\n`
  if (asked === undefined) await context.files.write(context.files.join(folder, 'report.json'), [json])
  await context.files.write(context.files.join(folder, 'report.md'), [renderMarkdown(report)])
  context.print(flags.json ? json : renderTerminal(report, { folder }))
  // A benchmark that cannot be used is said first and fails nothing here: `benchmark audit --fail-on` is for that.
  const isBad = core.sections.some(({ id, verdict }) => verdict === 'bad' && id !== 'benchmark-audit')
  if (asked !== undefined && asked.code !== 0) context.exit(asked.code)
  else if (isBad) context.exit(1)
}

/** Sections that need nobody to be asked; those that ask are known here, too. */
function coreSections(asked: readonly string[] | undefined): readonly Section[] {
  const ids: readonly string[] = askedSections.map(({ id }) => id)
  return chooseSections(
    asked?.filter((id) => !ids.includes(id)),
    knownSections,
    ids,
  )
}

async function planOf(path: string | undefined, flags: AuditFlags, { files }: CliContext): Promise<Plan> {
  const { config, folder, file } = await configOf(path, flags, files)
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
    file,
    folder,
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
): Promise<Pick<Plan, 'config' | 'folder' | 'file'>> {
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
    return { config: { catalog: flags.catalog }, folder: '.', file: undefined }
  const { value, path: file, folder } = await loadConfig(named[0] ?? '.', files)
  return { config: readConfig(value, file), folder, file }
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

/** Retrievers, ready to rank, and models, which commands of their own will open. */
async function openSubjects(
  { config, subjectFiles }: Plan,
  context: CliContext,
): Promise<{ readonly retrievers: readonly Retriever[]; readonly models: readonly AskedSubject[] }> {
  const retrievers: Retriever[] = []
  const models: AskedSubject[] = []
  for (const entry of config.subjects ?? []) {
    const subject = typeof entry === 'string' ? { spec: entry } : entry
    const { spec } = subject
    if (agentsWithoutModel.some((agent) => agent === spec)) {
      models.push({ spec, only: 'dialogues' })
      continue
    }
    if (!isRetrieverSpec(spec) && subjectKinds.some(({ id }) => id === splitSpec(spec).id)) {
      const { label, ask } = subject as AskedSubject
      models.push({
        spec,
        ...(label === undefined ? {} : { label }),
        ...(ask === undefined ? {} : { ask }),
      })
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
  return { retrievers, models }
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
