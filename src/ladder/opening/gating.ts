import { randomStream } from '../../numeric/random.js'
import { MIN_EFFECTIVE_CLUSTERS, unitsOf } from '../../score/mean-score.js'
import type { Score, ScoredValue, ScoreSubject } from '../../score/score.js'
import { scoreSums } from '../../score/sum-score.js'
import { type AreaCounts, areaUnderCurve, bootstrapArea, newcombeAreaInterval } from '../../stats/auc.js'
import type { Interval } from '../../stats/interval.js'
import { countText } from '../../text/number-text.js'
import type { OpeningReading } from '../case-reading.js'
import { openingScorer } from './opening-scores.js'

export interface GatingRequest {
  /** Openings of prompts in which a call is right. */
  readonly call: readonly OpeningReading[]
  /** Of prompts in which prose is right. */
  readonly noCall: readonly OpeningReading[]
  readonly seed: number
  readonly resamples: number
}

const MIN_OF_EACH = 2
/** Bounds that leave the area open by more than this leave it unscored. */
const WIDEST = 0.1

const AUC: ScoreSubject = {
  metric: 'gating-auc',
  unit: 'area under the ROC curve',
  better: 'higher',
  scorer: openingScorer,
}
const DIFFERENCE: ScoreSubject = {
  metric: 'gating-logit-difference',
  unit: 'mean logit, call less no call',
  better: 'higher',
  scorer: openingScorer,
}

/**
 * Whether the probability of the trigger tells prompts that need a call from those that do not: `gating-auc` (0.5: it does
 * not, calls come at one rate whatever is asked) and `gating-logit-difference`.
 */
export function gatingScores(request: GatingRequest): readonly Score[] {
  return [gatingAuc(request), logitDifference(request)]
}

/**
 * The area with upper bounds in the place where they count least and most for it. From 20 effective clusters of either
 * kind on the interval is a cluster bootstrap, else that of Newcombe over prompts. Where the area could lie within more than
 * a tenth, it is unscored.
 */
export function gatingAuc({ call, noCall, seed, resamples }: GatingRequest): Score {
  const n = call.length + noCall.length
  if (Math.min(call.length, noCall.length) < MIN_OF_EACH) return tooFew(AUC, { call, noCall })
  const [low, high] = extremes(call, noCall)
  const [areaLow, areaHigh] = [areaUnderCurve(low), areaUnderCurve(high)]
  if (areaHigh - areaLow > WIDEST) {
    const bounds = [...call, ...noCall].filter(({ isBound }) => isBound).length
    const reason = `${bounds} of ${n} probabilities are known as upper bounds alone: the area is between ${areaLow.toFixed(3)} and ${areaHigh.toFixed(3)}`
    return { kind: 'unscored', ...AUC, reason, n }
  }
  const clusters = [...call, ...noCall].map((opening) => opening.case.cluster)
  const units = unitsOf(clusters)
  const effective = {
    positives: unitsOf(clusters.slice(0, call.length)).effective,
    negatives: unitsOf(clusters.slice(call.length)).effective,
  }
  const closed = (counts: Omit<AreaCounts, 'area'>): Interval => [
    newcombeAreaInterval({ area: areaLow, ...counts })[0],
    newcombeAreaInterval({ area: areaHigh, ...counts })[1],
  ]
  const byItem = closed({ positives: call.length, negatives: noCall.length })
  const base: ScoredValue = {
    kind: 'scored',
    ...AUC,
    value: (areaLow + areaHigh) / 2,
    n,
    clusters: units.count,
    effectiveClusters: units.effective,
    chance: 0.5,
  }
  const range =
    areaLow === areaHigh ? '' : `, the area being between ${areaLow.toFixed(3)} and ${areaHigh.toFixed(3)}`
  if (units.count === n) {
    return { ...base, interval: byItem, method: `Newcombe over ${n} independent prompts${range}` }
  }
  const least = Math.min(effective.positives, effective.negatives)
  if (least < MIN_EFFECTIVE_CLUSTERS) {
    return {
      ...base,
      itemInterval: byItem,
      method: `Newcombe over ${n} prompts${range}`,
      intervalNote: `unscored: too few clusters (${Math.round(least * 10) / 10} effective of one kind, ${MIN_EFFECTIVE_CLUSTERS} needed); the item interval speaks of these items only`,
    }
  }
  const draw = (values: typeof low): Interval | undefined =>
    bootstrapArea({
      ...values,
      clusters: units.numbers,
      resamples,
      random: randomStream(seed, 'bootstrap gating'),
    })
  const [fromLow, fromHigh] = [draw(low), draw(high)]
  const isFlat = [fromLow, fromHigh].some((drawn) => drawn === undefined || drawn[0] === drawn[1])
  const interval: Interval =
    isFlat || fromLow === undefined || fromHigh === undefined ? closed(effective) : [fromLow[0], fromHigh[1]]
  const method = isFlat
    ? `Newcombe over effective clusters, all apart${range}`
    : `percentile bootstrap over ${units.count} clusters, ${countText(resamples)} resamples, seed ${seed}${range}`
  return { ...base, interval, itemInterval: byItem, method }
}

function extremes(call: readonly OpeningReading[], noCall: readonly OpeningReading[]) {
  const most = (openings: readonly OpeningReading[]) => openings.map(({ logprob }) => logprob)
  const least = (openings: readonly OpeningReading[]) =>
    openings.map(({ logprob, isBound }) => (isBound ? Number.NEGATIVE_INFINITY : logprob))
  return [
    { positives: least(call), negatives: most(noCall) },
    { positives: most(call), negatives: least(noCall) },
  ] as const
}

/** Float32 holds no probability between this and 1. */
const MOST = 1 - 2 ** -24

export function logitOf(logprob: number): number {
  const probability = Math.min(MOST, Math.exp(logprob))
  return Math.min(logprob, Math.log(MOST)) - Math.log1p(-probability)
}

function logitDifference({ call, noCall, seed, resamples }: GatingRequest): Score {
  if (Math.min(call.length, noCall.length) < MIN_OF_EACH) return tooFew(DIFFERENCE, { call, noCall })
  const all = [...call, ...noCall]
  const logits = all.map(({ logprob }) => logitOf(logprob))
  const isCall = all.map((_opening, at) => (at < call.length ? 1 : 0))
  const isNoCall = isCall.map((one) => 1 - one)
  const only = (kind: readonly number[]) => logits.map((logit, at) => (kind[at] === 1 ? logit : 0))
  const measure = {
    about: DIFFERENCE,
    isShare: false,
    subject: {
      terms: [
        { top: only(isCall), bottom: isCall, weight: 1 },
        { top: only(isNoCall), bottom: isNoCall, weight: -1 },
      ],
      offset: 0,
    },
    nulls: [],
    whenNothing: 'no prompts of one kind',
  }
  const clusters = all.map((opening) => opening.case.cluster)
  const [score] = scoreSums({ measures: [measure], clusters, seed, resamples, label: 'gating logits' })
  if (score === undefined) return tooFew(DIFFERENCE, { call, noCall })
  const bounded = {
    call: call.some(({ isBound }) => isBound),
    noCall: noCall.some(({ isBound }) => isBound),
  }
  if (score.kind === 'unscored' || !(bounded.call || bounded.noCall)) return score
  const limit = bounded.call && bounded.noCall ? 'open' : bounded.call ? 'at most' : 'at least'
  const value = limit === 'open' ? '' : ` ${score.value.toFixed(2)}`
  const reason = `some probabilities are known as upper bounds alone: the difference is ${limit}${value}`
  return { kind: 'unscored', ...DIFFERENCE, reason, n: score.n }
}

function tooFew(about: ScoreSubject, { call, noCall }: Pick<GatingRequest, 'call' | 'noCall'>): Score {
  const n = call.length + noCall.length
  const reason = `${call.length} prompts that need a call and ${noCall.length} that do not; two of each are needed`
  return { kind: 'unscored', ...about, reason, n }
}
