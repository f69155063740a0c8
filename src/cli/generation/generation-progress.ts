import type { Clock, Notify } from '../../ports.js'
import type { Budget } from '../../run/budget.js'
import { countText } from '../../text/number-text.js'
import type { ModelAsker } from './model-asker.js'

export interface GenerationProgressOptions {
  readonly clock: Clock
  readonly notify: Notify
  readonly budget: Budget
  readonly asker: Pick<ModelAsker, 'counts'>
}

const EVERY_MS = 10_000

/** A line now and then: items, questions, and what they cost so far. */
export class GenerationProgress {
  readonly #options: GenerationProgressOptions
  #shownAtMs: number

  constructor(options: GenerationProgressOptions) {
    this.#options = options
    this.#shownAtMs = options.clock.now()
  }

  readonly report = (progress: {
    readonly accepted: number
    readonly wanted: number
    readonly jobs: number
  }): void => {
    const { clock, notify, asker } = this.#options
    const now = clock.now()
    if (now - this.#shownAtMs < EVERY_MS) return
    this.#shownAtMs = now
    const { accepted, wanted, jobs } = progress
    const { asked, failed } = asker.counts
    const parts = [
      `${countText(accepted)} / ${countText(wanted)} items`,
      `${countText(jobs)} tries`,
      `${countText(asked)} questions`,
    ]
    if (failed > 0) parts.push(`${countText(failed)} failed`)
    notify([...parts, ...this.spent()].join(' · '))
  }

  /** What was spent so far, sessions before this one included. */
  spent(): readonly string[] {
    const { cost, tokens } = this.#options.budget
    if (cost > 0) return [`cost ${cost.toFixed(4)}`]
    return tokens > 0 ? [`${countText(tokens)} tokens`] : []
  }
}
