import { InputError } from '../errors.js'
import type { Files } from '../ports.js'
import type { ProbeFacts, UnshownItem } from '../probe/probe-plan.js'
import { isShowing, mainShowings, type Showing } from '../probe/showing.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../text/json.js'
import { type ConverseFacts, converseFactsOf } from './converse/converse-facts.js'
import type { Rotations } from './plan.js'

/** Schema of `run.json`. */
const RUN_SCHEMA = 'assay.run/1'

/** Where the items of a benchmark stand, and what they were when they were asked. */
export interface StoredBenchmark {
  /** As samples name it. */
  readonly name: string
  readonly path: string
  /** Id of the reader. */
  readonly format?: string
  readonly split?: string
  readonly answers?: string
  readonly fingerprint: string
}

/** What a scorer needs of `run.json`. */
export interface StoredRun {
  /** The folder, as it was named. */
  readonly folder: string
  readonly id: string
  readonly subject: { readonly spec: string; readonly label: string; readonly dialect?: string }
  readonly benchmarks: readonly StoredBenchmark[]
  /** Where the catalog stands; only files are ever read again. */
  readonly catalog?: { readonly sources: readonly string[]; readonly fingerprint: string }
  /** Absent of an imported run. */
  readonly seed?: number
  readonly trials: number
  /** Format and version of the log that the run was imported from; nobody looked at the instrument there. */
  readonly importedFrom?: { readonly format: string; readonly version?: string }
  /** Codes of the blocking findings of preflight; absent where none stands. */
  readonly unmeasured?: readonly string[]
  /** Rotations of MCQ items that were asked; absent where the run does not say. */
  readonly rotations?: Rotations
  /** Of `assay probe`. */
  readonly probe?: ProbeFacts
  /** Of `assay converse`. */
  readonly converse?: ConverseFacts
}

/** Far above a real run.json, which holds no samples. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads `run.json` of a run folder, as data: nothing that it names is opened or started.
 *
 * @throws {InputError} `run-missing`, `run-invalid`, `run-version`, `run-shared`.
 */
export async function readRun(folder: string, files: Files): Promise<StoredRun> {
  const place = files.join(folder, 'run.json')
  const facts = await files.facts(place)
  if (facts?.kind !== 'file' || facts.isSpecial === true) {
    const isThere = (await files.facts(folder)) !== undefined
    throw new InputError({
      code: 'run-missing',
      what: isThere ? 'The folder holds no run.json.' : 'There is no such folder.',
      where: folder,
      fix: 'Name the folder of a run, as `assay run` writes it.',
    })
  }
  if (facts.sizeBytes > MAX_BYTES) throw invalid(place, 'The file is too large for a run.json.')
  const reading = parseJson(new TextDecoder().decode(await files.read(place)), { duplicateKeys: 'last' })
  if (reading.kind === 'fault') {
    const { reason, line, column } = reading.fault
    throw invalid(`${place}, line ${line}, column ${column}`, `This is not valid JSON. ${reason}`)
  }
  const run = runOf(reading.value, { folder, place })
  await refuseSegments(folder, files)
  return run
}

/**
 * A shared folder keeps its lines in numbered segments, which are read as one file by an address with `shared:` alone.
 *
 * @throws {InputError} `run-shared`.
 */
async function refuseSegments(folder: string, files: Files): Promise<void> {
  const lines = files.join(folder, 'samples.jsonl')
  if ((await files.facts(lines)) !== undefined) return
  if ((await files.facts(`${lines}.segments`))?.kind !== 'folder') return
  throw new InputError({
    code: 'run-shared',
    what: 'The run is kept as a shared folder keeps it, its samples in numbered segments.',
    where: folder,
    fix: 'Write shared: before the path.',
  })
}

function runOf(
  value: JsonValue,
  { folder, place }: { readonly folder: string; readonly place: string },
): StoredRun {
  const run = new Members(value, place, 'run.json')
  checkSchema(run)
  const subject = run.inner('subject')
  const facts = subject.has('facts') ? subject.inner('facts') : undefined
  const dialect = subject.optionalText('dialect') ?? facts?.optionalText('dialect')
  const blocking = blockingFindings(run)
  const catalog = run.has('catalog') ? run.inner('catalog') : undefined
  const benchmarks = run
    .list('benchmarks')
    .map((entry) => benchmarkOf(new Members(entry, place, 'benchmarks')))
  if (benchmarks.length === 0) throw invalid(place, '"benchmarks" is empty.')
  const names = new Set(benchmarks.map(({ name }) => name))
  if (names.size < benchmarks.length) throw invalid(place, 'Two benchmarks have one name.')
  return {
    folder,
    id: run.text('id'),
    subject: {
      spec: subject.text('spec'),
      label: subject.text('label'),
      ...(dialect === undefined ? {} : { dialect }),
    },
    benchmarks,
    ...(catalog === undefined
      ? {}
      : { catalog: { sources: catalog.texts('sources'), fingerprint: catalog.text('fingerprint') } }),
    ...(run.has('importedFrom') ? originOf(run.inner('importedFrom')) : { seed: run.whole('seed', 0) }),
    trials: run.whole('trials', 1),
    ...(blocking === undefined ? {} : { unmeasured: blocking }),
    ...rotationsOf(run),
    ...(run.has('probe') ? { probe: storedProbe(run.inner('probe')) } : {}),
    ...(run.has('converse') ? { converse: converseFactsOf(run.value('converse'), place) } : {}),
  }
}

function originOf(origin: Members): Pick<StoredRun, 'importedFrom'> {
  const version = origin.optionalText('version')
  return { importedFrom: { format: origin.text('format'), ...(version === undefined ? {} : { version }) } }
}

function rotationsOf(run: Members): { readonly rotations?: Rotations } {
  const rotations = run.optionalText('rotations')
  if (rotations === undefined) return {}
  if (rotations === 'one' || rotations === 'all') return { rotations }
  throw invalid(run.place, '"rotations" is neither "one" nor "all".')
}

function blockingFindings(run: Members): readonly string[] | undefined {
  if (!run.has('preflight')) return undefined
  const preflight = run.inner('preflight')
  if (preflight.text('verdict') !== 'unmeasured') return undefined
  return preflight.list('findings').flatMap((entry) => {
    const finding = new Members(entry, run.place, 'findings')
    return finding.text('severity') === 'blocking' ? [finding.text('code')] : []
  })
}

function storedProbe(probe: Members): ProbeFacts {
  if (probe.whole('version', 1) !== 1) throw invalid(probe.place, '"version" of probe is not 1.')
  const named = probe.text('show')
  const show = mainShowings.find((word) => word === named)
  const showings = probe.texts('showings').filter(isShowing)
  if (show === undefined) throw invalid(probe.place, `"show" of probe is none of ${mainShowings.join(', ')}.`)
  const leftOut: Partial<Record<Showing, string>> = {}
  const unshown: Partial<Record<Showing, readonly UnshownItem[]>> = {}
  const reasons = probe.inner('leftOut')
  for (const key of reasons.keys()) if (isShowing(key)) leftOut[key] = reasons.text(key)
  const lists = probe.inner('unshown')
  for (const key of lists.keys()) {
    if (!isShowing(key)) continue
    unshown[key] = lists.list(key).map((entry) => {
      const one = new Members(entry, probe.place, 'unshown')
      return { item: one.text('item'), why: one.text('why') }
    })
  }
  const tokens = probe.has('tokens') ? probe.inner('tokens') : undefined
  const split = tokens?.has('split') ? tokens.inner('split') : undefined
  return {
    version: 1,
    show,
    showings,
    leftOut,
    unshown,
    ...(tokens === undefined
      ? {}
      : {
          tokens: {
            spec: tokens.text('spec'),
            layout: tokens.text('layout'),
            ...(split === undefined
              ? {}
              : {
                  split: {
                    shown: split.whole('shown', 0),
                    split: split.whole('split', 0),
                    first: split.texts('first'),
                  },
                }),
          },
        }),
  }
}

function checkSchema(run: Members): void {
  const schema = run.optionalText('schema')
  if (schema === RUN_SCHEMA) return
  if (schema?.startsWith('assay.run/')) {
    throw new InputError({
      code: 'run-version',
      what: `The run has the schema ${JSON.stringify(schema)}, and this version of Assay reads "${RUN_SCHEMA}".`,
      where: run.place,
      fix: 'Score it with the version of Assay that made it.',
    })
  }
  throw invalid(run.place, `"schema" is not "${RUN_SCHEMA}".`)
}

function benchmarkOf(entry: Members): StoredBenchmark {
  const format = entry.optionalText('format')
  const split = entry.optionalText('split')
  const answers = entry.optionalText('answers')
  return {
    name: entry.text('name'),
    path: entry.text('path'),
    ...(format === undefined ? {} : { format }),
    ...(split === undefined ? {} : { split }),
    ...(answers === undefined ? {} : { answers }),
    fingerprint: entry.text('fingerprint'),
  }
}

/** Members of an object in `run.json`, each with the kind that is asked for. */
class Members {
  readonly place: string
  readonly #json: JsonObject
  readonly #name: string

  constructor(value: JsonValue | undefined, place: string, name: string) {
    if (!isJsonObject(value)) throw invalid(place, `"${name}" is no object.`)
    this.#json = value
    this.place = place
    this.#name = name
  }

  has(key: string): boolean {
    return this.#json[key] !== undefined && this.#json[key] !== null
  }

  value(key: string): JsonValue | undefined {
    return this.#json[key]
  }

  keys(): readonly string[] {
    return Object.keys(this.#json)
  }

  inner(key: string): Members {
    return new Members(this.#json[key], this.place, key)
  }

  list(key: string): readonly JsonValue[] {
    const value = this.#json[key]
    if (isJsonArray(value)) return value
    throw this.#fault(key, 'a list')
  }

  text(key: string): string {
    const value = this.optionalText(key)
    if (value !== undefined) return value
    throw this.#fault(key, 'a text')
  }

  optionalText(key: string): string | undefined {
    const value = this.#json[key]
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string') return value
    throw this.#fault(key, 'a text')
  }

  texts(key: string): readonly string[] {
    return this.list(key).map((entry) => {
      if (typeof entry === 'string') return entry
      throw this.#fault(key, 'a list of texts')
    })
  }

  whole(key: string, least: number): number {
    const value = this.#json[key]
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value
    throw this.#fault(key, `a whole number from ${least}`)
  }

  #fault(key: string, wanted: string): InputError {
    return invalid(this.place, `"${key}" of ${this.#name} is not ${wanted}.`)
  }
}

function invalid(where: string, what: string): InputError {
  return new InputError({
    code: 'run-invalid',
    what,
    where,
    fix: 'Restore run.json as `assay run` wrote it; samples cannot be read without it.',
  })
}
