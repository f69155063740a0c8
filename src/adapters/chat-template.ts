import type { JsonObject } from '../text/json.js'
import type { RenderedTemplate, TemplateRenderer } from '../toolcall/template-renderer.js'
import { type RenderLimits, TemplateProcess } from './template-process.js'

/** What one rendering may cost. A real template renders in a few milliseconds and some kilobytes. */
export interface TemplateLimits {
  /** From when the template is handed over; default 2,000. */
  readonly timeMs?: number
  /** What the rendering may add to the memory of its process, MiB; default 256. */
  readonly memoryMb?: number
  /** Code units of the text; default 1,048,576. */
  readonly outputLength?: number
}

/** Processes side by side: one template that runs to its limit does not keep all others waiting. */
const MOST_PROCESSES = 2

/** How long a process may wait for its next template. */
const IDLE_MS = 30_000

/**
 * Renders templates in processes apart, which end when a limit is reached, when nothing was asked for a while, and with
 * this process. Starting one takes some 80 ms, rendering in one that is there 1 to 5.
 */
export function hostTemplates(limits: TemplateLimits = {}): TemplateRenderer {
  const { timeMs = 2_000, memoryMb = 256, outputLength = 1_048_576 } = limits
  const pool = new ProcessPool({ timeMs, memoryMb, outputLength })
  return { render: (template, variables) => pool.render(template, variables) }
}

interface IdleProcess {
  readonly process: TemplateProcess
  readonly timer: NodeJS.Timeout
}

class ProcessPool {
  readonly #limits: RenderLimits
  readonly #idle: IdleProcess[] = []
  readonly #waiting: (() => void)[] = []
  #busy = 0

  constructor(limits: RenderLimits) {
    this.#limits = limits
  }

  async render(template: string, variables: JsonObject): Promise<RenderedTemplate> {
    if (this.#busy < MOST_PROCESSES) this.#busy++
    // Whoever is done hands its place on.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    const process = this.#take()
    try {
      return await process.render(template, variables)
    } finally {
      if (process.isUsable) this.#keep(process)
      const next = this.#waiting.shift()
      if (next === undefined) this.#busy--
      else next()
    }
  }

  /** The one that was used last: of two that few callers need, the other one comes to its end. */
  #take(): TemplateProcess {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer)
      if (kept.process.isUsable) return kept.process
    }
    return new TemplateProcess(this.#limits)
  }

  #keep(process: TemplateProcess): void {
    const timer = setTimeout(() => {
      const place = this.#idle.findIndex((kept) => kept.process === process)
      if (place !== -1) this.#idle.splice(place, 1)
      process.end()
    }, IDLE_MS)
    timer.unref()
    this.#idle.push({ process, timer })
  }
}
