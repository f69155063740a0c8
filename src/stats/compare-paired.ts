import { InputError } from '../errors.js'
import { randomStream } from '../numeric/random.js'
import { countText } from '../text/number-text.js'
import { holmAdjusted } from './holm.js'
import { CONFIDENCE, type Interval } from './interval.js'
import { kishEffectiveSize } from './kish.js'
import { exactMcNemar } from './mcnemar.js'
import { moverInterval } from './mover.js'
import { neededForVerdict } from './needed-items.js'
import type { PairCounts } from './newcombe-paired.js'
import { type PairedDifferences, type PairedItem, pairItems } from './paired-items.js'
import { minimumDetectableDifference } from './power.js'
import { type SignFlipTest, signFlipTest } from './sign-flip.js'
import { wilsonInterval } from './wilson.js'

/** One measure of the same items, decided together with the others of its table. */
export interface PairedMetric {
  readonly metric: string
  readonly better: 'higher' | 'lower'
  readonly items: readonly PairedItem[]
}

export interface CompareRequest {
  /** The primary metrics of one table; Holm's adjustment is over these. */
  readonly metrics: readonly PairedMetric[]
  /** The smallest difference that matters, in (0, 1]; default 0.03, three points. */
  readonly margin?: number
  readonly seed: number
  /** Default 10,000. */
  readonly permutations?: number
}

export type ComparisonVerdict = 'better' | 'worse' | 'no-difference-shown' | 'not-enough-data'

/** Whether B differs from A on one metric. */
export interface PairedComparison {
  readonly metric: string
  readonly n: number
  readonly clusters: number
  /** Kish's effective number of clusters. */
  readonly effectiveClusters: number
  /** Items right by both, one or neither; an item that is right in part counts in part, as of trials paired at random. */
  readonly pairs: PairCounts
  /** Mean of B minus mean of A. */
  readonly difference: number
  /** 95 %, of the test's own inversion. */
  readonly interval: Interval
  /** What was tested, in words. */
  readonly test: string
  readonly p: number
  /** Holm's, over the metrics of the table. */
  readonly adjustedP: number
  /** Where every item is right or wrong. It decides where every cluster is one item; otherwise it ignores clusters. */
  readonly mcnemar?: { readonly p: number; readonly ignoresClusters: boolean }
  /** Of B, the margin and `adjustedP` applied. */
  readonly verdict: ComparisonVerdict
  /** Why the verdict is not what p alone would suggest. */
  readonly note?: string
  /** The smallest true difference that these items find four times in five. Absent where nothing varies. */
  readonly detectable?: number
  /** Items, of clusters as large as these, that a verdict would take. With `not-enough-data`. */
  readonly needed?: number
}

const DEFAULT_MARGIN = 0.03

/** How often a test may reject what is true. */
const ERROR = 1 - CONFIDENCE

/**
 * Compares two subjects on the same items. Trials are averaged within an item first. One test decides: sign flips of
 * cluster sums, or, where every cluster is one item and every item right or wrong, the exact McNemar test, which is the
 * same test without random draws. The interval is the sign-flip test's inverted one, never narrower than what the
 * discordant shares alone allow (Wilson, joined by MOVER), for shifted differences say too little where few items differ:
 * of 100 items without any, up to 3.7 % may.
 *
 * Verdict: `no-difference-shown` when the interval lies inside the margin, even if it leaves out 0 (the difference is then
 * there and too small to matter, and `note` says so); else `better` or `worse` when the adjusted p is at most 5 %; else
 * `not-enough-data`.
 *
 * @throws {InputError} `nothing-paired`, `item-doubled`, `no-trials`, `score-range`, `margin-range`, `permutations-range`.
 */
export function comparePaired(request: CompareRequest): readonly PairedComparison[] {
  const { metrics, margin = DEFAULT_MARGIN } = request
  if (!(margin > 0 && margin <= 1)) {
    throw new InputError({
      code: 'margin-range',
      what: `A margin of ${margin} cannot be used: it is the smallest difference that matters, above 0 and up to 1.`,
      fix: 'Give a proportion, e.g. 0.03 for three points.',
    })
  }
  const { permutations } = request
  if (permutations !== undefined && !(Number.isSafeInteger(permutations) && permutations > 0)) {
    throw new InputError({
      code: 'permutations-range',
      what: `${permutations} is no number of permutations.`,
      fix: 'Give a whole number above 0, e.g. 10000.',
    })
  }
  const tests = metrics.map((metric) => testOf(metric, request))
  const adjusted = holmAdjusted(tests.map(({ p }) => p))
  return tests.map(
    (test, index) => decide(test, { margin, tests: tests.length, adjustedP: adjusted[index] as number }), // one p a test
  )
}

interface Tested {
  readonly metric: PairedMetric
  readonly paired: PairedDifferences
  readonly flips: SignFlipTest
  readonly interval: Interval
  readonly p: number
  readonly test: string
  readonly mcnemar?: { readonly p: number; readonly ignoresClusters: boolean }
}

function testOf(metric: PairedMetric, { seed, permutations }: CompareRequest): Tested {
  const paired = pairItems(metric)
  const { differences, clusters, sizes, counts } = paired
  const n = differences.length
  const flips = signFlipTest({
    differences,
    clusters,
    ...(permutations === undefined ? {} : { permutations }),
    random: randomStream(seed, `sign flips of ${metric.metric}`),
  })
  const isIndependent = sizes.length === n
  const mcnemar = paired.isBinary ? { p: exactMcNemar(counts), ignoresClusters: !isIndependent } : undefined
  const decides = mcnemar?.ignoresClusters === false
  const p = decides ? mcnemar.p : flips.p
  return {
    metric,
    paired,
    flips,
    p,
    interval: widened(flips, { differences, rejects: p <= ERROR }),
    test: decides ? 'exact McNemar' : describeFlips(flips, { seed, isIndependent }),
    ...(mcnemar === undefined ? {} : { mcnemar }),
  }
}

function describeFlips(
  { clusters, isExact, assignments }: SignFlipTest,
  { seed, isIndependent }: { readonly seed: number; readonly isIndependent: boolean },
): string {
  const units = `${countText(clusters)} ${isIndependent ? 'items' : 'clusters'}`
  const drawn = `${countText(assignments - 1)} permutations, seed ${seed}`
  return `sign flips of ${units}, ${isExact ? 'all assignments' : drawn}`
}

function decide(
  tested: Tested,
  {
    margin,
    tests,
    adjustedP,
  }: { readonly margin: number; readonly tests: number; readonly adjustedP: number },
): PairedComparison {
  const { metric, paired, flips, interval, p, mcnemar } = tested
  const { difference } = flips
  const n = paired.differences.length
  const clusters = paired.sizes.length
  const isInside = interval[0] > -margin && interval[1] < margin
  const rejects = adjustedP <= ERROR
  const favoursB = metric.better === 'higher' ? difference > 0 : difference < 0
  const decided = favoursB ? 'better' : 'worse'
  const verdict = isInside ? 'no-difference-shown' : rejects ? decided : 'not-enough-data'
  const note = noteOf({ isInside, rejects, p })
  const error = standardError(paired, difference)
  const needed = (): number =>
    neededForVerdict({ n, clusters, margin, tests, difference, interval, standardError: error })
  return {
    metric: metric.metric,
    n,
    clusters,
    effectiveClusters: kishEffectiveSize(paired.sizes),
    pairs: paired.counts,
    difference,
    interval,
    test: tested.test,
    p,
    adjustedP,
    ...(mcnemar === undefined ? {} : { mcnemar }),
    verdict,
    ...(note === undefined ? {} : { note }),
    ...(error > 0 ? { detectable: minimumDetectableDifference({ standardDeviation: error, n: 1 }) } : {}),
    ...(verdict === 'not-enough-data' ? { needed: needed() } : {}),
  }
}

function noteOf(about: {
  readonly isInside: boolean
  readonly rejects: boolean
  readonly p: number
}): string | undefined {
  if (about.isInside && about.rejects) return 'a difference is shown, and it is smaller than the margin'
  if (!about.isInside && !about.rejects && about.p <= ERROR) {
    return "p is at most 5 % alone, and not after Holm's adjustment over the metrics of the table"
  }
  return undefined
}

/** The interval of the flips, as wide at least as the shares of items that went one way and the other allow. */
function widened(
  { difference, interval }: SignFlipTest,
  { differences, rejects }: { readonly differences: readonly number[]; readonly rejects: boolean },
): Interval {
  const n = differences.length
  const gain = (sign: 1 | -1) => {
    const sum = differences.reduce((total, value) => total + Math.max(0, sign * value), 0)
    const successes = Math.min(sum, n)
    return { weight: sign, value: successes / n, interval: wilsonInterval({ successes, n }) }
  }
  const least = moverInterval([gain(1), gain(-1)])
  const low = Math.max(-1, Math.min(interval[0], least[0]))
  const high = Math.min(1, Math.max(interval[1], least[1]))
  // Where the test rejects, its own bound stands on the side of 0; where it does not, the interval holds 0.
  if (rejects && difference > 0) return [Math.max(interval[0], 0), high]
  if (rejects && difference < 0) return [low, Math.min(interval[1], 0)]
  return [Math.min(low, 0), Math.max(high, 0)]
}

/** Of the mean difference, from cluster sums less their share: √(G/(G−1) Σ (S − n d)²) / N. 0 with one cluster. */
function standardError({ differences, clusters, sizes }: PairedDifferences, mean: number): number {
  const rests = new Float64Array(sizes.length)
  for (const [item, difference] of differences.entries()) {
    const cluster = clusters[item] as number // one an item
    rests[cluster] = (rests[cluster] as number) + difference - mean
  }
  const count = sizes.length
  if (count < 2) return 0
  const squares = rests.reduce((sum, rest) => sum + rest * rest, 0)
  return Math.sqrt((squares * count) / (count - 1)) / differences.length
}
