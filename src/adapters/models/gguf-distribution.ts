import type { TokenProbability } from '../../subject/reply.js'

/** Smallest probability that the engine can say; below it stands 0, so that a logarithm is only known to be at most this. */
const LEAST = Math.log(2 ** -149)

/**
 * What comes next, over the whole vocabulary. The engine gives single-precision probabilities whose sum is off by up
 * to 1e-4 for large vocabularies; they are divided by that sum.
 */
export class NextTokens {
  readonly #probabilities: ReadonlyMap<number, number>
  readonly #logSum: number

  constructor(probabilities: ReadonlyMap<number, number>) {
    this.#probabilities = probabilities
    let sum = 0
    for (const value of probabilities.values()) sum += value
    this.#logSum = Math.log(sum)
  }

  of(id: number): { readonly logprob: number; readonly bound?: 'at-most' } {
    const probability = this.#probabilities.get(id) ?? 0
    if (probability <= 0) return { logprob: LEAST, bound: 'at-most' }
    return { logprob: Math.min(0, Math.log(probability) - this.#logSum) }
  }

  /** In nats, from 0 (one token is certain) to the logarithm of the vocabulary's size. */
  get entropy(): number {
    let sum = 0
    for (const probability of this.#probabilities.values()) {
      if (probability > 0) sum -= probability * (Math.log(probability) - this.#logSum)
    }
    return Math.max(0, sum / Math.exp(this.#logSum))
  }

  /** Those asked for first, then the likeliest. */
  list(asked: readonly number[], top: number, textOf: (id: number) => string): readonly TokenProbability[] {
    const likeliest: number[] = []
    for (const id of this.#probabilities.keys()) {
      if (likeliest.length >= top) break
      likeliest.push(id)
    }
    return [...new Set([...asked, ...likeliest])].map((id) => ({ id, text: textOf(id), ...this.of(id) }))
  }
}
