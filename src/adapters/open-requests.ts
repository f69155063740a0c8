/** How often requests under way are looked at; a timer and a listener for each cost a tenth of a quick request. */
const LOOK_EVERY_MS = 25

/** A request under way. */
export interface OpenRequest {
  /** Time it may take from now on, milliseconds. */
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly timedOut: () => void
  readonly aborted: (reason: unknown) => void
}

/**
 * Tells requests under way that their time is over or that they are aborted, up to 25 ms late. It does not keep the process
 * alive, and looks at nothing while no request is under way.
 */
export class OpenRequests {
  readonly #open = new Map<OpenRequest, number>()
  #timer: NodeJS.Timeout | undefined

  begin(request: OpenRequest): { end(): void } {
    this.#open.set(request, performance.now() + request.timeoutMs)
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
    return { end: () => void this.#open.delete(request) }
  }

  #look(): void {
    if (this.#open.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const nowMs = performance.now()
    for (const [{ signal, timedOut, aborted }, deadlineMs] of this.#open) {
      if (signal?.aborted === true) aborted(signal.reason)
      else if (nowMs >= deadlineMs) timedOut()
    }
  }
}
