import type { Score, ScorerIdentity, ScoreSubject } from '../../score/score.js'
import { type Measure, scoreSums } from '../../score/sum-score.js'
import type { OpeningReading } from '../case-reading.js'
import { isKnown, type OpeningStatistics, openingStatistics, probabilityText } from './bounded-statistics.js'

export const openingScorer: ScorerIdentity = { name: 'ladder-first-token', version: 1 }

export interface OpeningScoreRequest {
  readonly openings: readonly OpeningReading[]
  /** The set of prompts. */
  readonly group: string
  readonly seed: number
  readonly resamples: number
}

/** Below this bound nothing that a rung says depends on the value itself. */
const ABSENT = 1e-3

/**
 * `p-first`, the geometric mean of the trigger's probability, `p-first-mean`, the arithmetic one where no probability is a
 * bound, and `argmax-share`, the share of prompts in which it is the likeliest first token. Where some probabilities are bounds, `p-first` is the bound if that lies below 0.001, with an
 * interval from 0, and unscored otherwise.
 */
export function openingScores({ openings, group, seed, resamples }: OpeningScoreRequest): readonly Score[] {
  const statistics = openingStatistics(openings)
  if (statistics === undefined) return []
  const ones = openings.map(() => 1)
  const common = { group, scorer: openingScorer, better: better(group) }
  const mean: ScoreSubject = { ...common, metric: 'p-first', unit: 'probability, geometric mean' }
  const plain: ScoreSubject = { ...common, metric: 'p-first-mean', unit: 'probability, arithmetic mean' }
  const share: ScoreSubject = { ...common, metric: 'argmax-share', unit: 'share of prompts' }
  const measures: readonly Measure[] = [
    // Sums of logarithms are no shares: their interval is a bootstrap, and is raised to probabilities below.
    measureOf(
      mean,
      openings.map(({ logprob }) => logprob),
      ones,
      false,
    ),
    ...(statistics.bounds > 0
      ? []
      : [
          measureOf(
            plain,
            openings.map(({ logprob }) => Math.exp(logprob)),
            ones,
            false,
          ),
        ]),
    measureOf(
      share,
      openings.map(({ isArgmax }) => (isArgmax ? 1 : 0)),
      ones,
      true,
    ),
  ]
  const clusters = openings.map((opening) => opening.case.cluster)
  const scores = scoreSums({ measures, clusters, seed, resamples, label: `first token ${group}` })
  return scores.map((score) => (score.metric === 'p-first' ? probabilityScore(score, statistics) : score))
}

function better(group: string): Score['better'] {
  return group.startsWith('call') || group.startsWith('no-preamble') ? 'higher' : 'lower'
}

function measureOf(
  about: ScoreSubject,
  top: readonly number[],
  bottom: readonly number[],
  isShare: boolean,
): Measure {
  return {
    about,
    isShare,
    subject: { terms: [{ top, bottom, weight: 1 }], offset: 0 },
    nulls: [],
    whenNothing: 'no prompts',
  }
}

function probabilityScore(score: Score, { geometricMean, bounds, n }: OpeningStatistics): Score {
  if (score.kind === 'unscored') return score
  const { interval, itemInterval, value, ...rest } = score
  const raised = (one: readonly [number, number]): readonly [number, number] => [
    Math.exp(one[0]),
    Math.min(1, Math.exp(one[1])),
  ]
  if (isKnown(geometricMean)) {
    return {
      ...rest,
      value: Math.exp(value),
      ...(interval === undefined ? {} : { interval: raised(interval) }),
      ...(itemInterval === undefined ? {} : { itemInterval: raised(itemInterval) }),
    }
  }
  const what = `${bounds} of ${n} probabilities are known as upper bounds alone`
  if (geometricMean.atMost >= ABSENT) {
    const { metric, group, unit, better, scorer } = score
    const reason = `${what}: the geometric mean is ${probabilityText(geometricMean)}`
    return {
      kind: 'unscored',
      metric,
      ...(group === undefined ? {} : { group }),
      unit,
      better,
      scorer,
      reason,
      n,
    }
  }
  const { effectiveClusters, clusters, metric, group, unit, better, scorer } = rest
  return {
    kind: 'scored',
    metric,
    ...(group === undefined ? {} : { group }),
    unit,
    better,
    scorer,
    value: geometricMean.atMost,
    n,
    ...(clusters === undefined ? {} : { clusters }),
    ...(effectiveClusters === undefined ? {} : { effectiveClusters }),
    interval: [0, geometricMean.atMost],
    method: `an upper bound: ${what}`,
  }
}
