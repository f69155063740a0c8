import type { RandomStream } from '../numeric/random.js'
import { gatherUnits } from './bootstrap.js'
import { checkTimes } from './checked-columns.js'
import { CONFIDENCE, type Interval } from './interval.js'
import { type SignedSums, signedSums } from './signed-sums.js'

export interface SignFlipRequest {
  /** One difference of two subjects an item, at least one. */
  readonly differences: readonly number[]
  /** Number of the cluster of each item, 0 upward without gaps. Absent: every item stands for itself. */
  readonly clusters?: readonly number[]
  /** Random assignments of signs where there are too many for all; default 10,000. */
  readonly permutations?: number
  readonly random: RandomStream
}

export interface SignFlipTest {
  /** Mean difference of the items. */
  readonly difference: number
  /** Two-sided. */
  readonly p: number
  /** 95 %: every difference that the test does not reject. Infinite where no difference can be rejected. */
  readonly interval: Interval
  readonly clusters: number
  /** All assignments of signs, or random ones. */
  readonly isExact: boolean
  /** How many assignments were looked at, the observed one included. */
  readonly assignments: number
}

/** Up to here all assignments are gone through: 32,768, for an assignment and its mirror image are one. */
const MOST_EXACT_CLUSTERS = 16

const DEFAULT_PERMUTATIONS = 10_000

/**
 * Sign-flip permutation test of a mean difference of 0, and the interval that it leaves.
 *
 * If neither subject is better, the sum of each cluster is as likely with either sign. p is the share of assignments of
 * signs to clusters whose total is at least as far from 0 as the observed one; with random assignments the observed one
 * counts as one of them, so that p is never 0 (Phipson and Smyth 2010).
 *
 * The interval holds every δ that the test of "the differences less δ" does not reject. With cluster sums S and sizes n,
 * observed totals S₊ and N, and A = Σ ±S, B = Σ ±n of an assignment, |A − δB| ≥ |S₊ − δN| holds exactly between
 * (S₊ − A)/(N − B) and (S₊ + A)/(N + B). So p(δ) is the share of such ranges that hold δ, and the bounds of the interval
 * are order statistics of the ranges' ends: no search, one pass.
 *
 * Exact where differences are symmetric about their mean; elsewhere good from some 20 clusters on. Below six clusters
 * nothing can be rejected at 5 %, and the interval is infinite. Where few items differ at all, the interval is too
 * narrow: `comparePaired` widens it.
 *
 * @throws {RangeError} when there is no difference, one is not finite, clusters are not numbered from 0 without gaps, or
 * `permutations` is not a whole number above 0.
 */
export function signFlipTest(request: SignFlipRequest): SignFlipTest {
  const { differences, permutations = DEFAULT_PERMUTATIONS, random } = request
  checkTimes(permutations, 'permutations')
  const { count, sizes, sums } = gatherUnits([differences], request.clusters)
  const isExact = count <= MOST_EXACT_CLUSTERS
  const flips = signedSums([sums, sizes])
  const total = sums.reduce((sum, value) => sum + value, 0)
  const ranges = new Ranges({
    total,
    items: differences.length,
    slack: 1e-9 * sums.reduce((sum, value) => sum + Math.abs(value), 0),
    capacity: isExact ? 2 ** (count - 1) : permutations + 1,
  })
  if (isExact) flipAll(flips, count, ranges)
  else flipAtRandom(flips, { permutations, random }, ranges)
  return {
    difference: total / differences.length,
    p: ranges.shareBeyond(),
    interval: ranges.interval(),
    clusters: count,
    isExact,
    assignments: ranges.size,
  }
}

/** Every assignment in which the last cluster keeps its sign; the others are their mirror images. */
function flipAll(flips: SignedSums, count: number, ranges: Ranges): void {
  const last = 2 ** (count - 1)
  for (let pattern = 0; pattern < last; pattern++) {
    flips.ofPattern(pattern + last)
    ranges.add(flips.totals[0] as number, flips.totals[1] as number)
  }
}

function flipAtRandom(
  flips: SignedSums,
  { permutations, random }: { readonly permutations: number; readonly random: RandomStream },
  ranges: Ranges,
): void {
  ranges.addObserved()
  for (let permutation = 0; permutation < permutations; permutation++) {
    flips.ofRandom(random)
    ranges.add(flips.totals[0] as number, flips.totals[1] as number)
  }
}

/** The ranges of δ in which assignments are at least as extreme as what was observed. */
class Ranges {
  readonly #total: number
  readonly #items: number
  readonly #slack: number
  readonly #lows: Float64Array
  readonly #highs: Float64Array
  #size = 0
  #beyond = 0

  /** @param slack by how much rounding may part two equal totals */
  constructor(observed: {
    readonly total: number
    readonly items: number
    readonly slack: number
    readonly capacity: number
  }) {
    this.#total = observed.total
    this.#items = observed.items
    this.#slack = observed.slack
    this.#lows = new Float64Array(observed.capacity)
    this.#highs = new Float64Array(observed.capacity)
  }

  get size(): number {
    return this.#size
  }

  addObserved(): void {
    this.#push(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
    this.#beyond++
  }

  /** @param sum total of the flipped sums; @param items total of the flipped sizes */
  add(sum: number, items: number): void {
    const less = this.#items - items
    const more = this.#items + items
    // All signs alike: the observed assignment itself, as extreme at any δ.
    if (less === 0 || more === 0) {
      this.addObserved()
      return
    }
    const one = (this.#total - sum) / less
    const other = (this.#total + sum) / more
    let low = Math.min(one, other)
    let high = Math.max(one, other)
    if (Math.abs(sum) >= Math.abs(this.#total) - this.#slack) {
      this.#beyond++
      // p counts this one, so the interval must: rounding may have put its end a hair past 0.
      low = Math.min(low, 0)
      high = Math.max(high, 0)
    }
    this.#push(low, high)
  }

  shareBeyond(): number {
    return this.#beyond / this.#size
  }

  interval(): Interval {
    // A bound is the furthest δ that more than 5 % of the ranges still reach.
    const rank = Math.floor((1 - CONFIDENCE) * this.#size + 1e-9)
    const lows = this.#lows.subarray(0, this.#size).sort()
    const highs = this.#highs.subarray(0, this.#size).sort()
    return [lows[rank] as number, highs[this.#size - 1 - rank] as number]
  }

  #push(low: number, high: number): void {
    this.#lows[this.#size] = low
    this.#highs[this.#size] = high
    this.#size++
  }
}
