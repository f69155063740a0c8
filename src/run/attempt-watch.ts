import type { Clock } from '../ports.js'

/** How often deadlines are looked at; a timer for every attempt would cost a tenth of a quick request. */
const LOOK_EVERY_MS = 200
/** A subject that does not heed its signal is left behind after this long. */
const GRACE_MS = 2000

/** An attempt under way. */
export interface WatchedAttempt {
  /** Aborted at the deadline. */
  readonly signal: AbortSignal
  /** Rejects some time after the deadline, for subjects that do not heed the signal. */
  readonly abandoned: Promise<never>
  end(): void
}

interface Watched {
  readonly controller: AbortController
  readonly deadlineMs: number
  readonly abandon: (error: Error) => void
}

/** Ends attempts that take too long. */
export class AttemptWatch {
  readonly #clock: Clock
  readonly #attempts = new Set<Watched>()
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
    let abandon: (error: Error) => void = () => undefined
    const abandoned = new Promise<never>((_, reject) => {
      abandon = reject
    })
    const controller = new AbortController()
    const watched: Watched = { controller, deadlineMs: this.#clock.now() + timeoutMs, abandon }
    this.#attempts.add(watched)
    return { signal: controller.signal, abandoned, end: () => void this.#attempts.delete(watched) }
  }

  async #look(): Promise<void> {
    for (;;) {
      await this.#clock.sleep(LOOK_EVERY_MS, this.#stopped.signal)
      const now = this.#clock.now()
      for (const { controller, deadlineMs, abandon } of this.#attempts) {
        if (now < deadlineMs) continue
        if (!controller.signal.aborted) controller.abort(new Error('out of time'))
        if (now >= deadlineMs + GRACE_MS) abandon(new Error('out of time'))
      }
    }
  }
}
