import type { OpeningReading } from '../case-reading.js'
import { type BoundedLogprob, openingStatistics } from './bounded-statistics.js'

/**
 * What a probability of the trigger means for decoding: `argmax`: greedy decoding begins a call. `latent` (0.01 and up):
 * sampling may. `weak` (0.001 to 0.01). `absent` (below 0.001): no prior to call. `unclear`: a bound that reaches into more
 * than one band.
 */
export type OpeningBand = 'argmax' | 'latent' | 'weak' | 'absent' | 'unclear'

export const openingBands: readonly OpeningBand[] = ['argmax', 'latent', 'weak', 'absent', 'unclear']

const LATENT = Math.log(1e-2)
const WEAK = Math.log(1e-3)

/** The band of one prompt. What counts is whether the trigger is the likeliest, not whether it passes one half. */
export function bandOf({ logprob, isBound, isArgmax }: BoundedLogprob & { isArgmax: boolean }): OpeningBand {
  if (isArgmax) return 'argmax'
  if (logprob < WEAK) return 'absent'
  if (isBound) return 'unclear'
  return logprob < LATENT ? 'weak' : 'latent'
}

/**
 * The band of a set of prompts: `argmax` where the trigger is the likeliest in more than half of them, else by the
 * geometric mean. Undefined for none.
 */
export function setBand(openings: readonly OpeningReading[]): OpeningBand | undefined {
  const statistics = openingStatistics(openings)
  if (statistics === undefined) return undefined
  const fired = openings.filter(({ isArgmax }) => isArgmax).length
  const { atLeast, atMost } = statistics.geometricMean
  const isArgmax = 2 * fired > openings.length
  return bandOf({ logprob: Math.log(atMost), isBound: atLeast < atMost * (1 - 1e-9), isArgmax })
}
