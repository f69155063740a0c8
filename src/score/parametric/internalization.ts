import { InputError } from '../../errors.js'
import { randomStream } from '../../numeric/random.js'
import { bootstrapSums, type SumStatistic } from '../../stats/bootstrap-sums.js'
import type { Interval } from '../../stats/interval.js'
import { meanOf } from '../../stats/mean.js'
import { countText, percentText } from '../../text/number-text.js'
import { MIN_EFFECTIVE_CLUSTERS, unitsOf } from '../mean-score.js'
import type { ScoredValue, ScoreSubject, UnscoredValue } from '../score.js'
import { deltaInterval } from './delta-interval.js'

/** What one query recalled, with and without the trie. */
export interface RecallPair {
  readonly itemId: string
  readonly cluster?: string | undefined
  /** Share of the needs among the top k of constrained decoding, in [0, 1]. */
  readonly constrained: number
  /** The same share, same k and beam width, when the model writes freely. */
  readonly free: number
}

/** Internalization never stands without the recall that it is a share of. */
export interface InternalizationValue extends ScoredValue {
  /** Rc and Rf over the same queries. */
  readonly constrained: number
  readonly free: number
  /** Queries with Rc above 0. */
  readonly nonZero: number
  /** The papers' interval, which ignores that Rc and Rf rise together and is too wide for it; within [0, 1]. */
  readonly deltaInterval?: Interval
  /** Share of the resamples in which Rc was 0, so that there was no ratio. */
  readonly zeroShare?: number
  /** Set where the value says little for another reason than its spread. */
  readonly caution?: string
}

export type InternalizationScore = InternalizationValue | UnscoredValue

/** One depth, or one group, of several that share their draws. */
export interface InternalizationColumn {
  readonly about: ScoreSubject
  /** The same queries in the same order in every column of a request. */
  readonly pairs: readonly RecallPair[]
}

export interface InternalizationRequest {
  readonly columns: readonly InternalizationColumn[]
  readonly seed: number
  readonly resamples: number
  /** Names the draws, so that other groups get others. */
  readonly label: string
}

/** Below this many queries with Rc above 0 the ratio's distribution is too lumpy for an interval. */
const MIN_NONZERO = 30

/** At or below this Rc the ratio speaks of a tenth of the queries at most: .10 / .10 is 1. */
const LOW_RC = 0.1

/**
 * Internalization score: how much of what a model recalls under a trie it also recalls unaided.
 *
 *     IS@k = Rf@k / Rc@k          Rc, Rf = means of `constrained` and `free` over the queries
 *
 * Unit: ratio of two proportions, 0 upward. 1 means the trie adds nothing, 0 that all recall comes from it. It says nothing
 * of how much is recalled: Rc = Rf = 0.1 also gives 1, and gets a caution. Above 1 is possible (free text found what the
 * beam pruned) and is not clamped. Rc = 0 scores 0: there is nothing to internalize.
 *
 * Interval: paired percentile bootstrap, the same queries or clusters drawn for Rf and Rc, from 30 queries with Rc above 0
 * and 20 effective clusters on; draws with Rc = 0 have no ratio and are left out, and where they are more than 1 % there is no interval.
 *
 * @returns `unscored` when there are no queries.
 * @throws {InputError} `recall-range` when a recall is not within [0, 1].
 * @see ToolSense, arXiv:2606.12451.
 */
export function internalizationScores({
  columns,
  seed,
  resamples,
  label,
}: InternalizationRequest): readonly InternalizationScore[] {
  for (const { pairs } of columns) checkRange(pairs)
  const clusters = columns[0]?.pairs.map(({ cluster }) => cluster) ?? []
  const n = clusters.length
  if (n === 0) return columns.map(({ about }) => ({ kind: 'unscored', ...about, reason: 'no queries', n }))
  const units = unitsOf(clusters)
  const isClustered = units.count < n
  const drawn = `${countText(resamples)} resamples, seed ${seed}`
  const draw = (by: 'items' | 'clusters'): Draws =>
    drawAll(columns, {
      resamples,
      random: randomStream(seed, `internalization ${by} ${label}`),
      ...(by === 'clusters' ? { clusters: units.numbers } : {}),
    })
  const byItem = draw('items')
  const byCluster = isClustered ? draw('clusters') : byItem
  return columns.map(({ about, pairs }, column) => {
    const constrained = meanOf(pairs.map((pair) => pair.constrained))
    const free = meanOf(pairs.map((pair) => pair.free))
    const nonZero = pairs.filter((pair) => pair.constrained > 0).length
    const isDecided = units.effective >= MIN_EFFECTIVE_CLUSTERS
    const primary = (isDecided ? byCluster : byItem).at(column)
    // Where every query scores alike the recipe finds no error at all, which says nothing.
    const hasSpread = isUsable(primary.free) && isUsable(primary.constrained)
    const delta =
      nonZero < MIN_NONZERO || !hasSpread
        ? undefined
        : deltaInterval({
            free,
            constrained,
            freeInterval: primary.free,
            constrainedInterval: primary.constrained,
          })
    const value: InternalizationValue = {
      kind: 'scored',
      ...about,
      value: constrained === 0 ? 0 : free / constrained,
      n,
      ...(units.named === 0 ? {} : { clusters: units.count, effectiveClusters: units.effective }),
      ...intervalsOf(),
      constrained,
      free,
      nonZero,
      ...(delta === undefined ? {} : { deltaInterval: delta }),
      zeroShare: primary.zeroShare,
      ...cautionOf(constrained),
    }
    return value

    function intervalsOf(): Pick<ScoredValue, 'interval' | 'itemInterval' | 'method' | 'intervalNote'> {
      if (nonZero < MIN_NONZERO) {
        return { intervalNote: `unscored: ${nonZero} queries with Rc above 0, ${MIN_NONZERO} needed` }
      }
      const item = byItem.at(column).ratio
      const method = `paired percentile bootstrap over ${isClustered ? `${units.count} clusters` : `${n} items`}, ${drawn}`
      if (!isDecided) {
        const effective = Math.round(units.effective * 10) / 10
        return {
          ...(isUsable(item) ? { itemInterval: item } : {}),
          method: `paired percentile bootstrap over ${n} items, ${drawn}`,
          intervalNote: `unscored: too few clusters (${effective} effective of ${units.count}, ${MIN_EFFECTIVE_CLUSTERS} needed); the item interval speaks of these items only`,
        }
      }
      const { ratio, zeroShare } = primary
      if (ratio === undefined) {
        return { intervalNote: `unscored: Rc is 0 in ${percentText(zeroShare)} of the resamples` }
      }
      if (!isUsable(ratio)) return { intervalNote: 'every query scores alike, so resampling shows no spread' }
      return { interval: ratio, method, ...(isClustered && isUsable(item) ? { itemInterval: item } : {}) }
    }
  })
}

function cautionOf(constrained: number): Pick<InternalizationValue, 'caution'> {
  if (constrained === 0)
    return { caution: 'Rc is 0: there is nothing to internalize, and 0 stands by convention' }
  if (constrained > LOW_RC) return {}
  return { caution: `Rc is ${constrained.toFixed(3)}: the ratio speaks of little knowledge` }
}

function isUsable(interval: Interval | undefined): interval is Interval {
  return interval !== undefined && interval[0] !== interval[1]
}

interface Drawn {
  readonly ratio: Interval | undefined
  readonly free: Interval | undefined
  readonly constrained: Interval | undefined
  readonly zeroShare: number
}

interface Draws {
  at(column: number): Drawn
}

/** One bootstrap for all columns. The last summand counts items, so that means of drawn clusters are means over items. */
function drawAll(
  columns: readonly InternalizationColumn[],
  how: Pick<Parameters<typeof bootstrapSums>[0], 'clusters' | 'resamples' | 'random'>,
): Draws {
  const items = columns[0]?.pairs.length ?? 0
  const count = 2 * columns.length
  const zeros = new Uint32Array(columns.length)
  const statistics = columns.flatMap((_, column): SumStatistic[] => {
    const at = 2 * column
    return [
      (sums) => {
        const below = sums[at + 1] as number // as many sums as columns
        if (below > 0) return (sums[at] as number) / below
        zeros[column] = (zeros[column] as number) + 1
        return Number.NaN
      },
      (sums) => (sums[at] as number) / (sums[count] as number),
      (sums) => (sums[at + 1] as number) / (sums[count] as number),
    ]
  })
  const intervals = bootstrapSums({
    ...how,
    columns: [
      ...columns.flatMap(({ pairs }) => [
        pairs.map(({ free }) => free),
        pairs.map(({ constrained }) => constrained),
      ]),
      new Float64Array(items).fill(1),
    ],
    statistics,
  })
  return {
    at: (column) => ({
      ratio: intervals[3 * column],
      free: intervals[3 * column + 1],
      constrained: intervals[3 * column + 2],
      zeroShare: (zeros[column] ?? 0) / how.resamples,
    }),
  }
}

function checkRange(pairs: readonly RecallPair[]): void {
  for (const { itemId, constrained, free } of pairs) {
    for (const recall of [constrained, free]) {
      if (recall >= 0 && recall <= 1) continue
      throw new InputError({
        code: 'recall-range',
        what: `Recall is a proportion in [0, 1], but this one is ${recall}.`,
        where: `query ${JSON.stringify(itemId)}`,
        fix: 'Divide the needs that were met by the number of needs; percent exists only in renderers.',
      })
    }
  }
}
