import { wilsonInterval } from '../../stats/wilson.js'
import { countText } from '../../text/number-text.js'
import { MIN_EFFECTIVE_CLUSTERS } from '../mean-score.js'
import type { Floor, Score, ScoredValue } from '../score.js'
import { drawGroups, type GroupDraws } from './group-draws.js'
import {
  type GroupPlan,
  hasEnoughClusters,
  MIN_CLUSTERS_PER_CATEGORY,
  type PlanRequest,
  planGroups,
} from './group-plan.js'

/** A score of dialogues: `n` counts dialogues, `counted` what the ratio is divided by. */
export type DialogueScore = Score & {
  /** Turns, calls, arguments, … as the unit says. */
  readonly counted: number
}

/** What a null agent scores; no entry where it scores nothing. */
export interface NullValue {
  readonly metric: string
  readonly k?: number
  readonly group?: string
  readonly value: number
}

export interface CategoryScoreRequest extends PlanRequest {
  readonly seed: number
  readonly resamples: number
}

export interface CategoryScores {
  readonly scores: readonly DialogueScore[]
  /** By null agent, in order. */
  readonly nulls: readonly (readonly NullValue[])[]
}

/**
 * Scores over all, which are the unweighted means of the categories', and scores of each category. Within a category
 * sums come first and ratios last. Intervals are bootstraps over clusters, drawn category by category, from 20 effective
 * clusters (Kish) on; below, the interval over dialogues speaks of these dialogues only.
 *
 * A mean over categories takes those in which the measure says something of gold; where it says nothing of the subject
 * in one of them, there is no mean: leaving it out would let silence choose the categories.
 */
export function scoreCategories(request: CategoryScoreRequest): CategoryScores {
  const plans = planGroups(request)
  const draws = drawGroups(plans, request)
  return {
    scores: plans.map((plan, index) => scoreOf(plan, draws[index] ?? { resamples: 0 }, request)),
    nulls: request.nulls.map((_, index) =>
      plans.flatMap(({ about: { metric, k, group }, nullValues }) => {
        const value = nullValues[index] ?? Number.NaN
        if (Number.isNaN(value)) return []
        return [
          { metric, ...(k === undefined ? {} : { k }), ...(group === undefined ? {} : { group }), value },
        ]
      }),
    ),
  }
}

function scoreOf(plan: GroupPlan, draws: GroupDraws, request: CategoryScoreRequest): DialogueScore {
  const { about, value, n, counted, reason, clusters } = plan
  if (Number.isNaN(value)) return { kind: 'unscored', ...about, reason, n, counted }
  if (n === 1) return { kind: 'unscored', ...about, reason: 'one dialogue, and a spread needs 2', n, counted }
  const definition = request.columns.measures[plan.measure]
  const isShare = definition?.isShare === true
  const floor = floorOf(plan, draws)
  return {
    kind: 'scored',
    ...about,
    value,
    n,
    counted,
    ...(clusters.named === 0 ? {} : { clusters: clusters.count, effectiveClusters: clusters.effective }),
    ...intervalOf(plan, { draws, seed: request.seed, isShare }),
    ...(about.better === 'higher' && definition?.isNumber !== true ? { ceiling: 1 } : {}),
    ...(floor === undefined ? {} : { floor }),
  }
}

interface IntervalRequest {
  readonly draws: GroupDraws
  readonly seed: number
  readonly isShare: boolean
}

type Intervals = Pick<ScoredValue, 'interval' | 'method' | 'itemInterval' | 'intervalNote'>

function intervalOf(
  plan: GroupPlan,
  { draws: { own, resamples }, seed, isShare }: IntervalRequest,
): Intervals {
  const { clusters, n, value, members } = plan
  const isEnough = hasEnoughClusters(plan)
  const units = clusters.count === n || !isEnough ? `${n} dialogues` : `${clusters.count} clusters`
  const inCategories = members.length > 1 ? ` of ${members.length} categories` : ''
  const method = `percentile bootstrap over ${units}${inCategories}, ${countText(resamples)} resamples, seed ${seed}`
  const isFlat = own !== undefined && own[0] === own[1]
  if (!isEnough) {
    const shown = own === undefined || isFlat ? {} : { method, itemInterval: own }
    return {
      ...shown,
      intervalNote: `unscored: ${shortage(plan)}; the interval over dialogues speaks of these only`,
    }
  }
  if (own === undefined) return { intervalNote: 'too many resamples hold nothing that counts' }
  if (!isFlat) return { interval: own, method }
  if (!isShare) return { intervalNote: 'every cluster scores alike, so resampling shows no spread' }
  const { effective } = clusters
  return {
    interval: wilsonInterval({ successes: Math.min(value, 1) * effective, n: effective }),
    method: `Wilson over ${Math.round(effective)} effective clusters, all alike`,
  }
}

function shortage({ clusters: { count, effective, least }, n }: GroupPlan): string {
  if (effective >= MIN_EFFECTIVE_CLUSTERS) {
    return `too few clusters in a category (${least}, ${MIN_CLUSTERS_PER_CATEGORY} needed)`
  }
  if (count === n) return `too few dialogues (${n}, ${MIN_EFFECTIVE_CLUSTERS} needed)`
  const rounded = Math.round(effective * 10) / 10
  return `too few clusters (${rounded} effective of ${count}, ${MIN_EFFECTIVE_CLUSTERS} needed)`
}

function floorOf(plan: GroupPlan, { lead }: GroupDraws): Floor | undefined {
  const { floor, value, about } = plan
  if (floor === undefined) return undefined
  const common = { null: floor.id, value: floor.value, difference: value - floor.value }
  if (!hasEnoughClusters(plan) || lead === undefined) return { ...common, verdict: 'not-enough-data' }
  const [low, high] = lead
  const isBetter = about.better === 'higher' ? low > 0 : high < 0
  const isWorse = about.better === 'higher' ? high < 0 : low > 0
  const verdict = isBetter ? 'above-floor' : isWorse ? 'below-floor' : 'at-floor'
  return { ...common, differenceInterval: lead, verdict }
}
