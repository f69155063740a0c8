import { meanOf } from '../stats/mean.js'
import type { CarriedItem } from './carry-items.js'
import { type Answers, NAMED, valuesOf } from './item-answer.js'
import type { Measured } from './measure-change.js'
import type { TermContributions } from './term-contributions.js'

/** A word of a query, and by how much it counted. */
export interface WordWeight {
  readonly word: string
  /** In units of the BM25 score. */
  readonly weight: number
}

/** A query that a tool lost, and to whom. */
export interface LostQuery {
  readonly id: string
  readonly query: string
  /** Mean over the trials, before and after. */
  readonly before: number
  readonly after: number
  /** Place of the best gold tool, from 1, in the first trial. Absent where it was not ranked or called. */
  readonly rankBefore?: number
  readonly rankAfter?: number
  /** The tool that was named first most often after, gold set aside. Absent where none was: nothing was called. */
  readonly to?: string
  /** Words by which gold scored before and no longer does, and by how much less. */
  readonly lostWords: readonly WordWeight[]
  /** Words by which `to` stands above gold after. */
  readonly rivalWords: readonly WordWeight[]
}

/** Words that each tool's text adds to a query's score, under the two catalogs. */
export interface Contributions {
  readonly before: TermContributions
  readonly after: TermContributions
}

export interface LostRequest {
  /** Items of one tool. */
  readonly items: readonly CarriedItem[]
  readonly measured: Measured
  readonly contributions: Contributions
}

/** Words told of each query. */
const WORDS = 5
/** What is less than this is rounding. */
const LEAST_WEIGHT = 0.005

/** The queries that score less after than before, those that lost most first. */
export function lostQueries({ items, measured, contributions }: LostRequest): readonly LostQuery[] {
  return items
    .flatMap((item): readonly LostQuery[] => {
      const before = valuesOf(measured.before.get(item.id), ({ value }) => value)
      const after = valuesOf(measured.after.get(item.id), ({ value }) => value)
      if (before.length === 0 || after.length === 0 || meanOf(after) >= meanOf(before)) return []
      const to = rivalOf(item, measured.after)
      const words = decidingWords(item, to, contributions)
      return [
        {
          id: item.id,
          query: item.query,
          before: meanOf(before),
          after: meanOf(after),
          ...rankIn('rankBefore', measured.before, item.id),
          ...rankIn('rankAfter', measured.after, item.id),
          ...(to === undefined ? {} : { to }),
          ...words,
        },
      ]
    })
    .sort((left, right) => left.after - left.before - (right.after - right.before))
}

function rankIn<Key extends 'rankBefore' | 'rankAfter'>(
  key: Key,
  answers: Answers,
  id: string,
): { readonly [name in Key]?: number } {
  const rank = answers.get(id)?.find((answer) => answer !== undefined)?.rank
  // The computed key is the one that the type names.
  return rank === undefined ? {} : ({ [key]: rank } as { readonly [name in Key]: number })
}

/** Tools that gold holds, by the names of the side. */
function goldOf(side: CarriedItem['after']): readonly string[] {
  if (side.kind === 'retrieval') return side.resolved.needs.flat()
  return [...new Set(side.tasks.flatMap(({ gold }) => gold.calls.map(({ name }) => name)))]
}

function rivalOf(item: CarriedItem, after: Answers): string | undefined {
  const isGold = new Set(goldOf(item.after))
  const counts = new Map<string, number>()
  for (const answer of after.get(item.id) ?? []) {
    const [first] = answer?.named.slice(0, NAMED).filter((name) => !isGold.has(name)) ?? []
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0]
}

function decidingWords(
  item: CarriedItem,
  to: string | undefined,
  { before, after }: Contributions,
): Pick<LostQuery, 'lostWords' | 'rivalWords'> {
  const { query } = item
  const goldBefore = bestOf(goldOf(item.before).map((name) => before.of(query, name)))
  const gold = bestOf(goldOf(item.after).map((name) => after.of(query, name)))
  const rival = to === undefined ? new Map<string, number>() : after.of(query, to)
  return { lostWords: surplus(goldBefore, gold), rivalWords: surplus(rival, gold) }
}

type Weights = ReadonlyMap<string, number>

function bestOf(all: readonly Weights[]): Weights {
  const sum = (weights: Weights): number => [...weights.values()].reduce((total, value) => total + value, 0)
  return all.toSorted((left, right) => sum(right) - sum(left))[0] ?? new Map()
}

/** Words that weigh more in `of` than in `over`, by how much, most first. */
function surplus(of: Weights, over: Weights): readonly WordWeight[] {
  return [...of]
    .map(([word, weight]) => ({ word, weight: weight - (over.get(word) ?? 0) }))
    .filter(({ weight }) => weight > LEAST_WEIGHT)
    .sort((left, right) => right.weight - left.weight || (left.word < right.word ? -1 : 1))
    .slice(0, WORDS)
}
