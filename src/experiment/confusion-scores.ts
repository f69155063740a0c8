import { scoreMeans } from '../score/mean-score.js'
import type { Score } from '../score/score.js'
import { meanOf } from '../stats/mean.js'
import type { CarriedItem } from './carry-items.js'
import { type Answers, valuesOf } from './item-answer.js'
import type { WordWeight } from './lost-queries.js'
import { type Aspect, forbiddenCalls, selection } from './measure-change.js'
import type { TermContributions } from './term-contributions.js'

/** A tool that was expected, and a rival that came before it. */
export interface Confusion {
  readonly expected: string
  readonly fired: string
  /** Items in which it did, in any trial. */
  readonly items: number
  /** Of those, ids. */
  readonly ids: readonly string[]
  /** Words by which the rival stands above, over these items together. */
  readonly words: readonly WordWeight[]
}

export interface ConfusionScores {
  readonly scores: readonly Score[]
  /** Most items first. */
  readonly confusions: readonly Confusion[]
  readonly unmeasured: readonly string[]
}

export interface ConfusionScoresRequest {
  /** Items that forbid tools. */
  readonly items: readonly CarriedItem[]
  readonly answers: Answers
  readonly contributions: TermContributions
  readonly seed: number
  readonly resamples: number
}

/**
 * Scores items of confusable pairs: `selection`, whether the expected tool came first, and `forbidden`, whether a tool that
 * must not fire did: of models, was called or named first; of retrievers, stood above the expected one, a tie counting half.
 */
export function confusionScores(request: ConfusionScoresRequest): ConfusionScores {
  const { items, answers, seed, resamples } = request
  const rows = items.filter(({ id }) => valuesOf(answers.get(id), ({ value }) => value).length > 0)
  const column = (aspect: Aspect, unit: string) => ({
    about: {
      metric: aspect.metric,
      group: 'confusable pairs',
      unit,
      better: aspect.better,
      scorer: { name: `experiment-${aspect.metric}`, version: 1 },
    },
    values: rows.map(({ id }) => meanOf(valuesOf(answers.get(id), aspect.value))),
  })
  const measured = new Set(rows.map(({ id }) => id))
  return {
    scores: scoreMeans({
      columns: [column(selection, 'share of needs'), column(forbiddenCalls, 'share of items')],
      clusters: rows.map(({ cluster }) => cluster),
      seed,
      resamples,
      label: 'confusable pairs',
    }),
    confusions: confusionsOf(request),
    unmeasured: items.filter(({ id }) => !measured.has(id)).map(({ id }) => id),
  }
}

/** Words told of a confusion. */
const WORDS = 5
/** What is less than this is rounding. */
const LEAST_WEIGHT = 0.005

function confusionsOf({ items, answers, contributions }: ConfusionScoresRequest): readonly Confusion[] {
  const found = new Map<string, { expected: string; fired: string; items: CarriedItem[] }>()
  for (const item of items) {
    const expected = item.tools[0] ?? ''
    const fired = new Set(
      (answers.get(item.id) ?? []).flatMap((answer) =>
        answer === undefined || (answer.forbidden ?? 0) < 0.5
          ? []
          : (firstForbidden(item, answer.named) ?? []),
      ),
    )
    for (const rival of fired) {
      const key = JSON.stringify([expected, rival])
      const known = found.get(key)
      if (known === undefined) found.set(key, { expected, fired: rival, items: [item] })
      else known.items.push(item)
    }
  }
  return [...found.values()]
    .map(({ expected, fired, items: all }) => ({
      expected,
      fired,
      items: all.length,
      ids: all.map(({ id }) => id),
      words: wordsBetween({ expected, fired, items: all }, contributions),
    }))
    .sort((left, right) => right.items - left.items)
}

function firstForbidden({ before }: CarriedItem, named: readonly string[]): string | undefined {
  const forbidden = before.kind === 'retrieval' ? (before.item.forbidden ?? []) : before.tasks[0].forbidden
  return named.find((name) => forbidden.includes(name))
}

function wordsBetween(
  {
    expected,
    fired,
    items,
  }: { readonly expected: string; readonly fired: string; readonly items: readonly CarriedItem[] },
  contributions: TermContributions,
): readonly WordWeight[] {
  const sums = new Map<string, number>()
  for (const { query } of items) {
    const own = contributions.of(query, expected)
    for (const [word, weight] of contributions.of(query, fired)) {
      const surplus = weight - (own.get(word) ?? 0)
      if (surplus > LEAST_WEIGHT) sums.set(word, (sums.get(word) ?? 0) + surplus)
    }
  }
  return Array.from(sums, ([word, weight]) => ({ word, weight }))
    .sort((left, right) => right.weight - left.weight)
    .slice(0, WORDS)
}
