import { InputError } from '../errors.js'
import type { RandomStream } from '../numeric/random.js'
import type { Clock, Hash, Notify } from '../ports.js'
import { endingFailures, SubjectFailure } from '../subject/failure.js'
import type { SubjectReply } from '../subject/reply.js'
import type { Subject } from '../subject/subject.js'
import type { AdaptiveLimit } from './adaptive-limit.js'
import { AttemptWatch } from './attempt-watch.js'
import type { Budget } from './budget.js'
import { makeSample } from './make-sample.js'
import { Pauses } from './pauses.js'
import { type PlannedSample, requestHash } from './plan-run.js'
import type { ResponseCache } from './response-cache.js'
import { attemptsAfter, failureOf, LONGEST_ASKED_WAIT_MS, waitBefore } from './retry.js'
import type { RunStore } from './run-store.js'
import type { Sample, SampleError } from './sample.js'

/** Why no further sample was asked. */
export type RunEnding =
  | { readonly kind: 'complete' }
  /** Ctrl-C: what was under way was finished. */
  | { readonly kind: 'interrupted' }
  /** A limit that another sample would have gone beyond. */
  | { readonly kind: 'budget'; readonly limit: string }
  /** The limit cannot be kept, because the subject does not tell what it uses. */
  | { readonly kind: 'budget-blind'; readonly limit: string }
  /** The endpoint failed so that asking on is in vain. */
  | { readonly kind: 'subject'; readonly failure: SubjectFailure }

export interface ExecuteRequest {
  /** What is still to be asked. */
  readonly samples: Iterable<PlannedSample>
  readonly subject: Subject
  readonly store: RunStore
  readonly limit: AdaptiveLimit
  /** Samples in hand at once, those that wait for another attempt included. */
  readonly concurrency: number
  /** Longest attempt; a sample is given up after three times as long of asking. */
  readonly timeoutMs: number
  readonly budget: Budget
  readonly cache?: ResponseCache | undefined
  /** Ask nobody; samples that the cache lacks are left out. */
  readonly cacheOnly: boolean
  /** Aborted to begin no further sample. */
  readonly drain: AbortSignal
  readonly clock: Clock
  readonly hash: Hash
  /** For the jitter of waits. */
  readonly random: RandomStream
  readonly notify: Notify
  /** Called when a sample is on the disk. */
  readonly finished: (sample: Sample) => void
  /** Scale of the waits between attempts; 1 but in tests. */
  readonly waitScale?: number
}

export interface ExecuteOutcome {
  readonly ending: RunEnding
  /** Samples that the cache lacked under `cacheOnly`. */
  readonly uncached: number
}

/** Samples in a row without an answer after which an endpoint counts as down; fewer while it has never answered. */
const DOWN_AFTER = 20
const NEVER_UP_AFTER = 5
/** How often repeats are told of, milliseconds. */
const TELL_EVERY_MS = 5000
/** Attempts' worth of time that a sample may spend being asked. */
const TIMEOUTS_A_SAMPLE = 3

/**
 * Asks sample after sample and keeps what is said. The loop is small on purpose: what to ask is the plan's business, what
 * an answer is worth the scorer's.
 *
 * @throws {StoreError} when the store takes no more; what it has acknowledged is kept.
 */
export async function execute(request: ExecuteRequest): Promise<ExecuteOutcome> {
  return new Execution(request).run()
}

class Execution {
  readonly #request: ExecuteRequest
  readonly #samples: Iterator<PlannedSample>
  readonly #watch: AttemptWatch
  readonly #pauses: Pauses
  /** Whether no further attempt is to begin. */
  #isOver = false
  #ending: RunEnding | undefined
  #fault: { readonly error: unknown } | undefined
  /** Samples that have begun and that the budget does not know yet. */
  #uncounted = 0
  #uncached = 0
  #hasAnswered = false
  #failedInARow = 0
  #toldAtMs = Number.NEGATIVE_INFINITY

  constructor(request: ExecuteRequest) {
    this.#request = request
    this.#samples = request.samples[Symbol.iterator]()
    this.#watch = new AttemptWatch(request.clock)
    this.#pauses = new Pauses(request.clock)
  }

  async run(): Promise<ExecuteOutcome> {
    const { drain, store, concurrency, subject } = this.#request
    const interrupt = (): void => this.#end({ kind: 'interrupted' })
    if (drain.aborted) interrupt()
    drain.addEventListener('abort', interrupt, { once: true })
    this.#watch.start()
    try {
      // With a limit to keep, the first answer tells what answers cost: until then nothing else is asked.
      if (this.#request.budget.isUninformed) await this.#step()
      const hands = Math.max(1, Math.min(concurrency, subject.maxConcurrency))
      await Promise.all(Array.from({ length: hands }, () => this.#work()))
    } finally {
      drain.removeEventListener('abort', interrupt)
      this.#watch.stop()
    }
    if (this.#fault !== undefined) {
      await store.settle().catch(() => undefined)
      throw this.#fault.error
    }
    await store.settle()
    return { ending: this.#ending ?? { kind: 'complete' }, uncached: this.#uncached }
  }

  #end(ending: RunEnding): void {
    this.#ending ??= ending
    this.#stop()
  }

  #stop(): void {
    this.#isOver = true
    this.#pauses.cutShort()
    this.#request.limit.wake()
  }

  async #work(): Promise<void> {
    while (await this.#step());
  }

  /** Asks the next sample; false when there is none to ask. */
  async #step(): Promise<boolean> {
    if (this.#isOver) return false
    try {
      const next = this.#samples.next()
      if (next.done === true) return false
      const limit = this.#request.budget.exceeded(this.#uncounted)
      if (limit !== undefined) {
        this.#end({ kind: 'budget', limit })
        return false
      }
      this.#uncounted++
      await this.#sample(next.value)
      return true
    } catch (error) {
      this.#fault ??= { error }
      this.#stop()
      return false
    }
  }

  async #sample(planned: PlannedSample): Promise<void> {
    const { cache, hash, cacheOnly, clock } = this.#request
    const hashed = requestHash(planned.request, hash)
    const key = cache?.key({ requestHash: hashed, trial: planned.trial })
    const startedMs = clock.now()
    const known = key === undefined ? undefined : await cache?.find(key)
    if (known !== undefined) {
      const timing = { startedMs, durationMs: clock.now() - startedMs }
      return this.#keep(planned, { hash: hashed, reply: known, timing, attempts: 1, isCached: true })
    }
    if (cacheOnly) {
      this.#uncached++
      this.#uncounted--
      return
    }
    const answer = await this.#ask(planned)
    if (answer === undefined) {
      this.#uncounted--
      return
    }
    if (answer.reply !== undefined && key !== undefined) cache?.keep(key, answer.reply)
    return this.#keep(planned, { hash: hashed, ...answer, isCached: false })
  }

  async #keep(planned: PlannedSample, answer: Answer & { hash: string; isCached: boolean }): Promise<void> {
    const { subject, store, budget, finished } = this.#request
    const sample = makeSample(planned, { ...answer, subject })
    const blind = answer.reply === undefined ? undefined : budget.blindTo(sample)
    budget.count(sample)
    this.#uncounted--
    if (blind !== undefined) this.#end({ kind: 'budget-blind', limit: blind })
    await store.keep(sample, answer.reply?.raw ?? answer.failedBody, () => finished(sample))
  }

  /** One sample, attempt after attempt; undefined when the run is over before it is answered. */
  async #ask(planned: PlannedSample): Promise<Answer | undefined> {
    const { limit, clock, timeoutMs, random, waitScale = 1 } = this.#request
    const firstMs = clock.now()
    let askedMs = 0
    for (let attempt = 1; ; attempt++) {
      if (!(await limit.enter(() => this.#isOver))) return undefined
      const startedMs = clock.now()
      const leftMs = Math.max(1, Math.min(timeoutMs, TIMEOUTS_A_SAMPLE * timeoutMs - askedMs))
      const result = await this.#attempt(planned, leftMs)
      const durationMs = clock.now() - startedMs
      askedMs += durationMs
      const waitedMs = startedMs - firstMs
      const timing = { startedMs, durationMs, ...(waitedMs > 0 ? { waitedMs } : {}) }
      if (result.kind === 'reply') {
        limit.answered(durationMs)
        this.#hasAnswered = true
        this.#failedInARow = 0
        return { reply: result.reply, timing, attempts: attempt }
      }
      const { failure } = result
      const isRefused = failure.failure === 'rate-limit' || failure.retryAfterMs !== undefined
      if (isRefused) limit.refused(startedMs, failure.retryAfterMs)
      else limit.failed()
      if (failure.failure === 'stopped') return undefined
      const asksTooLong = failure.retryable && (failure.retryAfterMs ?? 0) > LONGEST_ASKED_WAIT_MS
      if (endingFailures.has(failure.failure) || asksTooLong) {
        this.#end({ kind: 'subject', failure })
        return undefined
      }
      const isSpent = attempt >= attemptsAfter(failure.failure) || askedMs >= TIMEOUTS_A_SAMPLE * timeoutMs
      if (!failure.retryable || isSpent) return this.#givenUp(failure, { timing, attempts: attempt })
      const waitMs = waitBefore(failure, { attempt, random, scale: waitScale })
      this.#tell(failure, waitMs)
      await this.#pauses.wait(waitMs)
    }
  }

  #givenUp(failure: SubjectFailure, answer: Omit<Answer, 'error'>): Answer | undefined {
    if (failure.retryable) {
      this.#failedInARow++
      if (this.#failedInARow >= (this.#hasAnswered ? DOWN_AFTER : NEVER_UP_AFTER)) {
        this.#end({ kind: 'subject', failure })
        return undefined
      }
    } else this.#failedInARow = 0
    return {
      ...answer,
      error: errorOf(failure),
      ...(failure.raw === undefined ? {} : { failedBody: failure.raw }),
    }
  }

  async #attempt(
    { request, benchmark, item, variant, trial }: PlannedSample,
    timeoutMs: number,
  ): Promise<
    | { readonly kind: 'reply'; readonly reply: SubjectReply }
    | { readonly kind: 'failure'; readonly failure: SubjectFailure }
  > {
    const watched = this.#watch.begin(timeoutMs)
    try {
      const sample = { benchmark, item, ...(variant === undefined ? {} : { variant }), trial }
      const asked = this.#request.subject.ask(request, { signal: watched.signal, timeoutMs, sample })
      return { kind: 'reply', reply: await Promise.race([asked, watched.abandoned]) }
    } catch (error) {
      if (watched.signal.aborted) return { kind: 'failure', failure: outOfTime(timeoutMs) }
      const failure = error instanceof InputError ? refusedRequest(error) : failureOf(error)
      if (failure === undefined) throw error
      return { kind: 'failure', failure }
    } finally {
      watched.end()
    }
  }

  #tell(failure: SubjectFailure, waitMs: number): void {
    const { clock, notify, subject } = this.#request
    if (clock.now() - this.#toldAtMs < TELL_EVERY_MS) return
    this.#toldAtMs = clock.now()
    notify(`${subject.label}: ${failure.what} Trying again in ${(waitMs / 1000).toFixed(1)} s.`)
  }
}

interface Answer {
  readonly reply?: SubjectReply
  readonly error?: SampleError
  readonly failedBody?: Uint8Array
  readonly timing: Sample['timing']
  readonly attempts: number
}

function errorOf({ failure, code, what, retryable }: SubjectFailure): SampleError {
  return { kind: failure, code, message: what, retryable }
}

function outOfTime(timeoutMs: number): SubjectFailure {
  return new SubjectFailure({
    code: 'subject-timeout',
    what: `There was no answer within ${Math.round(timeoutMs / 100) / 10} s.`,
    fix: 'Allow more time with --timeout.',
    failure: 'timeout',
  })
}

/** The subject cannot take this request; other items may be fine. */
function refusedRequest({ code, what, where, fix }: InputError): SubjectFailure {
  return new SubjectFailure({
    code,
    what,
    ...(where === undefined ? {} : { where }),
    ...(fix === undefined ? {} : { fix }),
    failure: 'refusal',
  })
}
