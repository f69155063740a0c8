import { CONFIDENCE, type Interval, quantileOfSorted } from './interval.js'

/** A draw may lack, say, every item that expects no call; when more do than this share, resampling says nothing. */
const MAX_UNDEFINED = 0.01

/** A statistic over the draws of a bootstrap. */
export class ResampledValues {
  readonly #values: Float64Array
  #defined = 0

  constructor(resamples: number) {
    this.#values = new Float64Array(resamples)
  }

  /** A value that is not finite counts as undefined. */
  add(value: number): void {
    if (Number.isFinite(value)) this.#values[this.#defined++] = value
  }

  /** The 95 % percentile interval; undefined where more than 1 % of the draws, or all, left the statistic undefined. */
  interval(): Interval | undefined {
    const size = this.#defined
    if (size === 0 || size < this.#values.length * (1 - MAX_UNDEFINED)) return undefined
    const known = this.#values.subarray(0, size).sort()
    const tail = (1 - CONFIDENCE) / 2
    return [quantileOfSorted(known, tail), quantileOfSorted(known, 1 - tail)]
  }
}
