import type { Clock } from '../ports.js'
import { Pauses } from './pauses.js'

/** Requests under way at first; the limit doubles from there until something speaks against it. */
const FIRST_LIMIT = 8
/** Slower answers than this many times the quickest say that requests wait in line at the endpoint … */
const SLOW_FACTOR = 3
/** … if they are also this much slower, milliseconds: nobody's model answers that quickly, only a mock server does. */
const SLOW_SLACK_MS = 100
/** What more requests at once must add to the rate of answers to be worth their wait. */
const WORTHWHILE_GAIN = 1.1
/** Forgets an unusually quick time, a share of it each round. */
const BASELINE_DRIFT = 1.002

/**
 * How many requests to one endpoint may be under way. Additive increase, multiplicative decrease: a refusal for too many
 * requests halves the limit, once for all requests that were under way then; answers that become three times as slow,
 * while more requests at once no longer bring more answers a second, lower it by a tenth; every other round of answers
 * raises it. While the endpoint asks for a pause, nobody enters.
 */
export class AdaptiveLimit {
  readonly #clock: Clock
  readonly #most: number
  #limit: number
  #underWay = 0
  #isStarting = true
  #pausedUntilMs = 0
  #loweredAtMs = Number.NEGATIVE_INFINITY
  #round: Round
  #baselineMs = Number.POSITIVE_INFINITY
  #last: { readonly limit: number; readonly rate: number } | undefined
  readonly #pauses: Pauses
  readonly #waiting: (() => void)[] = []

  /** @param most the highest limit, from 1. */
  constructor({ clock, most }: { readonly clock: Clock; readonly most: number }) {
    this.#clock = clock
    this.#pauses = new Pauses(clock)
    this.#most = most
    this.#limit = Math.min(most, FIRST_LIMIT)
    this.#round = { startedMs: clock.now(), answers: 0, latencyMs: 0 }
  }

  get limit(): number {
    return Math.floor(this.#limit)
  }

  /** Waits for a place; gives false and takes none once `isOver`. */
  async enter(isOver: () => boolean): Promise<boolean> {
    while (!isOver()) {
      const pauseMs = this.#pausedUntilMs - this.#clock.now()
      if (pauseMs > 0) await this.#pauses.wait(pauseMs)
      else if (this.#underWay < this.limit) {
        this.#underWay++
        return true
      } else await new Promise<void>((go) => this.#waiting.push(go))
    }
    return false
  }

  /** Lets everybody who waits look again whether it is over. */
  wake(): void {
    this.#pauses.cutShort()
    for (const go of this.#waiting.splice(0)) go()
  }

  /** An answer came, `latencyMs` after it was asked for. */
  answered(latencyMs: number): void {
    this.#round.answers++
    this.#round.latencyMs += latencyMs
    if (this.#round.answers >= this.limit) this.#endRound()
    this.#leave()
  }

  /**
   * The endpoint had too many requests.
   *
   * @param startedMs when the refused request was sent.
   * @param pauseMs how long it asks everybody to wait.
   */
  refused(startedMs: number, pauseMs: number | undefined): void {
    const now = this.#clock.now()
    if (pauseMs !== undefined) this.#pausedUntilMs = Math.max(this.#pausedUntilMs, now + pauseMs)
    if (startedMs >= this.#loweredAtMs) {
      this.#limit = Math.max(1, this.limit / 2)
      this.#loweredAtMs = now
      this.#isStarting = false
      this.#newRound(now)
    }
    this.#leave()
  }

  /** It failed in a way that says nothing about how busy the endpoint is. */
  failed(): void {
    this.#leave()
  }

  #leave(): void {
    this.#underWay--
    for (let free = this.limit - this.#underWay; free > 0; free--) this.#waiting.shift()?.()
  }

  #endRound(): void {
    const now = this.#clock.now()
    const { startedMs, answers, latencyMs } = this.#round
    const mean = latencyMs / answers
    const rate = answers / Math.max(1, now - startedMs)
    this.#baselineMs = Math.min(this.#baselineMs * BASELINE_DRIFT, mean)
    const isSlow = mean > SLOW_FACTOR * this.#baselineMs && mean > this.#baselineMs + SLOW_SLACK_MS
    const pays = this.#last === undefined || rate >= WORTHWHILE_GAIN * this.#last.rate
    const grew = this.#last === undefined || this.limit > this.#last.limit
    this.#last = { limit: this.limit, rate }
    if (isSlow && !(grew && pays)) {
      this.#isStarting = false
      this.#limit = Math.max(1, this.#limit * 0.9)
    } else {
      const step = this.#isStarting ? this.#limit : Math.max(1, this.#most / 16)
      this.#limit = Math.min(this.#most, this.#limit + step)
    }
    this.#newRound(now)
  }

  #newRound(now: number): void {
    this.#round = { startedMs: now, answers: 0, latencyMs: 0 }
  }
}

interface Round {
  readonly startedMs: number
  answers: number
  latencyMs: number
}
