import type { Benchmark } from '../../benchmark/item.js'
import { InputError } from '../../errors.js'
import type { Absence } from '../../report/absence.js'
import type { AskConfig } from '../../sections/config.js'
import type { AskedSubject } from '../../sections/open-audit.js'
import { shownSpec } from '../../subject/open.js'
import { nearestWord } from '../../text/nearest.js'
import { printable } from '../../text/printable.js'
import { placedAt } from '../catalog/config-catalog.js'
import type { AskedSection, Flags, FlagValue } from './asked-section.js'
import { askedSections } from './asked-sections.js'

export interface JobPlanRequest {
  readonly subjects: readonly AskedSubject[]
  /** For all subjects. */
  readonly ask: AskConfig
  /** The config's sections; all where it names none. */
  readonly sections: readonly string[] | undefined
  readonly benchmarks: readonly { readonly path: string; readonly benchmark: Benchmark }[]
  /** File with the tools of the audit. */
  readonly catalog: string
  /** The config, which holds options of subjects; absent where flags alone say what to do. */
  readonly config: string | undefined
  /** From which paths in `ask` start. */
  readonly folder: string
  /** Given to every command that draws. */
  readonly seed: number
}

/** One subject asked for one section. */
export interface AskedJob {
  /** Name of its folder, distinct. */
  readonly name: string
  readonly section: AskedSection
  readonly subject: string
  /** Without those that say where. */
  readonly flags: Flags
}

export interface JobPlan {
  readonly jobs: readonly AskedJob[]
  readonly notMeasured: readonly Absence[]
}

/** Commands that read a config for options of subjects and dialects. */
const READ_CONFIGS: ReadonlySet<string> = new Set(['probe', 'run', 'converse'])
/** Flags that the audit gives itself: whom it asks, under which name, and where that is kept. */
const OWN_FLAGS: ReadonlySet<string> = new Set(['subject', 'label', 'output', 'resume', 'help'])
/** Words of `--tokens` that are no files. */
const TOKEN_WORDS: ReadonlySet<FlagValue> = new Set(['flat', 'hier', 'hierarchical', 'numeric'])

/**
 * Which subject is asked for which section, section by section. What has nothing to ask is told with its reason.
 *
 * @throws {InputError} `section-unknown` where `ask` names no section that asks, `ask-flag` where a flag is none or not the config's.
 */
export function planJobs(request: JobPlanRequest): JobPlan {
  const { subjects, ask, sections } = request
  for (const config of [ask, ...subjects.map((one) => one.ask ?? {})]) refuseUnknown(config)
  const jobs: AskedJob[] = []
  const notMeasured: Absence[] = []
  for (const section of askedSections) {
    if (sections !== undefined && !sections.includes(section.id)) continue
    const reasons = new Set<string>()
    for (const subject of subjects) {
      const planned = jobFor(section, subject, request)
      if (typeof planned === 'string') reasons.add(planned)
      else if (planned !== undefined) jobs.push({ ...planned, name: distinctName(section, subject, jobs) })
    }
    if (subjects.length === 0) reasons.add('no subject is a model that can be asked')
    if (jobs.some((job) => job.section === section)) continue
    for (const why of reasons) notMeasured.push({ what: section.title, why })
  }
  return { jobs, notMeasured }
}

/** Undefined where the subject is not wanted for it. */
function jobFor(
  section: AskedSection,
  { spec, label, ask: own = {}, only }: AskedSubject,
  { ask, benchmarks, catalog, config, folder, seed }: JobPlanRequest,
): Omit<AskedJob, 'name'> | string | undefined {
  if (only !== undefined && only !== section.id) return undefined
  const [general, special] = [ask[section.id], own[section.id]]
  if (special === false || (general === false && special === undefined)) return undefined
  const given = { ...(general === false ? {} : general), ...special }
  const flags = placed(given, section, folder)
  const planned = section.plan({ spec, flags, benchmarks, catalog })
  if (typeof planned === 'string') return planned
  return {
    section,
    subject: label ?? shownSpec(spec),
    flags: {
      subject: spec,
      ...(config !== undefined && READ_CONFIGS.has(section.command) ? { config } : {}),
      ...(label === undefined ? {} : { label }),
      seed,
      ...planned,
    },
  }
}

function placed(flags: Flags, { paths }: AskedSection, folder: string): Flags {
  const place = (value: string | number): string | number =>
    typeof value === 'string' && !TOKEN_WORDS.has(value) ? placedAt(folder, value) : value
  return Object.fromEntries(
    Object.entries(flags).map(([name, value]): [string, FlagValue] => {
      if (!paths.includes(name) || typeof value === 'boolean') return [name, value]
      return [name, typeof value === 'object' ? value.map(place) : place(value)]
    }),
  )
}

/** Letters, digits and hyphens, so that it is a folder on every system. */
function distinctName(
  section: AskedSection,
  { spec, label }: AskedSubject,
  jobs: readonly AskedJob[],
): string {
  const words = (label ?? shownSpec(spec))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const base = `${section.id}-${words.slice(-60).replace(/^-+/, '') || 'subject'}`
  let name = base
  for (let number = 2; jobs.some((job) => job.name === name); number++) name = `${base}-${number}`
  return name
}

function refuseUnknown(ask: AskConfig): void {
  const known: readonly string[] = askedSections.map(({ id }) => id)
  for (const [id, flags] of Object.entries(ask)) {
    if (known.includes(id)) {
      for (const name of Object.keys(flags)) refuseFlag(id, name)
      continue
    }
    const near = nearestWord(id, known)
    throw new InputError({
      code: 'section-unknown',
      what: `No section "${id}" asks a subject.`,
      where: 'ask',
      fix: near === undefined ? `Those that do are ${known.join(', ')}.` : `Did you mean "${near}"?`,
    })
  }
}

function refuseFlag(section: string, name: string): void {
  const isOwn = OWN_FLAGS.has(name)
  if (!isOwn && /^[a-z][a-z0-9-]*$/.test(name)) return
  throw new InputError({
    code: 'ask-flag',
    what: isOwn
      ? `The audit itself says whom it asks and where that is kept, so "${name}" cannot be given.`
      : `"${printable(name)}" is no name of a flag.`,
    where: `ask.${section}`,
    fix: isOwn
      ? 'Leave it out; label and spec belong to the entry in "subjects".'
      : 'Write it as in the help of the command, without the dashes in front.',
  })
}
