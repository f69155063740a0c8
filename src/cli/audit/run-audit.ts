import { join } from 'node:path'
import { filesFrom, loadConfig } from '../../adapters/config.js'
import { hostHash } from '../../adapters/hash.js'
import { ggufEmbedders } from '../../adapters/models/embeddings-gguf.js'
import { packageFolder } from '../../adapters/package-folder.js'
import { version } from '../../adapters/version.js'
import { factsGenerator } from '../../benchmark/generate/facts/generate-facts.js'
import { manifestOf } from '../../benchmark/write.js'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import type { ReportDocument } from '../../report/document.js'
import { renderMarkdown } from '../../report/renderers/markdown.js'
import { renderTerminal } from '../../report/renderers/terminal.js'
import { askedSectionIds } from '../../sections/asked-section-ids.js'
import { type AuditConfig, readConfig } from '../../sections/config.js'
import { isFactsSpec } from '../../sections/facts-benchmark.js'
import { isBadReport, lookAtAudit } from '../../sections/look-at-audit.js'
import { type AuditHost, openAudit } from '../../sections/open-audit.js'
import { shownSpec, splitSpec } from '../../subject/open.js'
import { given } from '../../text/json-members.js'
import { importContextOf } from '../catalog/catalog-flags.js'
import { placedAt } from '../catalog/config-catalog.js'
import type { CliCommand, CliContext } from '../command.js'
import { flagsClash } from '../flags-clash.js'
import { guardFolder } from '../output-guard.js'
import { refuseFolder } from '../run/run-folder.js'
import { runHost } from '../run/run-host.js'
import { subjectKinds } from '../run/run-subject-kinds.js'
import { askAll, auditCatalog } from './ask-all.js'
import { readAuditState, refuseOtherAudit, STATE_NAME } from './audit-state.js'
import { planJobs } from './plan-jobs.js'
import { commandLine } from './run-jobs.js'

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
    throw flagsClash('--output', 'An audit that goes on stays in its folder.', 'Leave out -o.')
  }
  // A folder that was mistyped is refused before anything is read or measured.
  const begun = resume === undefined ? undefined : await readAuditState(resume, context.files)
  await guardFolder(output, context.files)
  const plan = await planOf(path, flags, context)
  const { config } = plan
  const host = hostOf(plan, context)
  const opened = await openAudit(config, host)
  const createdAt = new Date(context.clock.now()).toISOString()
  const folder =
    resume ??
    output ??
    context.files.join('runs', createdAt.replace(/[-:]/g, '').replace(/\..*$/, '').replace('T', '-'))
  const { benchmarks, models } = opened
  const { catalog } = opened.loaded
  const seed = config.seed ?? 0
  const pathOf = (path: string): string => {
    if (isFactsSpec(path)) return madeBenchmark(folder, path, context)
    return flags.benchmark === undefined ? placedAt(plan.folder, path) : path
  }
  const jobs = planJobs({
    subjects: models,
    ask: config.ask ?? {},
    sections: config.sections,
    benchmarks: benchmarks.map(({ benchmark, facts }) => ({
      path: pathOf(facts.path),
      benchmark,
    })),
    catalog: auditCatalog(folder, context),
    config: plan.file,
    folder: plan.folder,
    seed,
  })
  const isAsking = jobs.jobs.length > 0
  const state = {
    assay: version,
    seed,
    catalog: catalog.fingerprint,
    benchmarks: benchmarks.map(({ benchmark }) => benchmark.fingerprint),
    options: optionsOf(config),
  }
  // Where nothing is to be asked, too: the report of the audit there would be lost.
  if (begun === undefined) await refuseFolder(folder, [STATE_NAME], context.files)
  else refuseOtherAudit(begun, { ...state, planned: jobs.jobs.map(commandLine) }, folder)
  const looked = await lookAtAudit(opened, { assay: version, createdAt }, host)
  const core: ReportDocument = {
    ...looked,
    // Without a model nothing was to be asked, and nothing is missed.
    ...(isAsking || models.length === 0 ? {} : { notMeasured: [...looked.notMeasured, ...jobs.notMeasured] }),
  }
  const asked = isAsking
    ? await askAll(
        {
          folder,
          isResumed: resume !== undefined,
          plan: jobs,
          commands,
          host: runHost(),
          state,
          core,
          catalog,
          made: benchmarks
            .filter(({ facts }) => isFactsSpec(facts.path))
            .map(({ benchmark, facts }) => ({
              folder: pathOf(facts.path),
              benchmark,
              manifest: manifestOf({
                benchmark,
                generator: factsGenerator,
                assay: version,
                catalog: catalog.fingerprint,
              }),
            })),
        },
        context,
      )
    : undefined
  const report = asked?.report ?? core
  const json = `${JSON.stringify(report, null, 1)}\n`
  if (asked === undefined) await context.files.write(context.files.join(folder, 'report.json'), [json])
  await context.files.write(context.files.join(folder, 'report.md'), [renderMarkdown(report)])
  context.print(flags.json ? json : renderTerminal(report, { folder }))
  if (asked !== undefined && asked.code !== 0) context.exit(asked.code)
  else if (isBadReport(core)) context.exit(1)
}

/** Members that commands take from the config themselves. What goes into requests may be secret, and is kept as a hash. */
function optionsOf({ subjects = [] }: AuditConfig): readonly string[] {
  return subjects.flatMap((subject) => {
    if (typeof subject === 'string') return []
    const { spec, label = shownSpec(spec), dialect, extra } = subject
    if (dialect === undefined && extra === undefined) return []
    const hash = extra === undefined ? [] : [`extra ${hostHash(JSON.stringify(extra))}`]
    return [[label, ...(dialect === undefined ? [] : [`dialect ${dialect}`]), ...hash].join(': ')]
  })
}

/** Where items that are made of the catalog stand for the commands that ask them: a folder on every system. */
function madeBenchmark(folder: string, spec: string, { files }: CliContext): string {
  return files.join(folder, 'benchmarks', spec.replace(/[^a-z0-9]+/g, '-'))
}

function hostOf(
  { catalogFiles, benchmarkFiles, subjectFiles }: Plan,
  { http, clock, notify, variable, signal, files }: CliContext,
): AuditHost {
  return {
    catalogs: importContextOf({ files: catalogFiles, http, notify, signal }),
    benchmarks: benchmarkFiles,
    retrievers: {
      files: subjectFiles,
      http,
      clock,
      notify,
      variable,
      embedders: ggufEmbedders,
      cacheFolder: files.join('.cache', 'assay'),
      signal,
    },
    clock,
    notify,
    signal,
    isModel: (spec) => subjectKinds.some(({ id }) => id === splitSpec(spec).id),
    askedSections: askedSectionIds,
  }
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

async function configOf(
  path: string | undefined,
  flags: AuditFlags,
  files: Files,
): Promise<Pick<Plan, 'config' | 'folder' | 'file'>> {
  const named = [
    path,
    flags.config,
    flags.quickstart && join(packageFolder(), 'examples', 'quickstart'),
  ].filter((one) => one !== undefined)
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
