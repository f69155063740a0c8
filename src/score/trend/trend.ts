import { InputError } from '../../errors.js'
import { comparePaired, type PairedComparison } from '../../stats/compare-paired.js'
import { type PairedTable, pairTables } from '../run/compare-scores.js'
import {
  pointOf,
  type SeriesKey,
  seriesIn,
  type TrendPoint,
  type TrendRun,
  type TrendScores,
} from './trend-run.js'

export interface TrendRequest {
  /** In any order. */
  readonly runs: readonly TrendRun[]
  /** As scores name them; by default the primary one of each kind of item. */
  readonly metrics: readonly string[]
  /** Whether items that were measured in one of two neighbours alone are left out instead of breaking the line. */
  readonly partial: boolean
  readonly margin?: number
  readonly seed: number
  /** At least; more are drawn where many comparisons share the 5 %. */
  readonly permutations: number
}

/** Two measured runs of a series held against each other, decided together with all others of the trend. */
export interface TrendComparison extends PairedComparison {
  readonly from: string
  readonly to: string
  /** The verdict is `better` or `worse`: the one reason to mark a change. */
  readonly isChange: boolean
}

/** From one measured run of a series to the next. */
export type TrendStep =
  | ({ readonly kind: 'compared' } & TrendComparison)
  | { readonly kind: 'broken'; readonly from: string; readonly to: string; readonly reason: string }

/** One metric of one subject on one benchmark, run after run. */
export interface TrendSeries extends SeriesKey {
  readonly points: readonly TrendPoint[]
  /** Between neighbours that have a value. */
  readonly steps: readonly TrendStep[]
  /** First against last of each unbroken stretch of three runs or more: a change too slow for any one step. */
  readonly stretches: readonly TrendComparison[]
}

export interface Trend {
  readonly series: readonly TrendSeries[]
  /** Comparisons that share the 5 %. */
  readonly comparisons: number
  readonly permutations: number
}

/** Permutations that each comparison gets at least: the smallest p must lie well below 5 % divided by all of them. */
const PERMUTATIONS_A_COMPARISON = 200

/**
 * Lays runs out in time, a series for each subject, benchmark, kind of item and metric, and marks a change only where the
 * paired test of `assay compare` shows one.
 *
 * Every step from one run to the next is one comparison, and so is the first run against the last of a stretch. Holm's
 * adjustment is over all of them, in all series: of trends without any change at most 5 % carry a mark, however the
 * comparisons depend on each other, as neighbours that share a run do. A largest-of-all-splits statistic would find small
 * steps among many runs more often, but its permutations take runs as exchangeable, so that one odd night moves the mark to
 * another place; a step between two runs can be looked up by `assay compare`.
 *
 * The line breaks where two neighbours cannot be compared: other items, another scorer or version, items measured on one
 * side alone.
 *
 * @throws {InputError} `metric-unknown` where no run has a series, and what `comparePaired` throws.
 */
export function trendOf(request: TrendRequest): Trend {
  const ordered = request.runs.toSorted((a, b) => a.createdMs - b.createdMs || (a.run < b.run ? -1 : 1))
  const drafts = gather(ordered, request.metrics).map((draft) => draftSteps(draft, request))
  if (drafts.length === 0) throw nothingToShow(request)
  const pairs = drafts.flatMap(({ steps, stretches }) => [
    ...steps.flatMap((step) => (step.kind === 'paired' ? [step] : [])),
    ...stretches,
  ])
  const { margin, seed } = request
  const permutations = Math.max(request.permutations, PERMUTATIONS_A_COMPARISON * pairs.length)
  const compared =
    pairs.length === 0
      ? []
      : comparePaired({
          metrics: pairs.map(({ scores }) => scores.paired),
          seed,
          permutations,
          ...(margin === undefined ? {} : { margin }),
        })
  const results = new Map(pairs.map((pair, place) => [pair, comparisonOf(pair, compared[place])]))
  const resultOf = (pair: DraftPair): TrendComparison => results.get(pair) as TrendComparison // one a pair
  return {
    comparisons: pairs.length,
    permutations,
    series: drafts.map(({ key, points, steps, stretches }) => ({
      ...key,
      points: points.map(({ point }) => point),
      steps: steps.map(
        (step): TrendStep => (step.kind === 'broken' ? step : { ...resultOf(step), kind: 'compared' }),
      ),
      stretches: stretches.map(resultOf),
    })),
  }
}

interface DraftPoint {
  readonly point: TrendPoint
  readonly scores: TrendScores
}

interface Draft {
  readonly key: SeriesKey
  readonly points: readonly DraftPoint[]
}

interface DraftPair {
  readonly kind: 'paired'
  readonly from: string
  readonly to: string
  readonly scores: PairedTable
}

type DraftStep = DraftPair | Extract<TrendStep, { readonly kind: 'broken' }>

/** Points by series, in the order in which series are first met. */
function gather(runs: readonly TrendRun[], metrics: readonly string[]): readonly Draft[] {
  const keys = new Map<string, SeriesKey>()
  for (const key of runs.flatMap(({ benchmarks }) => benchmarks.flatMap((one) => seriesIn(one, metrics)))) {
    const name = JSON.stringify([key.subject, key.benchmark, key.kind, key.metric])
    if (!keys.has(name)) keys.set(name, key)
  }
  return [...keys.values()].map((key) => ({
    key,
    points: runs.flatMap((run) =>
      run.benchmarks
        .filter(({ stored }) => stored.subject === key.subject && stored.benchmark === key.benchmark)
        .map((scores) => ({ point: pointOf(run, scores, key), scores })),
    ),
  }))
}

function draftSteps(
  draft: Draft,
  request: TrendRequest,
): Draft & { readonly steps: readonly DraftStep[]; readonly stretches: readonly DraftPair[] } {
  const measured = draft.points.filter(({ point }) => point.value !== undefined)
  const steps = measured
    .slice(1)
    .map((to, place) => stepOf({ key: draft.key, from: measured[place] as DraftPoint, to }, request)) // one before each
  const stretches: DraftPair[] = []
  let start = 0
  for (let place = 0; place <= steps.length; place++) {
    if (place < steps.length && steps[place]?.kind === 'paired') continue
    const [from, to] = [measured[start], measured[place]]
    if (from !== undefined && to !== undefined && place - start >= 2) {
      const whole = stepOf({ key: draft.key, from, to }, request)
      if (whole.kind === 'paired') stretches.push(whole)
    }
    start = place + 1
  }
  return { ...draft, steps, stretches }
}

interface Neighbours {
  readonly key: SeriesKey
  readonly from: DraftPoint
  readonly to: DraftPoint
}

function stepOf({ key, from, to }: Neighbours, { partial }: TrendRequest): DraftStep {
  const ends = { from: from.point.run, to: to.point.run }
  try {
    const tables = pairTables({
      a: [from.scores.stored],
      b: [to.scores.stored],
      metrics: [key.metric],
      acrossVersions: false,
      partial,
    })
    const scores = tables.find(({ kind }) => kind === key.kind)
    if (scores !== undefined && scores.paired.items.length > 0) return { kind: 'paired', ...ends, scores }
    return { kind: 'broken', ...ends, reason: 'The two runs measured no item in common.' }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { kind: 'broken', ...ends, reason: error.what }
  }
}

function comparisonOf({ from, to }: DraftPair, compared: PairedComparison | undefined): TrendComparison {
  if (compared === undefined) throw new RangeError('A pair was not compared.')
  const isChange = compared.verdict === 'better' || compared.verdict === 'worse'
  return { ...compared, from, to, isChange }
}

function nothingToShow({ runs, metrics }: TrendRequest): InputError {
  const known = new Set(
    runs.flatMap(({ benchmarks }) =>
      benchmarks.flatMap(({ stored }) => stored.items.flatMap(({ values }) => Object.keys(values))),
    ),
  )
  return new InputError({
    code: 'metric-unknown',
    what:
      known.size === 0
        ? 'No run has a measured item, so there is nothing to lay out.'
        : `No run has ${metrics.length === 0 ? 'a primary metric' : metrics.map((one) => `"${one}"`).join(' or ')}.`,
    fix:
      known.size === 0
        ? 'Name runs with measured samples, scored by `assay score`.'
        : `Name one with --metric: ${[...known].slice(0, 30).join(', ')}.`,
  })
}
