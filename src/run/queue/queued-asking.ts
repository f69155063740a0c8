import { InputError } from '../../errors.js'
import type { Clock, Hash, Notify } from '../../ports.js'
import { SubjectFailure } from '../../subject/failure.js'
import type { SampleOrigin } from '../../subject/subject.js'
import { countText } from '../../text/number-text.js'
import type { AskedAnswer, AskedQuestion, Asker } from '../asking.js'
import { EndpointHealth } from '../endpoint-health.js'
import { Pauses } from '../pauses.js'
import type { SampleError } from '../sample.js'
import { sampleKey } from '../sample-line.js'
import type { SecretBook } from '../secret-book.js'
import type { CollectorQueue, Parcel, QueuedAnswer, QueuedJob } from './queue.js'
import { readOutcome } from './queued-answer.js'
import { jobId, type PackedQuestion, packQuestion } from './queued-question.js'
import { SharedParcels } from './shared-parcels.js'

export interface QueuedAskingOptions {
  readonly queue: CollectorQueue
  /** Key of the run. */
  readonly run: string
  readonly clock: Clock
  readonly hash: Hash
  readonly secrets: SecretBook
  readonly notify: Notify
  /** How long a question in a worker's hands is waited for once asking is over. */
  readonly graceMs: number
  /** Called when asking on is in vain. */
  readonly down: (failure: SubjectFailure) => void
  /** Scale of the waits; 1 but in tests. */
  readonly waitScale?: number
}

interface Pending {
  readonly sample: SampleOrigin
  readonly packed: PackedQuestion
  readonly settle: (answer: AskedAnswer | undefined) => void
  readonly fail: (error: unknown) => void
  /** By the collector's own clock. */
  sinceMs: number
}

/** Jobs that are added at once gather for this long: one exchange for many. */
const GATHER_MS = 5
const LARGEST_BATCH = 500
/** How often what is pending is looked after. */
const LOOK_EVERY_MS = 3000
/** Jobs pending for this long are looked after. */
const LOOK_AFTER_MS = 5000
/** Longest wait between two attempts is half of it; what waits longer does so by the clock of another host. */
const HURRY_AFTER_MS = 60_000
const TELL_EVERY_MS = 30_000
/** Answers to questions that nobody has asked yet: of an earlier session. */
const MOST_EARLY = 20_000

/**
 * Gets questions answered by workers behind a queue. A question has the same job whenever it is asked, so that a run that
 * goes on meets its own jobs and their answers; an answer is acknowledged once its sample is on the disk, and what comes
 * a second time is dropped.
 */
export class QueuedAsking implements Asker {
  readonly #options: QueuedAskingOptions
  readonly #pending = new Map<string, Pending>()
  /** Receipts of answers whose samples are not on the disk yet, by sample. */
  readonly #receipts = new Map<string, string>()
  /** Answers to what was not asked yet. */
  readonly #early = new Map<string, QueuedAnswer>()
  readonly #shared: SharedParcels
  readonly #health = new EndpointHealth()
  readonly #pauses: Pauses
  #toAdd: Pending[] = []
  #toAcknowledge: string[] = []
  #toDrop: string[] = []
  #isFlushing = false
  #isOver = false
  #endedMs = 0
  #isStopped = false
  #broken: { readonly error: unknown } | undefined
  #answeredMs: number
  #toldMs: number

  constructor(options: QueuedAskingOptions) {
    this.#options = options
    this.#pauses = new Pauses(options.clock)
    this.#shared = new SharedParcels()
    this.#answeredMs = options.clock.now()
    this.#toldMs = this.#answeredMs
  }

  start(): void {
    void this.#guarded(() => this.#read())
    void this.#guarded(() => this.#look())
  }

  stop(): void {
    this.#isStopped = true
    this.#pauses.cutShort()
  }

  /**
   * Tells the queue what is still to be told. Called after `stop`, when the samples are on the disk.
   *
   * @param isComplete whether no question of the run is left.
   */
  async settle(isComplete: boolean): Promise<void> {
    while (this.#isFlushing && this.#broken === undefined) await this.#options.clock.sleep(1)
    if (isComplete) this.#toDrop.push(...this.#shared.all())
    if (this.#broken === undefined) await this.#clear()
  }

  end(): void {
    this.#isOver = true
    this.#endedMs = this.#options.clock.now()
    this.#pauses.cutShort()
  }

  async ask(question: AskedQuestion): Promise<AskedAnswer | undefined> {
    if (this.#broken !== undefined) throw this.#broken.error
    if (this.#isOver) return undefined
    const { run, hash, clock } = this.#options
    const id = jobId(run, question.sample, hash)
    const packed = packQuestion(question, { run, id, hash })
    this.#checkSecrets(packed)
    return new Promise((settle, fail) => {
      const pending: Pending = { sample: question.sample, packed, settle, fail, sinceMs: clock.now() }
      this.#pending.set(id, pending)
      const early = this.#early.get(id)
      if (early === undefined) return this.#add(pending)
      this.#early.delete(id)
      this.#take(early)
    })
  }

  /** @throws {InputError} `queue-secret`. */
  #checkSecrets({ job, own, shared }: PackedQuestion): void {
    const { secrets } = this.#options
    if (secrets.isEmpty) return
    const texts = [
      job.data.question ?? '',
      ...[...own, ...this.#shared.unsent(shared)].map(({ text }) => text),
    ]
    if (texts.every((text) => secrets.clean(text) === text)) return
    throw new InputError({
      code: 'queue-secret',
      what: 'A question holds a secret, and secrets do not go through a queue.',
      where: job.id,
      fix: 'Take the secret out of the items or tools, or run without --queue.',
    })
  }

  kept(sample: SampleOrigin): void {
    const key = sampleKey(sample)
    const receipt = this.#receipts.get(key)
    if (receipt === undefined) return
    this.#receipts.delete(key)
    this.#toAcknowledge.push(receipt)
    this.#flush()
  }

  #add(pending: Pending): void {
    this.#toAdd.push(pending)
    this.#flush()
  }

  #flush(): void {
    if (this.#isFlushing || this.#broken !== undefined) return
    this.#isFlushing = true
    void this.#guarded(() => this.#clearSoon())
  }

  async #clearSoon(): Promise<void> {
    try {
      await this.#options.clock.sleep(GATHER_MS * (this.#options.waitScale ?? 1))
      await this.#clear()
    } finally {
      this.#isFlushing = false
    }
  }

  /** Tells the queue all that is to be told. */
  async #clear(): Promise<void> {
    const { queue } = this.#options
    while (this.#toAdd.length + this.#toAcknowledge.length + this.#toDrop.length > 0) {
      const adding = this.#toAdd.splice(0, LARGEST_BATCH)
      const receipts = this.#toAcknowledge.splice(0)
      const dropping = this.#toDrop.splice(0)
      await Promise.all([
        this.#hand(adding),
        receipts.length === 0 ? undefined : queue.acknowledge(receipts),
        dropping.length === 0 ? undefined : queue.drop(dropping),
      ])
    }
  }

  /** Parcels first: no job names one that is not there. */
  async #hand(adding: readonly Pending[]): Promise<void> {
    const { queue } = this.#options
    if (adding.length === 0) return
    const parcels: Parcel[] = []
    const jobs: QueuedJob[] = []
    for (const { packed } of adding) {
      parcels.push(...packed.own, ...this.#shared.use(packed.shared))
      jobs.push(packed.job)
    }
    if (parcels.length > 0) await queue.send(parcels)
    await queue.add(jobs)
    this.#toDrop.push(...this.#shared.spare())
  }

  async #read(): Promise<void> {
    while (!this.#isStopped) {
      const answers = await this.#options.queue.read()
      for (const answer of answers) this.#take(answer)
      if (answers.length > 0) await this.#options.clock.sleep(GATHER_MS * (this.#options.waitScale ?? 1))
    }
  }

  #take(answer: QueuedAnswer): void {
    const { id, receipt } = answer
    const pending = this.#pending.get(id)
    if (pending === undefined) {
      if (this.#early.size < MOST_EARLY) this.#early.set(id, answer)
      return
    }
    const outcome = readOutcome(answer)
    this.#answeredMs = this.#options.clock.now()
    switch (outcome?.kind) {
      case undefined:
        this.#toAcknowledge.push(receipt)
        this.#fault(id, pending, 'What a worker sent is no answer.')
        return
      case 'lacking':
        this.#toAcknowledge.push(receipt)
        this.#addAgain(pending)
        return
      case 'down':
        this.#toAcknowledge.push(receipt)
        // Of an earlier session: the key may have been mended since, so it is asked again.
        if (answer.isEarlier === true) {
          this.#addAgain(pending)
          return
        }
        this.#settled(id, pending, undefined)
        this.#options.down(outcome.failure)
        return
      case 'answer':
        this.#answered(id, pending, { receipt, answer: outcome.answer })
    }
  }

  #answered(
    id: string,
    pending: Pending,
    { receipt, answer }: { readonly receipt: string; readonly answer: AskedAnswer },
  ): void {
    if (answer.error === undefined) this.#health.answered()
    else if (this.#health.isDownAfter(answer.error)) {
      this.#toAcknowledge.push(receipt)
      this.#settled(id, pending, undefined)
      this.#options.down(failureOfError(answer.error))
      return
    }
    this.#receipts.set(sampleKey(pending.sample), receipt)
    this.#settled(id, pending, answer)
  }

  #settled(id: string, { packed, settle }: Pending, answer: AskedAnswer | undefined): void {
    this.#pending.delete(id)
    this.#toDrop.push(...packed.own.map(({ hash }) => hash))
    this.#shared.done(packed.shared)
    settle(answer)
  }

  /** A sample that no worker could answer for. */
  #fault(id: string, pending: Pending, message: string): void {
    const error = { kind: 'schema', code: 'job-failed', message, retryable: true } as const
    const timing = { startedMs: pending.sinceMs, durationMs: this.#options.clock.now() - pending.sinceMs }
    this.#settled(id, pending, { error, timing, attempts: 1 })
  }

  /** Looks after jobs that are pending for long: the engine may have given them up or lost them. */
  async #look(): Promise<void> {
    const { clock, waitScale = 1 } = this.#options
    while (!this.#isStopped) {
      await this.#pauses.wait((this.#isOver ? 200 : LOOK_EVERY_MS) * waitScale)
      if (this.#isStopped || this.#pending.size === 0) continue
      if (this.#isOver) {
        await this.#withdraw()
        continue
      }
      const old = this.#olderThan(LOOK_AFTER_MS * waitScale)
      if (old.length > 0) {
        await this.#takeFailed(old)
        await this.#addMissing(old)
        const late = this.#olderThan(HURRY_AFTER_MS * waitScale)
        if (late.length > 0) await this.#options.queue.hurry(late)
      }
      if (clock.now() - Math.max(this.#answeredMs, this.#toldMs) >= TELL_EVERY_MS * waitScale)
        await this.#tell()
    }
  }

  #olderThan(durationMs: number): readonly string[] {
    const now = this.#options.clock.now()
    return [...this.#pending].flatMap(([id, { sinceMs }]) => (now - sinceMs >= durationMs ? [id] : []))
  }

  async #takeFailed(ids: readonly string[]): Promise<void> {
    for (const { id, reason } of await this.#options.queue.failed(ids)) {
      const pending = this.#pending.get(id)
      if (pending !== undefined) this.#fault(id, pending, reason)
    }
  }

  /**
   * A worker sends its answer before its job is done. So a job that is not there was answered, and the answer is read
   * within two more looks; or it was lost with a part of the queue, and is added again.
   */
  async #addMissing(ids: readonly string[]): Promise<void> {
    const { queue, clock } = this.#options
    const missing = await queue.missing(ids)
    if (missing.length === 0) return
    await clock.sleep(2000 * (this.#options.waitScale ?? 1))
    for (const id of missing) {
      const pending = this.#pending.get(id)
      if (pending === undefined) continue
      pending.sinceMs = clock.now()
      this.#addAgain(pending)
    }
  }

  #addAgain(pending: Pending): void {
    this.#shared.done(pending.packed.shared)
    this.#shared.forget()
    this.#add(pending)
  }

  /** What no worker has in hand is taken back; what one has is waited for. */
  async #withdraw(): Promise<void> {
    const { queue, clock, graceMs } = this.#options
    for (const id of await queue.withdraw([...this.#pending.keys()])) {
      const pending = this.#pending.get(id)
      if (pending !== undefined) this.#settled(id, pending, undefined)
    }
    if (clock.now() - this.#endedMs < graceMs) return
    for (const [id, pending] of this.#pending) this.#settled(id, pending, undefined)
  }

  async #tell(): Promise<void> {
    const { queue, notify, clock } = this.#options
    this.#toldMs = clock.now()
    const workers = await queue.workers()
    const count = this.#pending.size
    const waiting = count === 1 ? 'a question waits.' : `${countText(count)} questions wait.`
    if (workers === undefined || workers > 0) return notify(`No answer for a while; ${waiting}`)
    notify(`No worker is at the queue; ${waiting} Start some with: assay worker --queue URL`)
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#break(error)
    }
  }

  #break(error: unknown): void {
    this.#broken ??= { error }
    this.stop()
    for (const [id, { fail }] of this.#pending) {
      this.#pending.delete(id)
      fail(this.#broken.error)
    }
  }
}

function failureOfError({ kind, code, message, retryable }: SampleError): SubjectFailure {
  return new SubjectFailure({ code, what: message, failure: kind, retryable })
}
