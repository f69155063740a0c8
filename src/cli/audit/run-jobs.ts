import { Command, CommanderError } from 'commander'
import { AssayError, InputError } from '../../errors.js'
import type { Absence } from '../../report/absence.js'
import { shownSpec } from '../../subject/open.js'
import { printable, printableLines } from '../../text/printable.js'
import type { CliCommand, CliContext, ExitCode } from '../command.js'
import type { FlagValue } from './asked-section.js'
import type { JobRecord } from './audit-state.js'
import { clearBeginning } from './clear-beginning.js'
import type { AskedJob } from './plan-jobs.js'

export interface JobsRequest {
  readonly jobs: readonly AskedJob[]
  /** Of the audit. */
  readonly folder: string
  /** By name; what an earlier session left. */
  readonly earlier: ReadonlyMap<string, JobRecord>
  /** Those that sections name, and `score`. */
  readonly commands: readonly CliCommand[]
  /** Keeps a job that ended. */
  readonly keep: (record: JobRecord) => Promise<void>
}

export interface JobsOutcome {
  /** Folders with something to report, in the order of the jobs. */
  readonly folders: readonly string[]
  readonly notMeasured: readonly Absence[]
  /** The worst of the jobs; a result that is bad by its command's own rule is none of the audit's. */
  readonly code: ExitCode
}

/**
 * Asks one subject after another for one section after another. What is refused or fails is told as not measured and
 * stops nothing but itself; Ctrl-C ends the audit, and what ended is not asked again.
 *
 * @throws the signal's reason.
 */
export async function runJobs(request: JobsRequest, context: CliContext): Promise<JobsOutcome> {
  const { jobs, folder, earlier, keep } = request
  const { files, notify, signal } = context
  const folders: string[] = []
  const notMeasured: Absence[] = []
  let worst: ExitCode = 0
  for (const [place, job] of jobs.entries()) {
    const title = `${job.section.title} · ${printable(job.subject)}`
    const known = earlier.get(job.name)
    const own = files.join(folder, job.name)
    if (known?.code === 0 && (await isBegun(own, context))) {
      notify(`${place + 1} of ${jobs.length}: ${title}: done before`)
      folders.push(own)
      continue
    }
    notify(`${place + 1} of ${jobs.length}: ${title}`)
    const { code, why } = await runJob(job, { ...request, own, isRetry: known !== undefined }, context)
    signal.throwIfAborted()
    await keep({ name: job.name, command: commandLine(job), code, ...(why === undefined ? {} : { why }) })
    if (await isBegun(own, context)) folders.push(own)
    if (why !== undefined) notMeasured.push({ what: title, why })
    worst = worseOf(worst, code)
  }
  return { folders, notMeasured, code: worst }
}

interface JobPlace extends JobsRequest {
  readonly own: string
  /** Whether it ended before, with something that can be asked again. */
  readonly isRetry: boolean
}

interface JobEnding {
  readonly code: ExitCode
  /** Why nothing was measured. */
  readonly why?: string
}

async function runJob(job: AskedJob, place: JobPlace, context: CliContext): Promise<JobEnding> {
  const { section } = job
  const { own } = place
  const asked = await runCommand(await argvOf(job, place, context), place, context)
  if (section.scores || asked.why !== undefined || asked.code === 130) return asked
  const scored = await runCommand(['score', own], place, context)
  return { ...scored, code: worseOf(asked.code, scored.code) }
}

async function argvOf(
  { section, flags }: AskedJob,
  { own, isRetry }: JobPlace,
  context: CliContext,
): Promise<readonly string[]> {
  const { files } = context
  if (!section.resumes) {
    const kept = { save: files.join(own, 'decoded.jsonl'), output: files.join(own, 'scores.json') }
    return [section.command, ...flagWords({ ...flags, ...kept })]
  }
  if (!(await isBegun(own, context))) {
    await clearBeginning(own, files)
    return [section.command, ...flagWords({ ...flags, output: own })]
  }
  const later = Object.entries(flags).filter(([name]) => !section.atStart.includes(name))
  const again = isRetry && section.command !== 'ladder' ? { 'retry-errors': true } : {}
  return [section.command, ...flagWords({ ...Object.fromEntries(later), resume: own, ...again })]
}

/** Whether a command left something there that a report can read. */
async function isBegun(folder: string, { files }: CliContext): Promise<boolean> {
  for (const mark of ['run.json', 'ladder-plan.json', 'ladder.json', 'scores.json']) {
    if ((await files.facts(files.join(folder, mark))) !== undefined) return true
  }
  return false
}

/** What would ask the same by hand, without what a spec or a header may hold of keys. */
export function commandLine({ section, flags }: AskedJob): string {
  const shown = Object.entries(flags).map(([name, value]): [string, FlagValue] => {
    if (name === 'header') return [name, '…']
    return [name, name === 'subject' ? shownSpec(String(value)) : value]
  })
  return ['assay', section.command, ...flagWords(Object.fromEntries(shown))].join(' ')
}

function flagWords(flags: Readonly<Record<string, FlagValue>>): readonly string[] {
  return Object.entries(flags).flatMap(([name, value]) => {
    if (value === false) return []
    if (value === true) return [`--${name}`]
    return (typeof value === 'object' ? value : [value]).map((one) => `--${name}=${one}`)
  })
}

/** A command as if it had been typed, but that its results go to the audit. */
async function runCommand(
  argv: readonly string[],
  { commands }: JobPlace,
  context: CliContext,
): Promise<JobEnding> {
  const ended: { code: ExitCode } = { code: 0 }
  const said: string[] = []
  const inner: CliContext = {
    ...context,
    print: () => undefined,
    notify: (line) => context.notify(`  ${line}`),
    complain: (text) => void said.push(text),
    exit: (told) => {
      ended.code = told
    },
  }
  const program = new Command('assay')
    .exitOverride()
    .configureOutput({ writeOut: () => undefined, writeErr: (text) => void said.push(text) })
  for (const command of commands) command.register(program, inner)
  try {
    await program.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason
    if (error instanceof CommanderError) return { code: 2, why: firstLine(said.join('')) }
    if (!(error instanceof AssayError) || error.name === 'BugError') throw error
    context.complain(`${error.name}: ${printableLines(error.message)}\n`)
    return { code: error instanceof InputError ? 2 : 3, why: firstLine(error.message) }
  }
  // A low score and an unmeasured run are results.
  return { code: ended.code === 1 || ended.code === 4 ? 0 : ended.code }
}

/** Without its full stop, for it is told within a sentence. */
function firstLine(text: string): string {
  return printable(text.split('\n', 1)[0] ?? '')
    .slice(0, 500)
    .replace(/\.$/, '')
}

const ORDER: readonly ExitCode[] = [0, 4, 1, 3, 2, 70, 130]

function worseOf(left: ExitCode, right: ExitCode): ExitCode {
  return ORDER.indexOf(left) < ORDER.indexOf(right) ? right : left
}
