/** Questions in a row without an answer after which an endpoint counts as down; fewer while it has never answered. */
const DOWN_AFTER = 20
const NEVER_UP_AFTER = 5

/** Counts questions that were given up in a row, to tell an endpoint that is down from questions that go wrong. */
export class EndpointHealth {
  #hasAnswered = false
  #failedInARow = 0

  answered(): void {
    this.#hasAnswered = true
    this.#failedInARow = 0
  }

  /** Counts a question that was given up; true when asking on is in vain. */
  isDownAfter({ retryable }: { readonly retryable: boolean }): boolean {
    this.#failedInARow = retryable ? this.#failedInARow + 1 : 0
    return this.#failedInARow >= (this.#hasAnswered ? DOWN_AFTER : NEVER_UP_AFTER)
  }
}
