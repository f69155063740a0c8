import { PlanFault } from './plan-fault.js'

/** What a plan may use. */
export interface PlanLimits {
  /** Units of work: an instruction is one, and so is an item or 64 characters that an instruction touches; default 1,000,000. */
  readonly steps: number
  /** Calls of tools; default 100. */
  readonly calls: number
  /** All that the plan ever makes, estimated from above, bytes; default 64 MiB. */
  readonly memoryBytes: number
  /** Code units that `print` writes; default 65,536. */
  readonly outputLength: number
  /** Code units of the plan's source; default 131,072. */
  readonly codeLength: number
  /** Default 2,000, parsing included. Waiting for a server does not count, tools that answer at once do. */
  readonly timeMs: number
}

/** About forty times what the longest of the gold plans needs, and what a plan over ten thousand rows does. */
export const DEFAULT_LIMITS: PlanLimits = {
  steps: 1_000_000,
  calls: 100,
  memoryBytes: 64 * 1024 * 1024,
  outputLength: 65_536,
  codeLength: 131_072,
  timeMs: 2_000,
}

/** Units of work between two looks at the clock: some 0.1 ms. */
const CLOCK_EVERY = 2_048

/** Nesting of values that anything recursive goes down to. */
const MOST_DEPTH = 500

/** Counts what a plan uses, and ends it before it uses more. */
export class Meter {
  steps = 0
  printed = ''
  readonly #limits: PlanLimits
  readonly #now: () => number
  #bytes = 0
  #deadline: number
  #nextLook = CLOCK_EVERY

  constructor(limits: PlanLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
    this.#deadline = now() + limits.timeMs
  }

  /** Before work is done. */
  work(units: number): void {
    this.steps += units
    if (this.steps < this.#nextLook) return
    this.checkTime()
    if (this.steps > this.#limits.steps) {
      // What is counted ahead of the work was never done.
      this.steps = this.#limits.steps
      throw new PlanFault('limit', `More than ${this.#limits.steps} steps.`)
    }
    this.#nextLook = Math.min(this.steps + CLOCK_EVERY, this.#limits.steps + 1)
  }

  checkTime(): void {
    if (this.#now() > this.#deadline) throw new PlanFault('limit', `More than ${this.#limits.timeMs} ms.`)
  }

  /** Before memory is taken. */
  take(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#limits.memoryBytes) return
    throw new PlanFault('limit', `More than ${this.#limits.memoryBytes} bytes of memory.`)
  }

  /** Before a text is made; looks at every 64th of its characters. */
  takeText(length: number): void {
    this.take(length * 2 + 24)
    this.work(1 + length / 64)
  }

  /** Before items of a list, a tuple or a dict are held. */
  takeItems(count: number): void {
    this.take(count * 16 + 32)
    this.work(count)
  }

  /** @throws {PlanFault} where values are nested more deeply than Python's own recursion goes. */
  descend(depth: number): number {
    this.work(1)
    if (depth < MOST_DEPTH) return depth + 1
    throw new PlanFault('limit', `RecursionError: values nested more than ${MOST_DEPTH} deep.`)
  }

  print(text: string): void {
    const room = this.#limits.outputLength - this.printed.length
    if (text.length <= room) {
      this.printed += text
      return
    }
    this.printed += text.slice(0, room)
    throw new PlanFault('limit', `More than ${this.#limits.outputLength} characters of output.`)
  }

  /** The clock stands still from `pause` to `resume`. */
  pause(): number {
    return this.#now()
  }

  resume(paused: number): void {
    this.#deadline += this.#now() - paused
  }
}
