import type { RandomStream } from '../numeric/random.js'
import type { Clock, Hash, Notify } from '../ports.js'
import type { SubjectFailure } from '../subject/failure.js'
import type { Subject } from '../subject/subject.js'
import type { AdaptiveLimit } from './adaptive-limit.js'
import { type AskedAnswer, type Asker, Asking } from './asking.js'
import type { Budget } from './budget.js'
import { makeSample } from './make-sample.js'
import { type PlannedSample, requestHash } from './plan-run.js'
import type { ResponseCache } from './response-cache.js'
import type { RunStore } from './run-store.js'
import type { Sample } from './sample.js'

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
  /** Who asks in place of this process, such as workers behind a queue. Told whom to tell that asking on is in vain. */
  readonly asker?: (down: (failure: SubjectFailure) => void) => Asker
}

export interface ExecuteOutcome {
  readonly ending: RunEnding
  /** Samples that the cache lacked under `cacheOnly`. */
  readonly uncached: number
}

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
  readonly #asking: Asker
  /** Whether no further attempt is to begin. */
  #isOver = false
  #ending: RunEnding | undefined
  #fault: { readonly error: unknown } | undefined
  /** Samples that have begun and that the budget does not know yet. */
  #uncounted = 0
  #uncached = 0

  constructor(request: ExecuteRequest) {
    this.#request = request
    this.#samples = request.samples[Symbol.iterator]()
    const down = (failure: SubjectFailure): void => this.#end({ kind: 'subject', failure })
    this.#asking = request.asker?.(down) ?? new Asking({ ...request, down })
  }

  async run(): Promise<ExecuteOutcome> {
    const { drain, store, concurrency, subject } = this.#request
    const interrupt = (): void => this.#end({ kind: 'interrupted' })
    if (drain.aborted) interrupt()
    drain.addEventListener('abort', interrupt, { once: true })
    this.#asking.start()
    try {
      // With a limit to keep, the first answer tells what answers cost: until then nothing else is asked.
      if (this.#request.budget.isUninformed) await this.#step()
      const hands = Math.max(1, Math.min(concurrency, subject.maxConcurrency))
      await Promise.all(Array.from({ length: hands }, () => this.#work()))
    } finally {
      drain.removeEventListener('abort', interrupt)
      this.#asking.stop()
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
    this.#asking.end()
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

  async #keep(
    planned: PlannedSample,
    answer: AskedAnswer & { hash: string; isCached: boolean },
  ): Promise<void> {
    const { subject, store, budget, finished } = this.#request
    const sample = makeSample(planned, { ...answer, subject })
    const blind = answer.reply === undefined ? undefined : budget.blindTo(sample)
    budget.count(sample)
    this.#uncounted--
    if (blind !== undefined) this.#end({ kind: 'budget-blind', limit: blind })
    await store.keep(sample, answer.reply?.raw ?? answer.failedBody, () => {
      this.#asking.kept?.(planned)
      finished(sample)
    })
  }

  #ask({ request, benchmark, item, variant, trial }: PlannedSample): Promise<AskedAnswer | undefined> {
    const sample = { benchmark, item, ...(variant === undefined ? {} : { variant }), trial }
    return this.#asking.ask({ request, sample })
  }
}
