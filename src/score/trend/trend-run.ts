import { aboutMetric, itemsOfKind, primaryMetric } from '../run/item-metrics.js'
import type { StoredScores } from '../run/read-scores.js'
import type { Score, ScorerIdentity } from '../score.js'

/** A scored run, and when it began. */
export interface TrendRun {
  readonly run: string
  readonly folder: string
  /** Milliseconds since 1970-01-01 UTC, by the clock of the host that began the run. */
  readonly createdMs: number
  readonly benchmarks: readonly TrendScores[]
}

/** The scores of one benchmark of a run. */
export interface TrendScores {
  readonly stored: StoredScores
  /** As they are shown: with interval, chance and floor. */
  readonly scores: readonly Score[]
}

/** One run in a series. */
export interface TrendPoint {
  readonly run: string
  readonly folder: string
  readonly createdMs: number
  /** As the run was scored, in [0, 1]; absent where no item was measured. */
  readonly value?: number
  /** Mean over the items, which steps compare; only where the score weighs items otherwise, as one by categories does. */
  readonly itemMean?: number
  /** Items behind it. */
  readonly n: number
  readonly scorer?: ScorerIdentity
  /** 95 %, of the scores of the run. */
  readonly interval?: readonly [number, number]
  /** `these items only` where a clustered interval could not be given. */
  readonly intervalNote?: string
  readonly chance?: number
  readonly floor?: { readonly null: string; readonly value: number }
}

export interface SeriesKey {
  readonly subject: string
  readonly benchmark: string
  readonly kind: string
  readonly metric: string
}

/** Metrics of a benchmark that make a series: the named ones that it has, else the primary one of each kind of item. */
export function seriesIn({ stored }: TrendScores, metrics: readonly string[]): readonly SeriesKey[] {
  const { subject, benchmark, items } = stored
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => {
    const known = [...new Set(itemsOfKind(items, kind).flatMap(({ values }) => Object.keys(values)))]
    const primary = primaryMetric(kind, known)
    const wanted = metrics.length > 0 ? metrics : primary === undefined ? [] : [primary]
    return wanted
      .filter((metric) => known.includes(metric))
      .map((metric) => ({ subject, benchmark, kind, metric }))
  })
}

export function pointOf(
  { run, folder, createdMs }: TrendRun,
  { stored, scores }: TrendScores,
  { kind, metric }: SeriesKey,
): TrendPoint {
  const values = itemsOfKind(stored.items, kind).flatMap((item) => item.values[metric] ?? [])
  const { scorer } = aboutMetric(stored, { kind, metric })
  const shown = scores.find((score) => isShown(score, metric, scorer))
  const itemMean =
    values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    run,
    folder,
    createdMs,
    n: values.length,
    ...(itemMean === undefined ? {} : shownValue(shown, itemMean)),
    ...(scorer === undefined ? {} : { scorer }),
    ...(shown?.kind === 'scored' ? intervalOf(shown) : {}),
  }
}

/** The value that interval and floor belong to; without one, the mean over items. */
function shownValue(shown: Score | undefined, itemMean: number): Pick<TrendPoint, 'value' | 'itemMean'> {
  if (shown?.kind !== 'scored') return { value: itemMean }
  const isOther = Math.abs(shown.value - itemMean) > 1e-9
  return { value: shown.value, ...(isOther ? { itemMean } : {}) }
}

function isShown(score: Score, metric: string, scorer: ScorerIdentity | undefined): boolean {
  const name = score.k === undefined ? score.metric : `${score.metric}@${score.k}`
  const isWhole = score.group === undefined && (score.tier === undefined || score.tier === 'all')
  return name === metric && isWhole && score.scorer.name === scorer?.name
}

function intervalOf(score: Extract<Score, { readonly kind: 'scored' }>): Partial<TrendPoint> {
  const { interval, itemInterval, chance, floor } = score
  const shown = interval ?? itemInterval
  return {
    ...(shown === undefined ? {} : { interval: shown }),
    ...(interval === undefined && itemInterval !== undefined ? { intervalNote: 'these items only' } : {}),
    ...(chance === undefined ? {} : { chance }),
    ...(floor === undefined ? {} : { floor: { null: floor.null, value: floor.value } }),
  }
}
