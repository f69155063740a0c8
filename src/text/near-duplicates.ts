import { mix32 } from '../numeric/murmur3.js'
import { jaccard, type ShingleSet } from './shingles.js'

/**
 * An item in one view or several, say its own words and the words of what it belongs to. Two items are as alike as the
 * least alike of their views.
 */
export type ItemViews = readonly ShingleSet[]

export interface SimilarPair {
  /** Smaller index. */
  readonly left: number
  readonly right: number
  /** Exact Jaccard similarity, the least over the views, in [0, 1]. */
  readonly similarity: number
}

export interface NearDuplicateOptions {
  /**
   * Bands of the locality-sensitive hash, each of `rows[v]` MinHash values of view v. A pair of similarity s in every
   * view becomes a candidate with probability 1 − (1 − s^r)^bands, r the sum of the rows. Default 32 bands of 4 rows
   * in all: 87 % of the pairs at s = 0.5, 99 % at 0.6, all but one in 20 million at 0.8.
   */
  readonly bands?: number
  /** Default `[4]` for one view, `[3, 1]` for two. */
  readonly rows?: readonly number[]
  /** Changes the hash functions; default 0. */
  readonly seed?: number
  /**
   * A bucket with more items is not compared all against all: each item meets its `maxBucket / 2` neighbours in the
   * order of the remaining hashes. Default 512. Keeps work linear where thousands of items look alike.
   */
  readonly maxBucket?: number
}

export interface PairSearch {
  readonly band: number
  /** Only pairs at least this alike are given, in (0, 1]. */
  readonly threshold: number
  /** Pairs that need no comparison, e.g. because they are known to belong together. */
  readonly skip?: (left: number, right: number) => boolean
}

/**
 * Finds similar items among many without comparing all pairs: MinHash signatures, locality-sensitive banding, and
 * exact Jaccard similarity of every candidate. What it gives is exact; what it misses is bounded by the banding.
 * Items with the same sets should be merged beforehand; they would fill buckets.
 */
export class NearDuplicates {
  readonly bands: number
  readonly #rows: readonly number[]
  readonly #seeds: readonly Uint32Array[]
  readonly #maxBucket: number
  readonly #items: ItemViews[] = []
  /** Key of item i in band b at `i * bands + b`. */
  #keys: Uint32Array
  #comparisons = 0
  #passedOver = 0

  constructor(options: NearDuplicateOptions = {}) {
    this.bands = options.bands ?? 32
    this.#rows = options.rows ?? [4]
    this.#maxBucket = options.maxBucket ?? 512
    this.#keys = new Uint32Array(1024 * this.bands)
    this.#seeds = this.#rows.map((rows, view) =>
      Uint32Array.from({ length: rows * this.bands }, (_, at) =>
        mix32(mix32((options.seed ?? 0) ^ (view + 1)) ^ (at + 1)),
      ),
    )
  }

  get size(): number {
    return this.#items.length
  }

  /** Pairs compared so far. */
  get comparisons(): number {
    return this.#comparisons
  }

  /** Pairs in too large buckets that were not compared; they count once for every band. */
  get passedOver(): number {
    return this.#passedOver
  }

  /**
   * Adds an item; items are numbered from 0 in this order. An item with an empty view resembles nothing.
   * @throws {RangeError} beyond 2,097,152 items.
   */
  add(views: ItemViews): void {
    const item = this.#items.length
    if (item >= ITEM_RANGE) throw new RangeError(`More than ${ITEM_RANGE} items.`)
    this.#items.push(views)
    if ((item + 1) * this.bands > this.#keys.length) {
      const grown = new Uint32Array(this.#keys.length * 2)
      grown.set(this.#keys)
      this.#keys = grown
    }
    const keys = this.#keys.subarray(item * this.bands, (item + 1) * this.bands)
    for (const [view, seeds] of this.#seeds.entries()) {
      const minima = signature(views[view] ?? new Uint32Array(0), seeds)
      const rows = this.#rows[view] as number // one seed array a view
      for (let band = 0; band < this.bands; band++) {
        let key = keys[band] as number // `keys` has one entry a band
        for (let row = 0; row < rows; row++) key = mix32((key + (minima[band * rows + row] as number)) | 0) // in range
        keys[band] = key
      }
    }
  }

  /**
   * The similar pairs that meet in one band and in none before it; over all bands, each similar pair once. Work can
   * pause between bands.
   */
  *pairs({ band, threshold, skip }: PairSearch): Generator<SimilarPair> {
    for (const bucket of this.#buckets(band)) {
      const window = bucket.length > this.#maxBucket ? this.#maxBucket >> 1 : bucket.length
      if (window < bucket.length) this.#sortByLaterKeys(bucket, band)
      for (let first = 0; first < bucket.length; first++) {
        const end = Math.min(bucket.length, first + 1 + window)
        this.#passedOver += bucket.length - end
        for (let second = first + 1; second < end; second++) {
          const a = bucket[first] as number // in range
          const b = bucket[second] as number // in range
          const left = Math.min(a, b)
          const right = Math.max(a, b)
          if (this.#metBefore(left, right, band) || skip?.(left, right) === true) continue
          const similarity = this.#similarity(left, right, threshold)
          if (similarity >= threshold) yield { left, right, similarity }
        }
      }
    }
  }

  /** Exact similarity of two items; may stop early at a value below `enough`. */
  #similarity(left: number, right: number, enough: number): number {
    this.#comparisons++
    const leftViews = this.#items[left] as ItemViews // both are indices of items
    const rightViews = this.#items[right] as ItemViews
    let least = 1
    for (const [view, set] of leftViews.entries()) {
      const other = rightViews[view] as ShingleSet // all items have the same views
      const smaller = Math.min(set.length, other.length)
      const larger = Math.max(set.length, other.length)
      // Jaccard cannot exceed the ratio of the sizes.
      const bound = larger === 0 ? 0 : smaller / larger
      least = Math.min(least, bound < enough ? bound : jaccard(set, other))
      if (least < enough) return least
    }
    return least
  }

  /** Items that share a key, two or more, in falling order of key; items with an empty view are in none. */
  *#buckets(band: number): Generator<number[]> {
    const entries = new Float64Array(this.#items.length)
    let count = 0
    for (const [item, views] of this.#items.entries()) {
      if (views.some((set) => set.length === 0)) continue
      entries[count++] = (this.#keys[item * this.bands + band] as number) * ITEM_RANGE + item // in range
    }
    const sorted = entries.subarray(0, count).sort()
    for (let start = 0; start < count; ) {
      const key = Math.floor((sorted[start] as number) / ITEM_RANGE) // in range
      let end = start + 1
      while (end < count && Math.floor((sorted[end] as number) / ITEM_RANGE) === key) end++ // in range
      if (end - start > 1) yield Array.from(sorted.subarray(start, end), (entry) => entry % ITEM_RANGE)
      start = end
    }
  }

  #metBefore(left: number, right: number, band: number): boolean {
    const a = left * this.bands
    const b = right * this.bands
    for (let earlier = 0; earlier < band; earlier++) {
      if (this.#keys[a + earlier] === this.#keys[b + earlier]) return true
    }
    return false
  }

  #sortByLaterKeys(bucket: number[], band: number): void {
    bucket.sort((a, b) => {
      for (let later = band + 1; later < this.bands; later++) {
        const difference =
          (this.#keys[a * this.bands + later] as number) - (this.#keys[b * this.bands + later] as number) // in range
        if (difference !== 0) return difference
      }
      return a - b
    })
  }
}

/** 2^21: a bucket entry is `key * ITEM_RANGE + item`, exact in a double. */
const ITEM_RANGE = 0x20_0000

/** Smallest hash of the set's ids under each seed: the share of equal values estimates Jaccard. */
export function signature(set: ShingleSet, seeds: Uint32Array): Uint32Array {
  const minima = new Uint32Array(seeds.length).fill(0xffff_ffff)
  for (const id of set) {
    // Spread the small, dense ids first: neighbouring ids must not move together under the seeds.
    const spread = mix32(id + 0x9e37_79b9)
    for (let at = 0; at < seeds.length; at++) {
      const hash = mix32(spread ^ (seeds[at] as number)) // in range
      if (hash < (minima[at] as number)) minima[at] = hash // in range
    }
  }
  return minima
}
