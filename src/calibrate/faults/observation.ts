import type { Benchmark } from '../../benchmark/item.js'
import type { PlannedSample } from '../../run/plan-run.js'
import { type Asked, askInMemory, plannedSamples } from '../ask-in-memory.js'
import { type Recalled, recallInMemory } from '../recall-in-memory.js'
import type { Instrument, Questions } from './instrument.js'

const NOTHING: Asked = { samples: [], benchmarks: [] }

/** What one instrument does, each part done once, when a detector first looks at it. */
export class Observation {
  readonly instrument: Instrument
  readonly signal: AbortSignal
  #recalled: Promise<Recalled> | undefined
  #asked: Promise<Asked> | undefined

  constructor(instrument: Instrument, signal: AbortSignal) {
    this.instrument = instrument
    this.signal = signal
  }

  /** Queries, under the trie and free. */
  recalled(): Promise<Recalled> {
    const { asked, gold, ...parts } = this.instrument
    this.#recalled ??= recallInMemory({
      ...parts,
      asked: asked.queries,
      gold: gold.queries,
      signal: this.signal,
    })
    return this.#recalled
  }

  /** Questions and calls. */
  asked(): Promise<Asked> {
    const { subject, asked, gold, ...parts } = this.instrument
    if (subject === undefined) return Promise.resolve(NOTHING)
    this.#asked ??= askInMemory({
      ...parts,
      subject,
      asked: benchmarksIn(asked),
      gold: benchmarksIn(gold),
      signal: this.signal,
    })
    return this.#asked
  }

  /** The requests of a run, as it would send them. */
  *planned(): Generator<PlannedSample> {
    const { subject, asked, ...parts } = this.instrument
    if (subject !== undefined) yield* plannedSamples({ ...parts, subject, asked: benchmarksIn(asked) })
  }
}

function benchmarksIn({ questions, calls }: Questions): readonly Benchmark[] {
  return [questions, calls].filter((one) => one !== undefined)
}
