import { type WriteRequest, writeBenchmark } from '../../benchmark/write.js'
import type { Catalog } from '../../catalog/catalog.js'
import { catalogLine } from '../../catalog/store.js'
import { InputError } from '../../errors.js'
import type { ReportDocument } from '../../report/document.js'
import { renderHtml } from '../../report/renderers/html.js'
import { renderJson } from '../../report/renderers/json.js'
import { refuseLinks } from '../../run/refuse-links.js'
import { printable } from '../../text/printable.js'
import type { CliCommand, CliContext, ExitCode } from '../command.js'
import { DEFAULT_ROWS, makeReport, readTemplate } from '../commands/report-run.js'
import { refuseFolder } from '../run/run-folder.js'
import type { RunHost } from '../run/run-host.js'
import {
  type AuditState,
  type JobRecord,
  readAuditState,
  refuseOtherAudit,
  STATE_NAME,
} from './audit-state.js'
import type { JobPlan } from './plan-jobs.js'
import { commandLine, type JobsOutcome, runJobs } from './run-jobs.js'

export interface AskAllRequest {
  readonly folder: string
  readonly isResumed: boolean
  readonly plan: JobPlan
  readonly commands: readonly CliCommand[]
  readonly host: Pick<RunHost, 'locks'>
  readonly state: Pick<AuditState, 'assay' | 'seed' | 'catalog' | 'benchmarks' | 'options'>
  /** What needs nobody to be asked. */
  readonly core: ReportDocument
  /** The tools that are asked about. */
  readonly catalog: Catalog
  /** Benchmarks that are made of them, and where commands find those. */
  readonly made: readonly WriteRequest[]
}

export interface AskedAll {
  readonly report: ReportDocument
  readonly code: ExitCode
}

const MARGIN = 0.03
/** For reading a catalog, which is a file here. */
const READ_SECONDS = 60
/** Folder of what needs nobody to be asked. */
const CORE = 'core'

/** Where the tools of an audit stand that asks subjects. */
export function auditCatalog(folder: string, { files }: Pick<CliContext, 'files'>): string {
  return files.join(folder, 'catalog.jsonl')
}

/**
 * Asks whom the plan names and makes one report of everything: `report.json` and `report.html`. `audit.json` says what ended.
 *
 * @throws {InputError} `audit-missing`, `audit-changed` and the like on going on, `run-exists` on beginning, `run-link`.
 * @throws {StoreError} `lock-held`.
 */
export async function askAll(request: AskAllRequest, context: CliContext): Promise<AskedAll> {
  const { folder, plan, state, host, isResumed, commands } = request
  const { files } = context
  await refuseLinkedParts(request, context)
  const lock = await host.locks.take(files.join(folder, 'audit.lock'))
  let isWritten = false
  try {
    const now = {
      schema: 'assay.audit-state/1' as const,
      ...state,
      planned: plan.jobs.map(commandLine),
    }
    const ended = new Map<string, JobRecord>()
    if (isResumed) {
      const begun = await readAuditState(folder, files)
      refuseOtherAudit(begun, now, folder)
      for (const record of begun.ended) ended.set(record.name, record)
    } else {
      // Another process may have begun one since the folder was looked at.
      await refuseFolder(folder, [STATE_NAME], files)
    }
    const write = async (): Promise<void> => {
      const whole: AuditState = { ...now, ended: [...ended.values()] }
      await files.write(files.join(folder, STATE_NAME), [`${JSON.stringify(whole, undefined, 2)}\n`])
    }
    await keepCatalog(request.catalog, folder, context)
    for (const benchmark of request.made) await writeBenchmark(benchmark, files)
    await write()
    isWritten = true
    const outcome = await runJobs(
      {
        jobs: plan.jobs,
        folder,
        earlier: new Map(ended),
        commands,
        keep: async (record) => {
          ended.set(record.name, record)
          await write()
        },
      },
      context,
    )
    const report = await wholeReport(request, outcome, context)
    await files.write(files.join(folder, 'report.json'), [renderJson(report)])
    await writePage(report, folder, context)
    return { report, code: outcome.code }
  } catch (error) {
    // Commands that were interrupted, or had no room left, have said how to go on with their part alone.
    const how = `assay audit --resume ${printable(folder)}, with the same config as before.`
    if (context.signal.aborted) context.notify(`The audit was interrupted. Go on with all of it: ${how}`)
    else if (isWritten)
      context.notify(`The audit stopped, and keeps what was asked. Go on with all of it: ${how}`)
    throw error
  } finally {
    await lock.release()
  }
}

/** Commands look after what is in their folders. */
async function refuseLinkedParts(
  { folder, plan, made }: AskAllRequest,
  { files }: CliContext,
): Promise<void> {
  const core = files.join(CORE, 'report.json')
  const written = [STATE_NAME, 'catalog.jsonl', CORE, core, 'report.json', 'report.html', 'report.md']
  await refuseLinks(folder, [...written, 'benchmarks', ...plan.jobs.map(({ name }) => name)], files)
  for (const benchmark of made)
    await refuseLinks(benchmark.folder, ['', 'items.jsonl', 'benchmark.json'], files)
}

async function wholeReport(
  { folder, plan, core, state }: AskAllRequest,
  outcome: JobsOutcome,
  context: CliContext,
): Promise<ReportDocument> {
  const { files } = context
  const place = files.join(folder, CORE, 'report.json')
  const whole: ReportDocument = {
    ...core,
    notMeasured: [...core.notMeasured, ...plan.notMeasured, ...outcome.notMeasured],
  }
  await files.write(place, [renderJson(whole)])
  return makeReport(
    [files.join(folder, CORE), ...outcome.folders],
    {
      margin: MARGIN,
      seed: state.seed,
      rows: DEFAULT_ROWS,
      onDuplicate: 'error',
      timeout: READ_SECONDS,
      catalog: [auditCatalog(folder, context)],
    },
    context,
  )
}

/** A clone that is not built has no page; the report stands without it. */
async function writePage(
  report: ReportDocument,
  folder: string,
  { files, notify }: CliContext,
): Promise<void> {
  try {
    await files.write(files.join(folder, 'report.html'), [renderHtml(report, readTemplate())])
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    notify(error.what)
  }
}

/** Writes the tools where every command finds them, so that no server is started again. */
async function keepCatalog(catalog: Catalog, folder: string, context: CliContext): Promise<void> {
  await context.files.write(auditCatalog(folder, context), linesOf(catalog))
}

function* linesOf({ tools }: Catalog): Generator<string> {
  for (const tool of tools) yield catalogLine(tool)
}
