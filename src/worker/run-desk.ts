import { AssayError, InputError } from '../errors.js'
import type { Clock, Files, Http, Notify } from '../ports.js'
import { type RunAnnouncement, subjectPrint } from '../run/queue/run-announcement.js'
import type { SecretBook } from '../run/secret-book.js'
import type { SubjectKind, SubjectOptions } from '../subject/kind.js'
import { leadsElsewhere } from '../subject/leads-elsewhere.js'
import { openSubject, shownSpec } from '../subject/open.js'
import type { Subject } from '../subject/subject.js'
import { printable } from '../text/printable.js'
import type { TemplateRenderer } from '../toolcall/template-renderer.js'
import { type Allowance, guardedFiles, guardedKinds, isNamed } from './allowance.js'

export interface DeskOptions {
  /** Version of this Assay. */
  readonly assay: string
  readonly allowance: Allowance
  /** Fingerprints of the benchmarks and the catalog for which alone this worker is there. */
  readonly pinned: { readonly benchmarks?: ReadonlySet<string>; readonly catalog?: string }
  /** Options of subjects by spec, out of the worker's own config. */
  readonly subjects: readonly { readonly spec: string; readonly options: SubjectOptions }[]
  readonly files: Files
  readonly http: Http
  readonly clock: Clock
  readonly notify: Notify
  readonly templates: TemplateRenderer
  readonly kinds: readonly SubjectKind[]
  readonly variable: (name: string) => string | undefined
  readonly secrets: SecretBook
  /** Aborted when the process ends. */
  readonly signal: AbortSignal
}

/** A run as far as this worker serves it. */
export type DeskRun =
  | { readonly kind: 'open'; readonly run: RunAnnouncement; readonly subject: Subject }
  | {
      readonly kind: 'refused'
      readonly run: RunAnnouncement
      readonly reason: string
      readonly sinceMs: number
    }

/** What was refused may be fine after a while: an endpoint that was down, a file that had not come yet. */
const LOOK_AGAIN_MS = 30_000

/** Opens the subjects of runs, or says why this worker does not serve them. */
export class RunDesk {
  readonly #options: DeskOptions
  readonly #runs = new Map<string, DeskRun>()

  constructor(options: DeskOptions) {
    this.#options = options
  }

  get(key: string): DeskRun | undefined {
    return this.#runs.get(key)
  }

  get all(): readonly DeskRun[] {
    return [...this.#runs.values()]
  }

  /** Looks at an announced run, the first time or again. */
  async admit(run: RunAnnouncement): Promise<DeskRun> {
    const { clock, notify } = this.#options
    const before = this.#runs.get(run.key)
    if (before?.kind === 'open') return before
    if (before !== undefined && clock.now() - before.sinceMs < LOOK_AGAIN_MS) return before
    const reason = this.#unfit(run)
    const admitted = reason === undefined ? await this.#open(run) : this.#refused(run, reason)
    this.#runs.set(run.key, admitted)
    const name = printable(JSON.stringify(run.id), { maxLength: 200 })
    if (admitted.kind === 'open') notify(`Serving the run ${name}: ${admitted.subject.label}.`)
    else if (before === undefined || before.reason !== admitted.reason) {
      notify(`The run ${name} is left to other workers: ${admitted.reason}`)
    }
    return admitted
  }

  /** Closes the subjects of runs that are over. */
  async retain(keys: ReadonlySet<string>): Promise<void> {
    for (const [key, run] of this.#runs) {
      if (keys.has(key)) continue
      this.#runs.delete(key)
      if (run.kind === 'open') await run.subject.close?.()
    }
  }

  #unfit({ assay, benchmarks, catalog }: RunAnnouncement): string | undefined {
    const { pinned } = this.#options
    if (assay !== this.#options.assay) {
      return `it was planned by Assay ${printable(assay, { maxLength: 60 })}, and this is ${this.#options.assay}; use the same version on every host.`
    }
    const wanted = pinned.benchmarks
    const other = benchmarks.find(({ fingerprint }) => wanted !== undefined && !wanted.has(fingerprint))
    if (other !== undefined) {
      return `its benchmark ${printable(JSON.stringify(other.name), { maxLength: 200 })} is not the one that --items names here: the fingerprints differ.`
    }
    if (pinned.catalog !== undefined && pinned.catalog !== catalog) {
      return 'its catalog is not the one that --catalog names here: the fingerprints differ.'
    }
    return undefined
  }

  #refused(run: RunAnnouncement, reason: string): DeskRun {
    return {
      kind: 'refused',
      run,
      reason: this.#options.secrets.clean(reason),
      sinceMs: this.#options.clock.now(),
    }
  }

  async #open(run: RunAnnouncement): Promise<DeskRun> {
    try {
      const subject = await this.#subject(run)
      if (subjectPrint(subject.facts) === subjectPrint(run.subject.facts))
        return { kind: 'open', run, subject }
      await subject.close?.()
      return this.#refused(
        run,
        'its subject is another one here: other weights, or another model under the same name.',
      )
    } catch (error) {
      // An announcement that only a stranger would make may trip a subject; other runs are to be served all the same.
      if (!(error instanceof AssayError)) {
        return this.#refused(run, printable(`opening its subject failed: ${error}`, { maxLength: 600 }))
      }
      const fix = error.fix === undefined ? '' : ` ${error.fix}`
      return this.#refused(run, printable(`${error.what}${fix}`, { maxLength: 600 }))
    }
  }

  async #subject({
    subject: { spec, key, maxConcurrency, extra, headers = [] },
  }: RunAnnouncement): Promise<Subject> {
    const { allowance, files, kinds, subjects, secrets, variable, http, clock, notify, templates, signal } =
      this.#options
    const own = subjects.find((known) => known.spec === spec)?.options
    const isTrusted = isNamed(spec, allowance) || own !== undefined
    const given = new Set(Object.keys(own?.headers ?? {}).map((name) => name.toLowerCase()))
    const lacking = headers.find((name) => !given.has(name.toLowerCase()))
    if (lacking !== undefined) throw headerMissing(lacking, spec)
    return openSubject(
      spec,
      {
        files: isTrusted ? files : guardedFiles(files, allowance),
        http,
        clock,
        notify,
        templates,
        variable: (name) => {
          const value = variable(name)
          if (value === undefined) return undefined
          if (!isTrusted && leadsElsewhere(spec)) throw keyElsewhere(name, spec)
          secrets.learn(name, value)
          return value
        },
        mayExecute: isTrusted,
        signal,
        options: {
          ...(key === undefined ? {} : { key }),
          ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
          ...(extra === undefined ? {} : { extra }),
          ...own,
        },
      },
      isTrusted ? kinds : guardedKinds(kinds, allowance),
    )
  }
}

function headerMissing(name: string, spec: string): InputError {
  return new InputError({
    code: 'worker-header',
    what: `The subject is asked with the header ${printable(name, { maxLength: 100 })}, which does not travel by the queue.`,
    where: shownSpec(spec),
    fix: 'Start the worker with --config and a config that gives this subject its headers.',
  })
}

function keyElsewhere(name: string, spec: string): InputError {
  return new InputError({
    code: 'worker-key',
    what: `The run would send the key in ${printable(name, { maxLength: 100 })} to an address that the queue names: ${shownSpec(spec)}.`,
    where: shownSpec(spec),
    fix: 'If you trust it, start the worker with --subject and the whole spec.',
  })
}
