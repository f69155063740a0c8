import { createHash } from 'node:crypto'
import { basename, relative } from 'node:path'
import { InputError } from '../../errors.js'
import type { Clock, Files, Journals } from '../../ports.js'
import type { LiveProgress, LiveRun, LiveRuns } from '../../report/live/live-view.js'
import { plannedSamples } from '../../report/live/planned-samples.js'
import type { Notice } from '../../report/notice.js'
import { readJsonFile } from '../../report/sources/json-file.js'
import { runFacts } from '../../report/sources/run-facts.js'
import { type FoundSource, sourceIn } from '../../report/sources/source-kind.js'
import { emptyObject, isJsonObject, type JsonObject } from '../../text/json.js'
import { objectIn } from '../../text/json-members.js'
import { RunProgressScan } from './run-progress-scan.js'

export interface RunShelfOptions {
  /** Folder of runs, or one run. */
  readonly root: string
  /** Confined to what lies in `root` without a link. */
  readonly files: Files
  readonly journals: Pick<Journals, 'readPart'>
  readonly clock: Clock
  readonly isLockHeld: (path: string) => Promise<boolean>
}

/** A run by its id. */
export interface ShelvedRun {
  readonly id: string
  readonly found: FoundSource
  /** The folder it lies in. */
  readonly folder: string
}

/** Folders that are looked into. */
const MOST_FOLDERS = 5000
/** An audit keeps the runs of its subjects one folder below its own. */
const DEPTH = 2
/** What is not counted by then is told at the next look. */
const PATIENCE_MS = 300

/** The runs of a folder: which there are, and how far each is. Asked for by id: no part of a request is ever a path. */
export class RunShelf {
  readonly #options: RunShelfOptions
  readonly #runs = new Map<string, ShelvedRun>()
  readonly #scans = new Map<string, RunProgressScan>()
  #scanning: Promise<void> = Promise.resolve()
  /** Runs in the order in which they are counted next. */
  readonly #waiting = new Set<string>()

  constructor(options: RunShelfOptions) {
    this.#options = options
  }

  /** A run that was listed; looks again where it was not. */
  async run(id: string): Promise<ShelvedRun | undefined> {
    if (!this.#runs.has(id)) await this.#look()
    return this.#runs.get(id)
  }

  async list(): Promise<LiveRuns> {
    const { notices } = await this.#look()
    const drafts = await inBatches([...this.#runs.values()], (run) => this.#describe(run, notices))
    // Those that run are counted first.
    for (const isFirst of [true, false]) {
      for (const { run, live } of drafts) {
        if (run.found.kind === 'run-folder' && (live.state === 'running') === isFirst)
          this.#waiting.add(run.id)
      }
    }
    const scanned = this.#scanWaiting()
    await Promise.race([scanned, this.#options.clock.sleep(PATIENCE_MS)])
    const runs = drafts.map(({ run, live, planned }): LiveRun => {
      const progress = this.#scans.get(run.id)?.progress(planned)
      if (progress === undefined) return live
      return { ...live, state: stateOf(live, progress), progress }
    })
    runs.sort(
      (left, right) =>
        textOrder(right.createdAt ?? '', left.createdAt ?? '') || textOrder(left.name, right.name),
    )
    return { runs, notices }
  }

  async #look(): Promise<{ readonly notices: Notice[] }> {
    const notices: Notice[] = []
    const seen = new Set<string>()
    let left = MOST_FOLDERS
    const lookInto = async (folder: string, depth: number): Promise<void> => {
      if (left-- <= 0) return
      const own = await sourceIn(folder, this.#options.files)
      if (own !== undefined) seen.add(this.#shelve(folder, own))
      if (depth >= DEPTH || (own !== undefined && own.kind !== 'json')) return
      await inBatches(await this.#namesIn(folder, depth), async (name) => {
        const inner = this.#options.files.join(folder, name)
        if ((await this.#options.files.facts(inner))?.kind === 'folder') await lookInto(inner, depth + 1)
      })
    }
    await lookInto(this.#options.root, 0)
    if (left < 0)
      notices.push({
        code: 'serve-many',
        what: `Only ${MOST_FOLDERS} folders were looked into.`,
        where: 'runs',
      })
    for (const id of this.#runs.keys()) {
      if (seen.has(id)) continue
      this.#runs.delete(id)
      this.#scans.delete(id)
    }
    return { notices }
  }

  /** What vanishes while it is looked into is not there; that the whole folder is gone is told. */
  async #namesIn(folder: string, depth: number): Promise<readonly string[]> {
    try {
      return await this.#options.files.list(folder)
    } catch (error) {
      if (depth > 0 && error instanceof InputError) return []
      throw error
    }
  }

  #shelve(folder: string, found: FoundSource): string {
    const id = createHash('sha256').update(relative(this.#options.root, folder)).digest('hex').slice(0, 16)
    this.#runs.set(id, { id, found, folder })
    return id
  }

  async #describe(
    run: ShelvedRun,
    notices: Notice[],
  ): Promise<{ readonly run: ShelvedRun; readonly live: LiveRun; readonly planned: number | undefined }> {
    const { files, root, isLockHeld } = this.#options
    const { id, found, folder } = run
    const name = relative(root, folder) || basename(folder)
    let json: JsonObject = emptyObject()
    if (found.kind === 'run-folder') {
      try {
        const value = await readJsonFile(files.join(folder, 'run.json'), files)
        if (isJsonObject(value)) json = value
      } catch (error) {
        if (!(error instanceof InputError)) throw error
        notices.push({ code: error.code, what: error.what, where: name })
      }
    }
    const { subject, benchmarks, createdAt } = runFacts(json)
    const isRunning =
      (await isLockHeld(files.join(folder, 'run.lock'))) ||
      (await isLockHeld(files.join(folder, 'ladder.lock')))
    const isScored =
      found.kind !== 'run-folder' || (await files.facts(files.join(folder, 'scores.json')))?.kind === 'file'
    const live: LiveRun = {
      id,
      name,
      kind: kindOf(found, json),
      state: isRunning ? 'running' : isScored ? 'finished' : 'idle',
      ...(subject === undefined ? {} : { subject: subject.label }),
      benchmarks: benchmarks.map((benchmark) => benchmark.name),
      ...(createdAt === undefined ? {} : { createdAt }),
    }
    return { run, live, planned: plannedSamples(json) }
  }

  /** One run after the other, so that a hundred large ones do not hold up each other. */
  #scanWaiting(): Promise<void> {
    const { files, journals, clock } = this.#options
    this.#scanning = this.#scanning.then(async () => {
      for (const id of this.#waiting) {
        this.#waiting.delete(id)
        const run = this.#runs.get(id)
        if (run === undefined) continue
        const path = files.join(run.folder, 'samples.jsonl')
        const scan = this.#scans.get(id) ?? new RunProgressScan({ path, files, journals, clock })
        this.#scans.set(id, scan)
        // A file that vanished or cannot be read is told where its run is opened.
        await scan.refresh().catch(() => undefined)
      }
    })
    return this.#scanning
  }
}

/** Files that are looked at side by side. */
const BATCH = 32

async function inBatches<From, To>(
  values: readonly From[],
  work: (value: From) => Promise<To>,
): Promise<readonly To[]> {
  const done: To[] = []
  for (let at = 0; at < values.length; at += BATCH)
    done.push(...(await Promise.all(values.slice(at, at + BATCH).map(work))))
  return done
}

/** A run that holds all it was to ask is finished, scored or not. */
function stateOf({ state }: LiveRun, { done, planned }: LiveProgress): LiveRun['state'] {
  return state === 'idle' && planned !== undefined && done >= planned ? 'finished' : state
}

function kindOf(found: FoundSource, run: JsonObject): LiveRun['kind'] {
  if (found.kind === 'ladder-folder') return 'ladder'
  if (found.kind === 'json') return KINDS.find(([file]) => basename(found.path) === file)?.[1] ?? 'unknown'
  if (objectIn(run, 'converse') !== undefined) return 'converse'
  return objectIn(run, 'probe') === undefined ? 'run' : 'probe'
}

const KINDS = [
  ['report.json', 'audit'],
  ['experiment.json', 'experiment'],
  ['drift.json', 'drift'],
  ['scores.json', 'scores'],
] as const

function textOrder(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
