/** How often requests under way are looked at; a timer and a listener for each cost a tenth of a quick request. */
const LOOK_EVERY_MS = 25

/** A request under way. */
export interface OpenRequest {
  /** Time it may take from now on, milliseconds. */
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  timedOut(): void
  aborted(reason: unknown): void
}

/**
 * Tells requests under way that their time is over or that they are aborted, up to 25 ms late. It does not keep the process
 * alive, and looks at nothing while no request is under way.
 */
export class OpenRequests {
  readonly #open = new Map<OpenRequest, number>()
  #timer: NodeJS.Timeout | undefined

  begin(request: OpenRequest): void {
    this.#open.set(request, performance.now() + request.timeoutMs)
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  }

  /** Whether it was under way until now. */
  end(request: OpenRequest): boolean {
    return this.#open.delete(request)
  }

  #look(): void {
    if (this.#open.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const nowMs = performance.now()
    for (const [request, deadlineMs] of this.#open) {
      const { signal } = request
      if (signal?.aborted === true) request.aborted(signal.reason)
      else if (nowMs >= deadlineMs) request.timedOut()
    }
  }
}
