import type { StoredSample } from '../../run/sample-lines.js'
import type { LadderCase } from '../ladder-case.js'
import type { RowLoss, TrainingLoss } from './training-loss.js'
import { trainingLossCases } from './training-loss-samples.js'

/** Reads stored answers to `trainingLossSamples`. Of two samples of one case the later counts. */
export class TrainingLossReader {
  readonly #cases: ReadonlyMap<string, LadderCase>
  readonly #rows = new Map<string, RowLoss | string>()

  constructor(cases: readonly LadderCase[]) {
    this.#cases = new Map(trainingLossCases(cases).map((one) => [one.id, one]))
  }

  take({ item, continuation, error }: StoredSample): void {
    const one = this.#cases.get(item)
    if (one === undefined) return
    if (continuation === undefined || continuation.length === 0) {
      this.#rows.set(item, error?.message ?? 'The subject gave no probabilities of the answer.')
      return
    }
    this.#rows.set(item, {
      case: one,
      tokens: continuation.length,
      loss: continuation.reduce((sum, { logprob }) => sum - logprob, 0),
      isBound: continuation.some(({ bound }) => bound !== undefined),
    })
  }

  /** @param whenNothing why no row was asked about, where none was. */
  finish({
    vocabularySize,
    whenNothing,
  }: {
    readonly vocabularySize?: number
    readonly whenNothing: string
  }): TrainingLoss {
    const found = [...this.#cases.keys()].map((id) => this.#rows.get(id))
    const rows = found.filter((row) => row !== undefined && typeof row !== 'string')
    const fault = found.find((row) => typeof row === 'string')
    const missing = fault ?? (rows.length < found.length || found.length === 0 ? whenNothing : undefined)
    return {
      rows,
      ...(vocabularySize === undefined ? {} : { vocabularySize }),
      ...(missing === undefined ? {} : { missing }),
    }
  }
}
