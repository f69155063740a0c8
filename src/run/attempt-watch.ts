import type { Clock } from '../ports.js'

/** How often deadlines are looked at; a timer for every attempt would cost a tenth of a quick request. */
const LOOK_EVERY_MS = 200
/** A subject that does not heed its signal is left behind after this long. */
const GRACE_MS = 2000

/** An attempt under way. */
export class WatchedAttempt {
  readonly deadlineMs: number
  readonly #controller = new AbortController()
  readonly #over: (attempt: WatchedAttempt) => void
  #abandon: ((error: Error) => void) | undefined

  constructor(deadlineMs: number, over: (attempt: WatchedAttempt) => void) {
    this.deadlineMs = deadlineMs
    this.#over = over
  }

  /** Aborted at the deadline. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * What is asked for; rejects some time after the deadline, for subjects that do not heed the signal. A subject of a user's
   * own may answer at once, without a promise.
   */
  outcome<T>(asked: T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#abandon = reject
      Promise.resolve(asked).then(resolve, reject)
    })
  }

  /** To be called now and then. */
  look(nowMs: number): void {
    if (nowMs < this.deadlineMs) return
    if (!this.signal.aborted) this.#controller.abort(new Error('out of time'))
    if (nowMs >= this.deadlineMs + GRACE_MS) this.#abandon?.(new Error('out of time'))
  }

  end(): void {
    this.#over(this)
  }
}

/** Ends attempts that take too long. */
export class AttemptWatch {
  readonly #clock: Clock
  readonly #attempts = new Set<WatchedAttempt>()
  readonly #over = (attempt: WatchedAttempt): void => void this.#attempts.delete(attempt)
  readonly #stopped = new AbortController()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  start(): void {
    void this.#look().catch((error: unknown) => {
      if (!this.#stopped.signal.aborted) throw error
    })
  }

  stop(): void {
    this.#stopped.abort(new Error('stopped'))
  }

  begin(timeoutMs: number): WatchedAttempt {
    const attempt = new WatchedAttempt(this.#clock.now() + timeoutMs, this.#over)
    this.#attempts.add(attempt)
    return attempt
  }

  async #look(): Promise<void> {
    for (;;) {
      await this.#clock.sleep(LOOK_EVERY_MS, this.#stopped.signal)
      const now = this.#clock.now()
      for (const attempt of this.#attempts) attempt.look(now)
    }
  }
}
