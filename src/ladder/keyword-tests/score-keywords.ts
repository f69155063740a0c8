import { normalPrompt } from '../../corpus/prompt-overlap.js'
import type { Score, ScorerIdentity } from '../../score/score.js'
import { type RatioSum, scoreSums } from '../../score/sum-score.js'
import type { KeywordItem, KeywordSet } from '../keyword-set.js'
import { keywordNulls } from './keyword-null.js'
import type { KeywordCredit, KeywordRule, OverallFigure } from './keyword-rule.js'
import { keywordRuleOf } from './rules/index.js'

const SCORER: ScorerIdentity = { name: 'keyword-tests', version: 1 }

/** What a null model earns on every item of a set, by measure. */
export interface NullColumns {
  readonly id: string
  readonly describes: string
  readonly looksAtGold: boolean
  /** By measure, one value an item. */
  readonly values: readonly (readonly number[])[]
  readonly overall: readonly OverallFigure[]
}

/** The null models on a set. Items on which the released harness crashes earn 0 here. */
export function nullColumns(set: KeywordSet, rule: KeywordRule): readonly NullColumns[] {
  return keywordNulls.flatMap(({ id, describes, looksAtGold = false, prepare }) => {
    const reply = prepare(set, rule)
    if (reply === undefined) return []
    const replies = set.items.map(reply)
    const credits = set.items.map((item, at) => valuesOf(rule.credit(item, replies[at] ?? '')))
    return [
      {
        id,
        describes,
        looksAtGold,
        values: rule.measures.map((_, at) => credits.map((values) => values[at] ?? 0)),
        overall: rule.overall?.(set.items, replies) ?? [],
      },
    ]
  })
}

function valuesOf(credit: KeywordCredit): readonly number[] {
  return credit.kind === 'credit' ? credit.values : []
}

export interface KeywordScoreRequest {
  readonly set: KeywordSet
  /** Replies by id of item, one a trial. */
  readonly replies: ReadonlyMap<string, readonly string[]>
  readonly seed: number
  readonly resamples: number
}

export interface KeywordScores {
  readonly rule: KeywordRule
  /** Items that were answered. */
  readonly items: readonly KeywordItem[]
  /** Prompts that differ after normalisation, among the items that were answered. */
  readonly distinct: number
  /** One a measure, named `lenient-<measure>`, with the strongest null model as its floor. */
  readonly scores: readonly Score[]
  /** Of the first trial. */
  readonly overall: readonly OverallFigure[]
}

/**
 * A test by keywords, scored as its rule says: the mean over items, trials averaged first, with the strongest null model
 * on the same items. Items with one prompt count as one cluster. Where the released harness stops with an error, so does
 * this: the scores are `unscored`, and say why.
 */
export function scoreKeywords({ set, replies, seed, resamples }: KeywordScoreRequest): KeywordScores {
  const rule = keywordRuleOf(set)
  const items = set.items.filter(({ id }) => replies.has(id))
  const abouts = rule.measures.map(({ name }) => ({
    metric: `lenient-${name}`,
    group: set.name,
    unit: 'share',
    better: 'higher' as const,
    scorer: SCORER,
  }))
  const clusters = items.map((item) => normalPrompt(rule.promptOf(item)))
  const distinct = new Set(clusters).size
  const said = items.map(({ id }) => replies.get(id) ?? [])
  const credits = items.map((item, at) => (said[at] ?? []).map((reply) => rule.credit(item, reply)))
  const crash = credits.flat().find((one) => one.kind === 'crash')
  if (crash !== undefined) {
    const reason = `the released harness stops here with ${crash.error}: ${crash.reason}`
    const scores = abouts.map((about): Score => ({ kind: 'unscored', ...about, reason, n: items.length }))
    return { rule, items, distinct, scores, overall: [] }
  }
  const ones = items.map(() => 1)
  const nulls = nullColumns({ ...set, items }, rule)
  const scores = scoreSums({
    measures: abouts.map((about, at) => {
      const values = credits.map((trials) => mean(trials.map((one) => valuesOf(one)[at] ?? 0)))
      return {
        about,
        isShare: [values, ...nulls.map((one) => one.values[at] ?? [])].every((column) =>
          column.every(isWhole),
        ),
        subject: ratio(values, ones),
        nulls: nulls.map((one) => ({ id: one.id, sum: ratio(one.values[at] ?? [], ones) })),
        whenNothing: 'no item of this test was answered',
      }
    }),
    clusters: distinct < items.length ? clusters : items.map(() => undefined),
    seed,
    resamples,
    label: `keywords ${set.name}`,
  })
  const first = said.map(([reply = '']) => reply)
  return { rule, items, distinct, scores, overall: rule.overall?.(items, first) ?? [] }
}

function ratio(top: readonly number[], bottom: readonly number[]): RatioSum {
  return { terms: [{ top, bottom, weight: 1 }], offset: 0 }
}

function isWhole(value: number): boolean {
  return value === 0 || value === 1
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
