import type { Clock } from '../ports.js'

/** Waits that can all be cut short. A signal shared by them would gather a listener for each. */
export class Pauses {
  readonly #clock: Clock
  readonly #waiting = new Set<AbortController>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves after that long, or when the pauses are cut short. */
  async wait(durationMs: number): Promise<void> {
    const controller = new AbortController()
    this.#waiting.add(controller)
    try {
      await this.#clock.sleep(durationMs, controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) throw error
    } finally {
      this.#waiting.delete(controller)
    }
  }

  cutShort(): void {
    for (const controller of this.#waiting) controller.abort(new Error('cut short'))
  }
}
