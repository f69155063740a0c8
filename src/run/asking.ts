import { InputError } from '../errors.js'
import type { RandomStream } from '../numeric/random.js'
import type { Clock, Notify } from '../ports.js'
import { endingFailures, SubjectFailure } from '../subject/failure.js'
import type { SubjectReply } from '../subject/reply.js'
import type { SubjectRequest } from '../subject/request.js'
import type { SampleOrigin, Subject } from '../subject/subject.js'
import type { AdaptiveLimit } from './adaptive-limit.js'
import { AttemptWatch } from './attempt-watch.js'
import { EndpointHealth } from './endpoint-health.js'
import { Pauses } from './pauses.js'
import { attemptsAfter, failureOf, LONGEST_ASKED_WAIT_MS, waitBefore } from './retry.js'
import type { Sample, SampleError } from './sample.js'

export interface AskingOptions {
  readonly subject: Subject
  readonly limit: AdaptiveLimit
  /** Longest attempt; a question is given up after three times as long of asking. */
  readonly timeoutMs: number
  readonly clock: Clock
  /** For the jitter of waits. */
  readonly random: RandomStream
  readonly notify: Notify
  /** Scale of the waits between attempts; 1 but in tests. */
  readonly waitScale?: number
  /** Called when asking on is in vain. */
  readonly down: (failure: SubjectFailure) => void
}

/** An answer, or why there is none. */
export interface AskedAnswer {
  readonly reply?: SubjectReply
  readonly error?: SampleError
  readonly failedBody?: Uint8Array
  readonly timing: Sample['timing']
  readonly attempts: number
  /** Secrets were replaced before it came here. */
  readonly isRedacted?: true
}

/** One question of a run, attempt after attempt. */
export interface AskedQuestion {
  readonly request: SubjectRequest
  readonly sample: SampleOrigin
}

/** Whoever gets questions answered: this process itself, or workers behind a queue. */
export interface Asker {
  start(): void
  stop(): void
  /** No further attempt begins; what is under way is finished. */
  end(): void
  /** Undefined when asking is over before the question is answered. */
  ask(question: AskedQuestion): Promise<AskedAnswer | undefined>
  /** Told when the sample of an answer is on the disk. */
  kept?(sample: SampleOrigin): void
}

/** How often repeats are told of, milliseconds. */
const TELL_EVERY_MS = 5000
/** Attempts' worth of time that a question may spend being asked. */
const TIMEOUTS_A_QUESTION = 3

/** Asks a subject until it answers or is to be given up, within the limit of its endpoint. */
export class Asking implements Asker {
  readonly #options: AskingOptions
  readonly #watch: AttemptWatch
  readonly #pauses: Pauses
  /** Whether no further attempt is to begin. */
  #isOver = false
  readonly #health = new EndpointHealth()
  #toldAtMs = Number.NEGATIVE_INFINITY

  constructor(options: AskingOptions) {
    this.#options = options
    this.#watch = new AttemptWatch(options.clock)
    this.#pauses = new Pauses(options.clock)
  }

  start(): void {
    this.#watch.start()
  }

  stop(): void {
    this.#watch.stop()
  }

  /** No further attempt begins; what is under way is finished. */
  end(): void {
    this.#isOver = true
    this.#pauses.cutShort()
    this.#options.limit.wake()
  }

  /** One question, attempt after attempt; undefined when asking is over before it is answered. */
  async ask(question: AskedQuestion): Promise<AskedAnswer | undefined> {
    const { limit, clock, timeoutMs, random, waitScale = 1, down } = this.#options
    const firstMs = clock.now()
    let askedMs = 0
    for (let attempt = 1; ; attempt++) {
      if (!(await limit.enter(() => this.#isOver))) return undefined
      const startedMs = clock.now()
      const leftMs = Math.max(1, Math.min(timeoutMs, TIMEOUTS_A_QUESTION * timeoutMs - askedMs))
      const result = await this.#attempt(question, leftMs)
      const durationMs = clock.now() - startedMs
      askedMs += durationMs
      const waitedMs = startedMs - firstMs
      const timing = { startedMs, durationMs, ...(waitedMs > 0 ? { waitedMs } : {}) }
      if (result.kind === 'reply') {
        limit.answered(durationMs)
        this.#health.answered()
        return { reply: result.reply, timing, attempts: attempt }
      }
      const { failure } = result
      const isRefused = failure.failure === 'rate-limit' || failure.retryAfterMs !== undefined
      if (isRefused) limit.refused(startedMs, failure.retryAfterMs)
      else limit.failed()
      if (failure.failure === 'stopped') return undefined
      const asksTooLong = failure.retryable && (failure.retryAfterMs ?? 0) > LONGEST_ASKED_WAIT_MS
      if (endingFailures.has(failure.failure) || asksTooLong) {
        down(failure)
        return undefined
      }
      const isSpent = attempt >= attemptsAfter(failure.failure) || askedMs >= TIMEOUTS_A_QUESTION * timeoutMs
      if (!failure.retryable || isSpent) return this.#givenUp(failure, { timing, attempts: attempt })
      const waitMs = waitBefore(failure, { attempt, random, scale: waitScale })
      this.#tell(failure, waitMs)
      await this.#pauses.wait(waitMs)
    }
  }

  #givenUp(failure: SubjectFailure, answer: Omit<AskedAnswer, 'error'>): AskedAnswer | undefined {
    if (this.#health.isDownAfter(failure)) {
      this.#options.down(failure)
      return undefined
    }
    return {
      ...answer,
      error: errorOf(failure),
      ...(failure.raw === undefined ? {} : { failedBody: failure.raw }),
    }
  }

  async #attempt(
    { request, sample }: AskedQuestion,
    timeoutMs: number,
  ): Promise<
    | { readonly kind: 'reply'; readonly reply: SubjectReply }
    | { readonly kind: 'failure'; readonly failure: SubjectFailure }
  > {
    const watched = this.#watch.begin(timeoutMs)
    try {
      const asked = this.#options.subject.ask(request, { signal: watched.signal, timeoutMs, sample })
      return { kind: 'reply', reply: await watched.outcome(asked) }
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
    const { clock, notify, subject } = this.#options
    if (clock.now() - this.#toldAtMs < TELL_EVERY_MS) return
    this.#toldAtMs = clock.now()
    notify(`${subject.label}: ${failure.what} Trying again in ${(waitMs / 1000).toFixed(1)} s.`)
  }
}

/** A failure as a sample keeps it. */
export function errorOf({ failure, code, what, retryable }: SubjectFailure): SampleError {
  return { kind: failure, code, message: what, retryable }
}

/** An attempt that took longer than it may. */
export function outOfTime(timeoutMs: number): SubjectFailure {
  return new SubjectFailure({
    code: 'subject-timeout',
    what: `There was no answer within ${Math.round(timeoutMs / 100) / 10} s.`,
    fix: 'Allow more time with --timeout.',
    failure: 'timeout',
  })
}

/** The subject cannot take this request; other items may be fine. */
export function refusedRequest({ code, what, where, fix }: InputError): SubjectFailure {
  return new SubjectFailure({
    code,
    what,
    ...(where === undefined ? {} : { where }),
    ...(fix === undefined ? {} : { fix }),
    failure: 'refusal',
  })
}
