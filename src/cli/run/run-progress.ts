import type { Clock } from '../../ports.js'
import type { Budget } from '../../run/budget.js'
import type { Sample } from '../../run/sample.js'
import { countText } from '../../text/number-text.js'

export interface ProgressOptions {
  readonly clock: Clock
  /** Samples of the run. */
  readonly planned: number
  /** Of these, done before. */
  readonly before: number
  readonly budget: Budget
  /** Whether costs are known. */
  readonly hasPrice: boolean
  readonly isTerminal: boolean
  /** Writes to the terminal as it is. */
  readonly write: (text: string) => void
  /** A line where there is no terminal. */
  readonly notify: (line: string) => void
}

/** Samples that failed in one way. */
export interface FailureCount {
  readonly kind: string
  readonly count: number
  /** What the first of them was told. */
  readonly message: string
}

const TERMINAL_EVERY_MS = 200
const LINE_EVERY_MS = 10_000
/** The rate is that of this long a time back. */
const RATE_OVER_MS = 15_000

/** How far a run is: a line that is rewritten on a terminal, a line now and then elsewhere. */
export class RunProgress {
  readonly #options: ProgressOptions
  #done = 0
  #failed = 0
  readonly #failures = new Map<string, FailureCount>()
  #cached = 0
  #shownAtMs: number
  #marks: { readonly atMs: number; readonly done: number }[]

  constructor(options: ProgressOptions) {
    this.#options = options
    const now = options.clock.now()
    this.#shownAtMs = now
    this.#marks = [{ atMs: now, done: 0 }]
  }

  get counts(): {
    readonly asked: number
    readonly failed: number
    readonly failures: readonly FailureCount[]
    readonly cached: number
  } {
    const failures = [...this.#failures.values()].sort((left, right) => right.count - left.count)
    return { asked: this.#done, failed: this.#failed, failures, cached: this.#cached }
  }

  finished({ error, cached }: Sample): void {
    this.#done++
    if (error !== undefined) {
      this.#failed++
      const { kind, message } = error
      const before = this.#failures.get(kind)
      this.#failures.set(kind, { kind, count: (before?.count ?? 0) + 1, message: before?.message ?? message })
    }
    if (cached === true) this.#cached++
    const { clock, isTerminal, write, notify } = this.#options
    const now = clock.now()
    if (now - this.#shownAtMs < (isTerminal ? TERMINAL_EVERY_MS : LINE_EVERY_MS)) return
    this.#shownAtMs = now
    this.#mark(now)
    if (isTerminal) write(`\r\u001b[K${this.text(now)}`)
    else notify(this.text(now))
  }

  /** Leaves the terminal with the cursor on an empty line. */
  end(): void {
    if (this.#options.isTerminal && this.#done > 0) this.#options.write('\r\u001b[K')
  }

  text(now: number): string {
    const { planned, before, budget, hasPrice } = this.#options
    const done = before + this.#done
    const rate = this.#rate(now)
    const parts = [`${countText(done)} of ${countText(planned)}`]
    if (rate > 0) parts.push(`${rate < 10 ? rate.toFixed(1) : countText(Math.round(rate))}/s`)
    if (this.#failed > 0) parts.push(`${countText(this.#failed)} failed`)
    if (this.#cached > 0) parts.push(`${countText(this.#cached)} from the cache`)
    if (hasPrice) parts.push(`cost ${budget.cost.toFixed(2)}`)
    else if (budget.tokens > 0) parts.push(`${countText(budget.tokens)} tokens`)
    if (rate > 0 && planned > done) parts.push(`${durationText((planned - done) / rate)} left`)
    return parts.join(' · ')
  }

  #mark(now: number): void {
    this.#marks.push({ atMs: now, done: this.#done })
    while (this.#marks.length > 2 && now - (this.#marks[1]?.atMs ?? now) > RATE_OVER_MS) this.#marks.shift()
  }

  #rate(now: number): number {
    const first = this.#marks[0]
    if (first === undefined || now <= first.atMs) return 0
    return ((this.#done - first.done) * 1000) / (now - first.atMs)
  }
}

/** Seconds as `45 s`, `12 min 30 s`, `3 h 20 min`. */
function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
