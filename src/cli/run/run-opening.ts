import { version } from '../../adapters/version.js'
import type { Benchmark, Item } from '../../benchmark/item.js'
import { loadBenchmark } from '../../benchmark/load.js'
import type { Catalog } from '../../catalog/catalog.js'
import { loadCatalog } from '../../catalog/import.js'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { checkPlan, type RunPlan, taskPrints } from '../../run/plan-run.js'
import type { RunDocument, StoredSubject } from '../../run/run-document.js'
import type { SecretBook } from '../../run/secret-book.js'
import type { StoredConfig } from '../../run/stored-config.js'
import { runTasks } from '../../run/tasks/index.js'
import { needsCatalog } from '../../score/run/benchmark-scorers.js'
import type { SubjectOptions } from '../../subject/kind.js'
import { leadsElsewhere } from '../../subject/leads-elsewhere.js'
import { openSubject } from '../../subject/open.js'
import type { Subject } from '../../subject/subject.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { importContextOf, importOptionsOf } from '../catalog/catalog-flags.js'
import type { CliContext } from '../command.js'
import { dialectOption } from '../dialect/dialect-option.js'
import { isProgram } from '../dialect/dialect-program.js'
import { learnHeaders } from '../header-secrets.js'
import { openProbe, type ProbeOpening } from '../probe/probe-opening.js'
import { storedPath } from '../stored-path.js'
import { batteryOf, type RunConfigFile, runConfigFile } from './run-config-file.js'
import type { RunFlags } from './run-flags.js'
import type { RunHost } from './run-host.js'

/** Everything that a run needs before anything is asked. */
export interface OpenedRun {
  readonly plan: RunPlan
  readonly subject: Subject
  readonly document: RunDocument
  readonly dialect: Dialect | undefined
  /** The key is not on this host but with the workers, so that nothing can be asked from here. */
  readonly isKeyless: boolean
}

export interface OpeningRequest {
  readonly flags: RunFlags
  readonly context: CliContext
  readonly host: RunHost
  readonly secrets: SecretBook
  /** What the run was started with, when it is resumed. */
  readonly stored: StoredConfig | undefined
  readonly id: string
  /** Aborted never but when the process ends: requests under way outlive the first Ctrl-C. */
  readonly halt: AbortSignal
  /** Of `assay probe`. */
  readonly probe?: ProbeOpening
}

const DEFAULT_MAX_TOKENS = 512

/**
 * Opens subject, items and catalog, by the flags, and where they are silent by what a resumed run was started with.
 *
 * @throws {InputError} whatever is wrong with them; nothing is asked by then, but that some endpoints are looked at.
 */
export async function openRun(request: OpeningRequest): Promise<OpenedRun> {
  const { flags, context, stored, id, host } = request
  checkProbe(request)
  const config = flags.config === undefined ? undefined : await runConfigFile(flags.config, context.files)
  const benchmarks = await loadItems(request, config)
  const catalog = await loadRunCatalog(request, {
    config,
    items: benchmarks.flatMap(({ benchmark }) => benchmark.items),
  })
  const { subject, options, isKeyless } = await openRunSubject(request, config)
  try {
    const dialectId = options.dialect ?? subject.facts.dialect
    const isStored = flags.dialect === undefined && dialectId === stored?.options.dialect
    if (isStored && dialectId !== undefined && isProgram(dialectId)) throw repeatDialect(dialectId)
    const dialect =
      dialectId === undefined ? undefined : await dialectOption(dialectId, flags.config, context)
    const settings = settingsOf(flags, stored)
    const shortlist = flags.shortlist ?? stored?.shortlist
    const seed = flags.seed ?? stored?.seed ?? 0
    const probe =
      request.probe === undefined
        ? undefined
        : await openProbe(request.probe, {
            benchmarks: benchmarks.map(({ benchmark }) => benchmark),
            catalog: catalog?.catalog,
            subject,
            stored: stored?.probe,
            seed,
            context,
          })
    const plan: RunPlan = {
      benchmarks: benchmarks.map(({ benchmark }) => benchmark),
      tasks: probe === undefined ? runTasks : runTasks.filter(({ kind }) => kind === 'mcq' || kind === 'qa'),
      context: {
        subject: {
          answers: subject.answers,
          facts: { ...subject.facts, ...(dialectId === undefined ? {} : { dialect: dialectId }) },
        },
        seed,
        settings,
        rotations: flags.rotations ?? stored?.rotations ?? 'one',
        ...(catalog === undefined ? {} : { catalog: catalog.catalog }),
        ...(dialect === undefined ? {} : { dialect }),
        ...(shortlist === undefined ? {} : { shortlist }),
        ...(probe === undefined ? {} : { probe }),
      },
      trials: flags.trials ?? stored?.trials ?? 1,
      ...(flags.only === undefined ? {} : { only: new Set(flags.only) }),
    }
    checkPlan(plan)
    const now = new Date(context.clock.now()).toISOString()
    const document: RunDocument = {
      schema: 'assay.run/1',
      id,
      createdAt: stored?.createdAt ?? now,
      subject: storedSubject(subject, options),
      benchmarks: benchmarks.map(({ path, benchmark: { name, fingerprint, items, source } }) => ({
        name,
        path,
        ...(source === undefined ? {} : { format: source.format }),
        fingerprint,
        items: items.length,
      })),
      ...(catalog === undefined
        ? {}
        : {
            catalog: {
              sources: catalog.sources,
              fingerprint: catalog.catalog.fingerprint,
              tools: catalog.catalog.tools.length,
            },
          }),
      tasks: taskPrints(plan, host.hash),
      settings,
      seed: plan.context.seed,
      trials: plan.trials,
      rotations: plan.context.rotations ?? 'one',
      ...(shortlist === undefined ? {} : { shortlist }),
      ...(probe === undefined ? {} : { probe: probe.facts }),
      sessions: [...(stored?.sessions ?? []), { startedAt: now, assay: version, node: host.node }],
    }
    return { plan, subject, document, dialect, isKeyless }
  } catch (error) {
    await subject.close?.()
    throw error
  }
}

/** A run goes on as what it was begun as. */
function checkProbe({ stored, probe }: OpeningRequest): void {
  if (stored?.converse !== undefined) {
    throw new InputError({
      code: 'run-changed',
      what: 'The run was begun by `assay converse`, which asks otherwise.',
      where: stored.folder,
      fix: `Go on by assay converse --resume ${stored.folder}`,
    })
  }
  if (stored === undefined || (stored.probe === undefined) === (probe === undefined)) return
  const [was, other] = stored.probe === undefined ? ['run', 'probe'] : ['probe', 'run']
  throw new InputError({
    code: 'run-changed',
    what: `The run was begun by \`assay ${was}\`, which asks otherwise than \`assay ${other}\`.`,
    where: stored.folder,
    fix: `Go on by assay ${was} --resume ${stored.folder}`,
  })
}

function settingsOf(flags: RunFlags, stored: StoredConfig | undefined): RunPlan['context']['settings'] {
  const before = stored?.settings ?? { maxTokens: DEFAULT_MAX_TOKENS, temperature: 0 }
  return {
    ...before,
    ...(flags.maxTokensOut === undefined ? {} : { maxTokens: flags.maxTokensOut }),
    ...(flags.temperature === undefined ? {} : { temperature: flags.temperature }),
    ...(flags.topP === undefined ? {} : { topP: flags.topP }),
    ...(flags.stop === undefined ? {} : { stop: flags.stop }),
  }
}

interface OpenedItems {
  readonly path: string
  readonly benchmark: Benchmark
}

async function loadItems(
  { flags, context, stored }: OpeningRequest,
  config: RunConfigFile | undefined,
): Promise<readonly OpenedItems[]> {
  if (flags.battery !== undefined && config === undefined) {
    throw new InputError({
      code: 'battery-unknown',
      what: 'A battery is named, but no config that lists it.',
      where: '--battery',
      fix: 'Name the config with --config.',
    })
  }
  const format = flags.itemsFormat
  const places: { readonly path: string; readonly files: Files; readonly format?: string | undefined }[] = []
  for (const path of flags.items ?? []) places.push({ path, files: context.files, format })
  if (flags.battery !== undefined && config !== undefined) {
    for (const path of batteryOf(config, flags.battery)) places.push({ path, files: context.files, format })
  }
  if (places.length === 0) {
    for (const { path, format: known } of stored?.benchmarks ?? []) {
      places.push({ path: storedPath(path, stored?.folder ?? ''), files: context.files, format: known })
    }
  }
  if (places.length === 0) {
    throw new InputError({
      code: 'items-missing',
      what: 'Nothing says what to ask.',
      where: 'assay run',
      fix: 'Name items with --items or --battery, or a run with --resume.',
    })
  }
  const opened: OpenedItems[] = []
  const names = new Set<string>()
  for (const { path, files, format: known } of places) {
    const benchmark = await loadBenchmark(
      path,
      { files, notify: context.notify },
      known === undefined ? {} : { format: known },
    )
    const name = distinct(benchmark.name, names)
    names.add(name)
    opened.push({ path, benchmark: name === benchmark.name ? benchmark : { ...benchmark, name } })
  }
  return opened
}

function distinct(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name} (${number})`)) number++
  return `${name} (${number})`
}

/** Of the command line, else of the config, where items need one, else of the run that goes on. */
async function loadRunCatalog(
  { flags, context, stored }: OpeningRequest,
  { config, items }: { readonly config: RunConfigFile | undefined; readonly items: readonly Item[] },
): Promise<{ readonly catalog: Catalog; readonly sources: readonly string[] } | undefined> {
  const ofConfig = flags.catalog === undefined && needsCatalog(items) ? config?.catalog : undefined
  const sources = flags.catalog ?? ofConfig?.sources ?? stored?.catalog?.sources
  if (sources === undefined) return undefined
  if (flags.catalog === undefined && ofConfig === undefined) {
    const live = sources.find((source) => /^(?:mcp[:+]|[a-z][a-z0-9+.-]*:\/\/)/i.test(source))
    if (live !== undefined) throw repeatCatalog(live)
  }
  const { catalog } = await loadCatalog(
    sources,
    importContextOf(context),
    importOptionsOf({ onDuplicate: ofConfig?.onDuplicate ?? 'error', timeout: 30 }),
  )
  return { catalog, sources }
}

function repeatCatalog(source: string): InputError {
  return new InputError({
    code: 'catalog-executes',
    what: 'The catalog of this run is a live server or an address, and it is named by a file.',
    where: source,
    fix: 'If you trust it, repeat it on the command line with --catalog.',
  })
}

/** What opening a subject takes of the flags of a run. */
export interface SubjectOpening
  extends Pick<OpeningRequest, 'context' | 'host' | 'secrets' | 'stored' | 'halt'> {
  readonly flags: Pick<RunFlags, 'subject' | 'label' | 'dialect' | 'key' | 'price' | 'queue'>
}

/**
 * The subject that the command line names, else that of a run that goes on, with its options.
 *
 * @throws {InputError} `subject-missing`, `subject-repeat`, and what opening subjects throws.
 */
export async function openRunSubject(
  { flags, context, host, secrets, stored, halt }: SubjectOpening,
  config: RunConfigFile | undefined,
): Promise<{ readonly subject: Subject; readonly options: SubjectOptions; readonly isKeyless: boolean }> {
  const named = config?.subjects.find(
    ({ spec, options }) => spec === flags.subject || options.label === flags.subject,
  )
  const spec = named?.spec ?? flags.subject ?? stored?.subject.spec
  if (spec === undefined) {
    throw new InputError({
      code: 'subject-missing',
      what: 'Nothing says whom to ask.',
      where: 'assay run',
      fix: 'Name a subject with --subject, e.g. openai:gpt-4o-mini or compatible:http://localhost:8000/v1#my-model.',
    })
  }
  const isTyped = flags.subject !== undefined
  const { headers = [], ...kept } = stored?.options ?? {}
  // Whose key goes out is not for a file to say.
  const storedKey = stored?.options.key
  if (!isTyped && storedKey !== undefined && flags.key === undefined) {
    throw repeatSubject(spec, `the key in ${storedKey}`)
  }
  if (!isTyped && headers.length > 0) throw repeatSubject(spec, `headers (${headers.join(', ')})`)
  const label = flags.label ?? named?.options.label ?? stored?.subject.label
  const options: SubjectOptions = {
    ...kept,
    ...named?.options,
    ...(label === undefined ? {} : { label }),
    ...(flags.dialect === undefined ? {} : { dialect: flags.dialect }),
    ...(flags.key === undefined ? {} : { key: flags.key }),
    ...(flags.price === undefined ? {} : { price: flags.price }),
  }
  learnHeaders(options.headers ?? {}, secrets)
  const open = (keyElsewhere: string | undefined): Promise<Subject> =>
    openSubject(
      spec,
      {
        files: named === undefined || config === undefined ? context.files : config.files,
        http: host.http ?? context.http,
        clock: context.clock,
        notify: (line) => context.notify(secrets.clean(line)),
        templates: host.templates,
        variable: (name) => {
          const value = context.variable(name)
          if (value === undefined) return keyElsewhere
          if (!isTyped && leadsElsewhere(spec)) throw repeatSubject(spec, `the key in ${name}`)
          secrets.learn(name, value)
          return value
        },
        mayExecute: isTyped,
        signal: halt,
        options,
      },
      host.kinds,
    )
  try {
    return { subject: await open(undefined), options, isKeyless: false }
  } catch (error) {
    const isMissing = error instanceof InputError && error.code === 'subject-key'
    if (flags.queue === undefined || !isMissing) throw error
    context.notify(
      'The key of the subject is not set here: it is left to the workers, and trial requests are left out.',
    )
    return { subject: await open(KEY_OF_WORKERS), options, isKeyless: true }
  }
}

/** Stands for a key that only workers have; nothing is asked with it. */
const KEY_OF_WORKERS = 'with-the-workers'

function repeatDialect(dialect: string): InputError {
  return new InputError({
    code: 'dialect-executes',
    what: 'The dialect of this run is described by a program, and it is named by a file.',
    where: dialect,
    fix: 'If you trust it, repeat it on the command line with --dialect.',
  })
}

function repeatSubject(spec: string, what: string): InputError {
  return new InputError({
    code: 'subject-repeat',
    what: `This run would send ${what} to an address that a file names.`,
    where: spec.replace(/(https?:\/\/)[^@/\s]*@/g, '$1'),
    fix: 'If you trust it, repeat the whole spec on the command line with --subject.',
  })
}

/** How a subject was opened, as a run keeps it. */
export function storedSubject(
  { spec, label, facts }: Subject,
  { dialect, key, price, maxConcurrency, headers = {}, extra }: SubjectOptions,
): StoredSubject {
  const names = Object.keys(headers)
  return {
    spec,
    label,
    facts,
    ...(dialect === undefined ? {} : { dialect }),
    ...(key === undefined ? {} : { key }),
    ...(price === undefined ? {} : { price }),
    ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    ...(names.length === 0 ? {} : { headers: names }),
    ...(extra === undefined ? {} : { extra }),
  }
}
