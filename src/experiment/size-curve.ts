import { scoreMeans } from '../score/mean-score.js'
import type { Score } from '../score/score.js'
import { holmAdjusted } from '../stats/holm.js'
import { meanOf } from '../stats/mean.js'
import type { CarriedItem } from './carry-items.js'
import { type Answers, valuesOf } from './item-answer.js'
import {
  type Aspect,
  type Change,
  changeOf,
  falseCalls,
  pairsOf,
  selection,
  settle,
} from './measure-change.js'
import { RUNS_NEEDED } from './run-spread.js'
import type { ShownSize } from './sized-items.js'

/** What a subject came to with so many tools shown. */
export interface SizePoint {
  readonly size: ShownSize
  /** Tools shown on average. */
  readonly shown: number
  /** Items that need a tool: share of needs met by as many tools as the item has needs. */
  readonly selection: Score
  /** All items: whether a tool was called, or named first, that gold does not hold. Unscored of retrievers. */
  readonly falseCalls: Score
  /** Selection less that of the smallest size, on the same items; Holm over the sizes. Absent at the smallest. */
  readonly change?: Change
}

export interface CurveRequest {
  readonly items: readonly CarriedItem[]
  /** Smallest first. */
  readonly points: readonly {
    readonly size: ShownSize
    readonly answers: Answers
    /** Number of tools shown, by item id. */
    readonly shown: ReadonlyMap<string, number>
  }[]
  readonly margin: number
  readonly seed: number
  readonly resamples: number
}

/** Permutations of each comparison with the smallest size. */
const PERMUTATIONS = 10_000

/** The curve with its intervals; trials are averaged within an item first. */
export function sizeCurve({ items, points, margin, seed, resamples }: CurveRequest): readonly SizePoint[] {
  const needing = items.filter(({ tools }) => tools.length > 0)
  const [first, ...others] = points
  const changes = others.map(({ answers }) => {
    const trials = Math.max(0, ...[...answers.values()].map((list) => list.length))
    const measured = { before: first?.answers ?? new Map(), after: answers, varies: trials >= RUNS_NEEDED }
    const pairs = pairsOf(needing, measured, selection)
    if (pairs.length === 0) return undefined
    return changeOf({ aspect: selection, pairs, measured, margin, seed, permutations: PERMUTATIONS })
  })
  const adjusted = holmAdjusted(changes.map((change) => change?.p ?? 1))
  return points.map(({ size, answers, shown }, at) => {
    const change = changes[at - 1]
    const score = (aspect: Aspect, members: readonly CarriedItem[]): Score =>
      scoreOf(aspect, { members, answers, shown, size, seed, resamples })
    return {
      size,
      shown: meanOf([...shown.values()]),
      selection: score(selection, needing),
      falseCalls: score(falseCalls, items),
      ...(change === undefined
        ? {}
        : { change: settle(change, { adjustedP: adjusted[at - 1] as number, margin, better: 'higher' }) }), // one a change
    }
  })
}

interface ScoreRequest extends Pick<CurveRequest, 'seed' | 'resamples'> {
  readonly members: readonly CarriedItem[]
  readonly answers: Answers
  readonly shown: ReadonlyMap<string, number>
  readonly size: ShownSize
}

function scoreOf(aspect: Aspect, { members, answers, shown, size, seed, resamples }: ScoreRequest): Score {
  const rows = members.flatMap((item) => {
    const values = valuesOf(answers.get(item.id), aspect.value)
    return values.length === 0 ? [] : [{ item, value: meanOf(values) }]
  })
  const isSelection = aspect.metric === selection.metric
  const [score] = scoreMeans({
    columns: [
      {
        about: {
          metric: aspect.metric,
          group: String(size),
          unit: isSelection ? 'share of needs' : 'share of items',
          better: aspect.better,
          scorer: { name: `experiment-${aspect.metric}`, version: 1 },
        },
        values: rows.map(({ value }) => value),
        ...(isSelection ? { chance: rows.map(({ item }) => chanceOf(item, shown)) } : {}),
      },
    ],
    clusters: rows.map(({ item }) => item.cluster),
    seed,
    resamples,
    label: `${aspect.metric} ${size}`,
  })
  return score as Score // one column
}

/** Of n needs, one tool each, so many are met by n tools drawn from those shown: n / shown of each. */
function chanceOf({ id, tools, before }: CarriedItem, shown: ReadonlyMap<string, number>): number {
  const needs = before.kind === 'retrieval' ? before.resolved.needs.length : tools.length
  const all = shown.get(id) ?? 0
  return all === 0 ? 0 : Math.min(1, needs / all)
}
