import type { LiveProgress } from './live-view.js'

type Counts = Pick<LiveProgress, 'done' | 'errors' | 'promptTokens' | 'completionTokens' | 'cost' | 'unread'>

/**
 * Counts the samples of a growing `samples.jsonl` piece by piece. Of two lines of one sample the later counts, but both were
 * paid for. A line that is still being written is waited for; one that holds no sample is counted and passed over.
 */
export class ProgressScan {
  readonly #decoder = new TextDecoder()
  /** Parts of a line that goes on: joining them at every piece would take time by the square of its length. */
  #parts: string[] = []
  readonly #failed = new Map<string, boolean>()
  #errors = 0
  #promptTokens = 0
  #completionTokens = 0
  #cost: number | undefined
  #unread = 0
  #lines = 0

  take(piece: Uint8Array): void {
    const [first = '', ...lines] = this.#decoder.decode(piece, { stream: true }).split('\n')
    this.#parts.push(first)
    const last = lines.pop()
    if (last === undefined) return
    this.#line(this.#parts.join(''))
    for (const line of lines) this.#line(line)
    this.#parts = [last]
  }

  /** Lines so far, blank ones left out. */
  get lines(): number {
    return this.#lines
  }

  get counts(): Counts {
    return {
      done: this.#failed.size,
      errors: this.#errors,
      promptTokens: this.#promptTokens,
      completionTokens: this.#completionTokens,
      ...(this.#cost === undefined ? {} : { cost: this.#cost }),
      unread: this.#unread,
    }
  }

  #line(text: string): void {
    if (text.trim() === '') return
    this.#lines++
    const line = objectOf(text)
    if (line === undefined || typeof line.benchmark !== 'string' || typeof line.item !== 'string') {
      this.#unread++
      return
    }
    const { benchmark, item, variant, trial, usage, cost, cached, error } = line
    const key = JSON.stringify([benchmark, item, variant ?? null, trial ?? 0])
    if (this.#failed.get(key) === true) this.#errors--
    this.#failed.set(key, error !== undefined)
    if (error !== undefined) this.#errors++
    // Answers out of the cache cost nothing.
    if (cached === true) return
    if (typeof usage === 'object' && usage !== null) {
      const { promptTokens, completionTokens } = usage as Record<string, unknown> // an object of JSON
      this.#promptTokens += amountOf(promptTokens)
      this.#completionTokens += amountOf(completionTokens)
    }
    if (typeof cost === 'number') this.#cost = (this.#cost ?? 0) + amountOf(cost)
  }
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined // an object of JSON
  } catch {
    return undefined
  }
}

function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}
