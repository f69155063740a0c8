import { CONFIDENCE, type Interval, NORMAL_975 } from './interval.js'
import { normalQuantile } from './normal.js'
import { neededUnits } from './power.js'

interface Undecided {
  readonly n: number
  readonly clusters: number
  /** Above 0. */
  readonly margin: number
  /** Metrics over which p is adjusted. */
  readonly tests: number
  readonly difference: number
  /** Within [−1, 1]. */
  readonly interval: Interval
  /** Of the mean difference at `n` items; 0 where it is not known. */
  readonly standardError: number
}

/** Below six clusters 2 / 2^clusters exceeds 5 %, and no test by signs can reject anything. */
const LEAST_CLUSTERS = 6

/**
 * How many items, in clusters as large as these, a verdict would take: the most of
 *
 * - what finds a difference as large as the margin four times in five;
 * - what makes the interval leave out 0 or stay inside the margin if the difference stays what it is, its width falling
 *   as 1/√n, and at the level that the smallest of several p has to meet;
 * - six clusters, below which signs reject nothing;
 * - z²(1 − m)/m, where Wilson's interval of 0 discordant items reaches the margin m: 125 for three points.
 */
export function neededForVerdict(about: Undecided): number {
  const { n, clusters, margin, tests, difference, interval, standardError } = about
  const strictness = normalQuantile(1 - (1 - CONFIDENCE) / 2 / tests) / NORMAL_975
  const half = (strictness * (interval[1] - interval[0])) / 2
  const room = Math.max(Math.abs(difference), margin - Math.abs(difference))
  const settles = clusters < LEAST_CLUSTERS || standardError === 0 ? 0 : n * (half / room) ** 2
  const finds =
    standardError > 0
      ? neededUnits({ standardDeviation: standardError * Math.sqrt(n), difference: margin })
      : 0
  const least = (NORMAL_975 ** 2 * (1 - margin)) / margin
  return Math.max(
    n + 1,
    Math.ceil(Math.max(settles, finds, least)),
    Math.ceil((LEAST_CLUSTERS * n) / clusters),
  )
}
