import { InputError } from '../../errors.js'
import type { Exchange } from '../../exchange/exchange.js'
import type { Draft, Drafts, Files } from '../../ports.js'
import type { ImportedRunDocument, RunBenchmark, RunOrigin } from '../run-document.js'
import type { ImportedSample } from '../sample.js'
import { sampleLine } from '../sample-line.js'
import { SecretBook } from '../secret-book.js'
import { callTask } from '../tasks/call.js'
import { type SamplePlace, sampleOfExchange } from './imported-sample.js'

/** Each subject has an open file; a log of more is one that somebody wrote to exhaust them. */
const MOST_SUBJECTS = 200

export interface SubjectDesksOptions {
  readonly folder: string
  readonly files: Pick<Files, 'join'>
  readonly drafts: Drafts
}

/** The samples of one subject, as they are written. */
export interface SubjectDesk {
  readonly model: string
  readonly label: string
  readonly provider?: string
  readonly folder: string
  readonly draft: Draft
  /** Known from the first answer on. */
  readonly dialect: string | undefined
  readonly samples: number
  readonly errors: number
  /** Items that were asked. */
  readonly items: number
  /** Answers that every item has. */
  readonly trials: number
  /** That all exchanges share. */
  readonly settings: ImportedRunDocument['settings']
}

/** Hands the answers of a log to their subjects: one for each model, and each form of its messages. */
export class SubjectDesks {
  readonly #options: SubjectDesksOptions
  readonly #desks: Desk[] = []
  readonly #names = new Set(['items'])
  readonly #secrets = new SecretBook()

  constructor(options: SubjectDesksOptions) {
    this.#options = options
  }

  get all(): readonly SubjectDesk[] {
    return this.#desks
  }

  /** @throws {InputError} `too-many-subjects`. */
  async keep(
    exchange: Exchange,
    place: Pick<SamplePlace, 'benchmark' | 'item' | 'print'>,
    mask: (text: string) => string,
  ): Promise<void> {
    const { answer } = exchange
    if (answer === undefined) return
    const desk = await this.#deskOf(exchange, mask)
    const sample = sampleOfExchange(exchange, {
      ...place,
      subject: desk.label,
      trial: desk.nextTrial(place.item),
    })
    if (sample === undefined) return
    desk.count(sample)
    const line = sampleLine(sample, this.#secrets)
    const clean = mask(line)
    await desk.draft.append(clean === line ? `${line}\n` : `${clean.slice(0, -1)},"redacted":true}\n`)
  }

  async discard(): Promise<void> {
    for (const { draft } of this.#desks) await draft.discard()
  }

  /** An answer that failed has no form, and goes with those that have one. */
  async #deskOf({ subject, answer, where }: Exchange, mask: (text: string) => string): Promise<Desk> {
    const dialect = answer?.kind === 'said' ? answer.dialect : undefined
    const model = mask(subject.model)
    const own = this.#desks.filter((desk) => desk.model === model)
    const known = own.find(
      (desk) => dialect === undefined || desk.dialect === undefined || desk.dialect === dialect,
    )
    if (known !== undefined) {
      known.dialect ??= dialect
      return known
    }
    if (this.#desks.length === MOST_SUBJECTS) {
      throw new InputError({
        code: 'too-many-subjects',
        what: `The log names more than ${MOST_SUBJECTS} models.`,
        where,
        fix: 'Divide the log by models.',
      })
    }
    const label = own.length === 0 ? model : `${model} (${dialect})`
    const { files, drafts, folder } = this.#options
    const place = files.join(folder, this.#nameOf(label))
    const draft = await drafts.open(files.join(place, 'samples.jsonl'))
    const { provider } = subject
    const desk = new Desk({
      model,
      label,
      folder: place,
      draft,
      ...(provider === undefined ? {} : { provider }),
    })
    desk.dialect = dialect
    this.#desks.push(desk)
    return desk
  }

  /** A folder name that means nothing to any file system, distinct whatever the case. */
  #nameOf(label: string): string {
    const plain = label
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60)
    const first = /^(?:|con|prn|aux|nul|com\d|lpt\d)$/.test(plain) ? `model-${plain}` : plain
    let name = first
    for (let number = 2; this.#names.has(name); number++) name = `${first}-${number}`
    this.#names.add(name)
    return name
  }
}

class Desk implements SubjectDesk {
  readonly model: string
  readonly label: string
  declare readonly provider?: string
  readonly folder: string
  readonly draft: Draft
  dialect: string | undefined
  samples = 0
  errors = 0
  settings: ImportedRunDocument['settings'] = {}
  readonly #trials = new Map<string, number>()

  constructor(parts: Pick<SubjectDesk, 'model' | 'label' | 'provider' | 'folder' | 'draft'>) {
    this.model = parts.model
    this.label = parts.label
    if (parts.provider !== undefined) this.provider = parts.provider
    this.folder = parts.folder
    this.draft = parts.draft
  }

  get items(): number {
    return this.#trials.size
  }

  get trials(): number {
    let least = Number.POSITIVE_INFINITY
    for (const trials of this.#trials.values()) least = Math.min(least, trials)
    return Number.isFinite(least) ? least : 1
  }

  nextTrial(item: string): number {
    const trial = this.#trials.get(item) ?? 0
    this.#trials.set(item, trial + 1)
    return trial
  }

  count({ decode, error }: ImportedSample): void {
    this.samples++
    if (error !== undefined) this.errors++
    this.settings = this.samples === 1 ? decode : shared(this.settings, decode)
  }
}

function shared(left: ImportedRunDocument['settings'], right: ImportedRunDocument['settings']) {
  const both = Object.entries(left).filter(
    ([key, value]) => JSON.stringify(right[key as keyof typeof right]) === JSON.stringify(value), // keys of one type
  )
  return Object.fromEntries(both) as ImportedRunDocument['settings'] // members of it
}

export interface ImportedRunRequest {
  readonly benchmark: RunBenchmark
  readonly origin: RunOrigin
  readonly createdAt: string
  /** Whether its own answers are the gold. */
  readonly isGold: boolean
}

/** `run.json` of a subject. Preflight was not done, and never counts as passed. */
export function importedRun(
  { model, label, provider, dialect, folder, trials, settings }: SubjectDesk,
  { benchmark, origin, createdAt, isGold }: ImportedRunRequest,
): ImportedRunDocument {
  return {
    schema: 'assay.run/1',
    id: folder.split(/[/\\]/).at(-1) ?? folder,
    createdAt,
    importedFrom: origin,
    subject: {
      spec: `recorded:${model}`,
      label,
      facts: {
        model,
        ...(dialect === undefined ? {} : { dialect }),
        ...(provider === undefined ? {} : { engine: provider }),
      },
    },
    benchmarks: [benchmark],
    tasks: { [callTask.kind]: { version: callTask.version, requests: benchmark.fingerprint } },
    settings,
    trials,
    rotations: 'one',
    sessions: [],
    preflight: {
      verdict: isGold ? 'unmeasured' : 'not-done',
      findings: [HARNESS_UNMEASURED, ...(isGold ? [OWN_GOLD] : [])],
    },
  }
}

const HARNESS_UNMEASURED = {
  code: 'harness-unmeasured',
  severity: 'notice',
  what: 'Another tool asked, and preflight was not done: nothing is known of templates, parsers and truncation there.',
  fix: 'Ask the same items with `assay run`, where the endpoint can still be reached.',
} as const

const OWN_GOLD = {
  code: 'gold-is-own-answers',
  severity: 'blocking',
  what: 'The gold of these items is what this subject itself answered, so its score would say nothing.',
  fix: 'Score other subjects on these items, or write gold of your own.',
} as const
