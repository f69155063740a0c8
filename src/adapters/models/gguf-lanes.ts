import type { EngineSequence, GeneratedNext, GenerateNext } from './gguf-engine.js'

/** Tokens of a prompt that are evaluated in one go. */
export const BATCH = 512

/**
 * Tokens of each lane in a step of several lanes. A beam brings 1.7 on average, and two cost no more than one: the engine
 * has a quick kernel for products of matrices, and a slow one for those with a single row.
 */
export const STEP = 2

/** What is asked for where nobody wants an answer, so that every step of every sequence has one. */
const ANYTHING: GenerateNext = { token: true, options: { temperature: 0 } }

/** A token that every vocabulary has. */
const ANY_TOKEN = 0

export interface LaneStep {
  /** Tokens of the lane that stay; what lies behind is erased. */
  readonly from: number
  /** Fed behind them, at least one. */
  readonly tokens: readonly number[]
  /** What is wanted behind the last. */
  readonly wanted: GenerateNext
}

interface WaitingStep {
  readonly lane: number
  readonly step: LaneStep
  readonly resolve: (next: GeneratedNext | undefined) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Sequences of one context that are evaluated together. Engines round a product of matrices differently for one row than
 * for many, so an answer could depend on what else happens to be evaluated. It does not, because a prompt is evaluated
 * alone, and all later steps have one shape: every sequence takes part with as many tokens as the others and one output.
 * What is longer takes several steps; behind what is shorter stand tokens that nothing of its own can see, and that are
 * erased again. A single lane is evaluated just as it is.
 */
export class EngineLanes {
  readonly #sequences: readonly EngineSequence[]
  /** Tokens of each sequence that count. */
  readonly #kept: number[]
  readonly #begins: (() => Promise<void>)[] = []
  #steps: WaitingStep[] = []
  #isRunning = false

  constructor(sequences: readonly EngineSequence[]) {
    this.#sequences = sequences
    this.#kept = sequences.map(() => 0)
  }

  get count(): number {
    return this.#sequences.length
  }

  /**
   * Empties a lane and evaluates the beginning of a prompt.
   *
   * @param check called before each batch of tokens; what it throws ends the evaluation.
   */
  begin(lane: number, head: readonly number[], check: () => void): Promise<void> {
    const sequence = this.#at(lane)
    const evaluate = async (): Promise<void> => {
      await sequence.clearHistory()
      this.#kept[lane] = 0
      for (let at = 0; at < head.length; at += BATCH) {
        check()
        await sequence.evaluateWithoutGeneratingNewTokens(head.slice(at, at + BATCH))
      }
      this.#kept[lane] = head.length
    }
    return new Promise((resolve, reject) => {
      this.#begins.push(() => evaluate().then(resolve, reject))
      this.#schedule()
    })
  }

  /** A lane takes one step at a time. */
  step(lane: number, step: LaneStep): Promise<GeneratedNext | undefined> {
    return new Promise((resolve, reject) => {
      this.#steps.push({ lane, step, resolve, reject })
      this.#schedule()
    })
  }

  /** In the next turn of the loop: what others ask until then comes along. */
  #schedule(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    setImmediate(() => void this.#run())
  }

  async #run(): Promise<void> {
    while (this.#begins.length > 0 || this.#steps.length > 0) {
      const begin = this.#begins.shift()
      if (begin === undefined) await this.#evaluate(this.#steps.splice(0))
      else await begin()
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#isRunning = false
  }

  async #evaluate(waiting: readonly WaitingStep[]): Promise<void> {
    const longest = Math.max(...waiting.map(({ step }) => step.tokens.length))
    const length = this.#sequences.length === 1 ? Math.min(BATCH, longest) : STEP
    try {
      const steps = new Map(waiting.map(({ lane, step }) => [lane, step]))
      for (const [lane, sequence] of this.#sequences.entries()) {
        const from = steps.get(lane)?.from ?? this.#kept[lane] ?? 0
        const end = sequence.nextTokenIndex
        if (end > from) await sequence.eraseContextTokenRanges([{ start: from, end }])
      }
      // Begun in one go and in their order, which makes them one batch.
      const outputs = await Promise.all(
        this.#sequences.map((sequence, lane) => fed(sequence, steps.get(lane), length)),
      )
      for (const one of waiting) {
        const { lane, step } = one
        const tokens = step.tokens.slice(length)
        const from = step.from + step.tokens.length - tokens.length
        this.#kept[lane] = from
        if (tokens.length === 0) one.resolve(outputs[lane])
        else this.#steps.push({ ...one, step: { ...step, from, tokens } })
      }
    } catch (cause) {
      for (const { reject } of waiting) reject(cause)
    }
  }

  #at(lane: number): EngineSequence {
    const sequence = this.#sequences[lane]
    if (sequence === undefined) throw new RangeError(`there is no lane ${lane}`)
    return sequence
  }
}

async function fed(
  sequence: EngineSequence,
  step: LaneStep | undefined,
  length: number,
): Promise<GeneratedNext | undefined> {
  const own = step?.tokens.slice(0, length) ?? [ANY_TOKEN]
  const last = own.length - 1
  const wanted = step?.tokens.length === own.length ? step.wanted : ANYTHING
  const filling = new Array<number>(length - own.length).fill(ANY_TOKEN)
  const outputs = await sequence.controlledEvaluate(
    [...own, ...filling].map((token, at) =>
      at === last ? ([token, { generateNext: wanted }] as const) : token,
    ),
  )
  return outputs[last]?.next
}
