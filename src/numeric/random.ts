import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { sha256OfText } from './sha256.js'

/** A seeded stream of numbers. The same seed and label give the same stream on every machine. */
export interface RandomStream {
  /** An integer in [0, bound), without modulo bias. `bound` is 1 to 2^31 − 1. */
  below(bound: number): number
  /** A number in [0, 1) with 53 random bits. */
  uniform(): number
}

/**
 * Opens the stream that belongs to `label` under `seed`. Streams of different labels are independent, so that
 * adding a consumer moves nobody else's draws.
 */
export function randomStream(seed: number, label: string): RandomStream {
  const digest = sha256OfText(`${seed}\u0000${label}`)
  const state = new DataView(digest.buffer, digest.byteOffset).getInt32(0)
  const generator = xoroshiro128plus(state)
  return {
    below: (bound) => uniformInt(generator, 0, bound - 1),
    uniform: () => {
      const high = generator.next() >>> 5
      const low = generator.next() >>> 6
      return (high * 0x4000000 + low) / 0x20000000000000
    },
  }
}

/** A new array in random order (Fisher–Yates). */
export function shuffled<T>(values: readonly T[], random: RandomStream): T[] {
  const result = [...values]
  for (let last = result.length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    const moved = result[last] as T
    result[last] = result[other] as T
    result[other] = moved
  }
  return result
}
