import { type RandomStream, randomStream } from '../numeric/random.js'
import type { Clock, Hash } from '../ports.js'
import { AttemptWatch } from '../run/attempt-watch.js'
import type { AnnouncedRun, ServedQueue, TakenJob, WorkerQueue, WorkResult } from '../run/queue/queue.js'
import { readAnnouncement } from '../run/queue/run-announcement.js'
import type { SecretBook } from '../run/secret-book.js'
import { answerJob, ToolLists } from './answer-job.js'
import type { DeskRun, RunDesk } from './run-desk.js'

export interface QueueWorkerOptions {
  readonly queue: WorkerQueue
  readonly desk: RunDesk
  /** Questions in hand at once for each endpoint, at most. */
  readonly concurrency: number
  /** End once nothing is left to do, and nobody collects a run that this worker serves. */
  readonly untilIdle: boolean
  /** Aborted to take nothing more. */
  readonly drain: AbortSignal
  readonly clock: Clock
  readonly hash: Hash
  readonly secrets: SecretBook
  /** Number of this worker, for the jitter of its waits. */
  readonly seed: number
}

/** How a worker spent its time. */
export interface WorkerSummary {
  /** Jobs that were answered; answers that are errors included. */
  readonly answered: number
  /** Attempts that failed and are made again. */
  readonly again: number
  /** Jobs that were none. */
  readonly poisoned: number
  readonly isInterrupted: boolean
}

const LOOK_EVERY_MS = 500
/** A run that nobody announced for this long is over. */
const FORGOTTEN_MS = 30_000
/** Nothing to do for this long is idle; a collector needs a moment between announcing a run and its first question. */
const IDLE_MS = 5000

/** Serves every run at a queue that it may: finds runs, opens their subjects, and carries out jobs. */
export class QueueWorker {
  readonly #options: QueueWorkerOptions
  readonly #served = new Map<string, ServedQueue>()
  readonly #watch: AttemptWatch
  readonly #tools = new ToolLists()
  readonly #random: RandomStream
  #answered = 0
  #again = 0
  #poisoned = 0
  /** Since when runs are unknown of which there are jobs. */
  readonly #unknown = new Map<string, number>()
  #looking: Promise<void> = Promise.resolve()

  constructor(options: QueueWorkerOptions) {
    this.#options = options
    this.#watch = new AttemptWatch(options.clock)
    this.#random = randomStream(options.seed, 'waits')
  }

  /** @throws {StoreError} when the queue is lost. */
  async run(): Promise<WorkerSummary> {
    const { drain, clock, desk } = this.#options
    this.#watch.start()
    try {
      let busyMs = clock.now()
      while (!drain.aborted) {
        await this.#look()
        if (this.#options.untilIdle) {
          if (await this.#isBusy()) busyMs = clock.now()
          if (clock.now() - busyMs >= IDLE_MS) break
        }
        await clock.sleep(LOOK_EVERY_MS, drain).catch(() => undefined)
      }
      for (const served of this.#served.values()) await served.close()
    } finally {
      this.#watch.stop()
      await desk.retain(new Set())
    }
    return {
      answered: this.#answered,
      again: this.#again,
      poisoned: this.#poisoned,
      isInterrupted: drain.aborted,
    }
  }

  /** One look at a time: a job whose run is new may ask for one. */
  #look(): Promise<void> {
    this.#looking = this.#looking.catch(() => undefined).then(() => this.#lookOnce())
    return this.#looking
  }

  async #lookOnce(): Promise<void> {
    const { queue, desk } = this.#options
    const announced = await queue.runs()
    await desk.retain(new Set(announced.map(({ key }) => key)))
    for (const { key } of announced) this.#unknown.delete(key)
    for (const one of announced) {
      const admitted = await this.#admitted(one)
      if (admitted?.kind === 'open') await this.#serve(admitted)
    }
  }

  async #admitted({ key, text }: AnnouncedRun): Promise<DeskRun | undefined> {
    const run = readAnnouncement(text)
    return run === undefined || run.key !== key ? undefined : this.#options.desk.admit(run)
  }

  async #serve({ run, subject }: Extract<DeskRun, { kind: 'open' }>): Promise<void> {
    if (this.#served.has(run.queue)) return
    const served = await this.#options.queue.serve({
      queue: run.queue,
      concurrency: Math.max(1, Math.min(this.#options.concurrency, subject.maxConcurrency)),
      tokensPerMinute: () => this.#tokensPerMinute(run.queue),
      work: (job) => this.#work(job),
    })
    this.#served.set(run.queue, served)
  }

  /** The lowest that a run at the queue asks for. */
  #tokensPerMinute(queue: string): number | undefined {
    const limits = this.#options.desk.all.flatMap(({ run }) =>
      run.queue === queue && run.tokensPerMinute !== undefined ? [run.tokensPerMinute] : [],
    )
    return limits.length === 0 ? undefined : Math.min(...limits)
  }

  async #work(job: TakenJob): Promise<WorkResult> {
    const { queue, clock, hash, secrets } = this.#options
    const result = await answerJob(job, {
      queue,
      runOf: (key) => this.#runOf(key),
      isOver: (key) => this.#isOver(key),
      watch: this.#watch,
      clock,
      hash,
      random: this.#random,
      secrets,
      tools: this.#tools,
    })
    if (result.kind === 'answer') this.#answered++
    if (result.kind === 'again' || result.kind === 'pause') this.#again++
    if (result.kind === 'poisoned') this.#poisoned++
    return result
  }

  async #runOf(key: string): Promise<DeskRun | undefined> {
    const known = this.#options.desk.get(key)
    if (known !== undefined) return known
    await this.#look()
    return this.#options.desk.get(key)
  }

  /** A queue that lost its data is told of its runs again, within seconds; until then nobody knows whose a job is. */
  #isOver(key: string): boolean {
    const now = this.#options.clock.now()
    const since = this.#unknown.get(key) ?? now
    this.#unknown.set(key, since)
    return now - since > FORGOTTEN_MS
  }

  /** Whether jobs are left, or somebody collects a run that is served here. */
  async #isBusy(): Promise<boolean> {
    const { queue, desk } = this.#options
    for (const { key, isHeld } of await queue.runs()) {
      if (isHeld && desk.get(key)?.kind === 'open') return true
    }
    for (const served of this.#served.values()) {
      if ((await served.outstanding()) > 0) return true
    }
    return false
  }
}
