import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RankedTool } from '../../retrieval/retriever.js'
import { judgeChance, judgeIdeal, judgeRanking, type Sought } from '../judged-item.js'
import { all } from './all.js'
import { hit } from './hit.js'
import { map } from './map.js'
import { mrr } from './mrr.js'
import { ndcg } from './ndcg.js'
import { recall, rPrecision } from './recall.js'

/*
 * The oracle: write out every order that ties allow, score each order by the textbook, take the mean. No closed form, no
 * code of the scorers.
 */

interface Question {
  readonly needs: readonly (readonly string[])[]
  readonly grades: ReadonlyMap<string, 1 | 2> | undefined
}

type Naive = (order: readonly string[], question: Question, k: number) => number

const meets = (need: readonly string[], tools: readonly string[]): boolean =>
  need.some((tool) => tools.includes(tool))

const naive: Readonly<Record<string, Naive>> = {
  recall: (order, { needs }, k) =>
    needs.filter((need) => meets(need, order.slice(0, k))).length / needs.length,
  hit: (order, { needs }, k) => (needs.some((need) => meets(need, order.slice(0, k))) ? 1 : 0),
  all: (order, { needs }, k) => (needs.every((need) => meets(need, order.slice(0, k))) ? 1 : 0),
  'r-precision': (order, { needs }) =>
    needs.filter((need) => meets(need, order.slice(0, needs.length))).length / needs.length,
  mrr: (order, { needs }, k) => {
    const place = order.slice(0, k).findIndex((tool) => needs.flat().includes(tool))
    return place === -1 ? 0 : 1 / (place + 1)
  },
  map: (order, { needs }, k) => {
    const met = new Set<readonly string[]>()
    let sum = 0
    for (const [index, tool] of order.slice(0, k).entries()) {
      const need = needs.find((candidate) => candidate.includes(tool))
      if (need === undefined || met.has(need)) continue
      met.add(need)
      sum += met.size / (index + 1)
    }
    return sum / needs.length
  },
  ndcg: (order, { needs, grades }, k) => {
    const gains = new Map<string, number>()
    const best: number[] = []
    for (const need of needs) {
      for (const tool of need) gains.set(tool, grades === undefined ? 1 : 3)
      best.push(grades === undefined ? 1 : 3)
    }
    for (const [tool, grade] of grades ?? []) {
      if (gains.has(tool)) continue
      gains.set(tool, grade === 2 ? 3 : 1)
      best.push(grade === 2 ? 3 : 1)
    }
    const met = new Set<readonly string[]>()
    let gained = 0
    for (const [index, tool] of order.slice(0, k).entries()) {
      const need = needs.find((candidate) => candidate.includes(tool))
      if (need !== undefined && met.has(need)) continue
      if (need !== undefined) met.add(need)
      gained += (gains.get(tool) ?? 0) / Math.log2(index + 2)
    }
    const ideal = best
      .sort((a, b) => b - a)
      .slice(0, k)
      .reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)
    return gained / ideal
  },
}

function* permutations<T>(values: readonly T[]): Generator<readonly T[]> {
  if (values.length < 2) {
    yield values
    return
  }
  for (const [index, first] of values.entries()) {
    for (const rest of permutations(values.toSpliced(index, 1))) yield [first, ...rest]
  }
}

function* everyOrder(blocks: readonly (readonly string[])[]): Generator<readonly string[]> {
  const [first, ...others] = blocks
  if (first === undefined) {
    yield []
    return
  }
  for (const head of permutations(first)) for (const tail of everyOrder(others)) yield [...head, ...tail]
}

function meanOverOrders(
  blocks: readonly (readonly string[])[],
  score: (order: readonly string[]) => number,
): number {
  let sum = 0
  let count = 0
  for (const order of everyOrder(blocks)) {
    sum += score(order)
    count++
  }
  return sum / count
}

const CANDIDATES = 9

interface Setting extends Question {
  readonly blocks: readonly (readonly string[])[]
}

/** Up to 7 ranked tools of 9 in blocks, needs without a common tool, some of it graded. */
const setting: fc.Arbitrary<Setting> = fc
  .record({
    order: fc.shuffledSubarray(
      Array.from({ length: CANDIDATES }, (_, index) => `t${index}`),
      { minLength: 1, maxLength: 7 },
    ),
    cuts: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
    /** The need of each tool; 0 is none. */
    needOf: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: CANDIDATES, maxLength: CANDIDATES }),
    graded: fc.option(fc.array(fc.constantFrom(0, 1, 2), { minLength: CANDIDATES, maxLength: CANDIDATES }), {
      nil: undefined,
    }),
  })
  .map(({ order, cuts, needOf, graded }) => {
    const blocks: string[][] = []
    for (const [index, tool] of order.entries()) {
      if (index === 0 || cuts[index]) blocks.push([])
      blocks.at(-1)?.push(tool)
    }
    const needs = [1, 2, 3, 4]
      .map((need) => needOf.flatMap((owner, tool) => (owner === need ? [`t${tool}`] : [])))
      .filter((need) => need.length > 0)
    const grades =
      graded === undefined
        ? undefined
        : new Map(
            graded.flatMap((grade, tool): [string, 1 | 2][] => {
              const name = `t${tool}`
              if (grade === 0 || (grade === 1 && needs.flat().includes(name))) return []
              return [[name, grade === 1 ? 1 : 2]]
            }),
          )
    return { blocks, needs, grades }
  })
  .filter(({ needs }) => needs.length > 0)

const rankingOf = (blocks: readonly (readonly string[])[]): readonly RankedTool[] =>
  blocks.flatMap((block, index) => block.map((name) => ({ name, score: blocks.length - index })))

const soughtOf = ({ needs, grades }: Question): Sought => ({ needs, grades, candidates: CANDIDATES })

describe.each([recall, rPrecision, hit, all, ndcg, mrr, map])('$identity.name under ties', (scorer) => {
  const textbook = naive[scorer.identity.name] as Naive // every name of the list stands in `naive`

  it('is the mean over every order', () => {
    fc.assert(
      fc.property(setting, fc.integer({ min: 1, max: 8 }), (question, depth) => {
        const k = scorer.at === 'needs' ? question.needs.length : depth
        const judged = judgeRanking(rankingOf(question.blocks), soughtOf(question))
        const expected = meanOverOrders(question.blocks, (order) => textbook(order, question, k))
        expect(scorer.score(judged, k)).toBeCloseTo(expected, 10)
      }),
      { numRuns: 150 },
    )
  })

  it('gives as chance the mean over every order of all candidates', () => {
    const tools = ['a', 'b', 'c', 'd', 'e', 'f']
    const questions: readonly Question[] = [
      { needs: [['a']], grades: undefined },
      {
        needs: [['a', 'b'], ['c']],
        grades: new Map([
          ['d', 1],
          ['e', 2],
        ] as const),
      },
      { needs: [['a'], ['b'], ['c', 'd', 'e']], grades: undefined },
    ]
    for (const question of questions) {
      for (const depth of [1, 2, 4, 6, 9]) {
        const k = scorer.at === 'needs' ? question.needs.length : depth
        const judged = judgeChance({ ...soughtOf(question), candidates: tools.length })
        const expected = meanOverOrders([tools], (order) => textbook(order, question, k))
        expect(scorer.score(judged, k)).toBeCloseTo(expected, 12)
      }
    }
  })

  it('gives as ceiling the best of every order', () => {
    fc.assert(
      fc.property(setting, fc.integer({ min: 1, max: 8 }), (question, depth) => {
        const k = scorer.at === 'needs' ? question.needs.length : depth
        const tools = [
          ...new Set([...question.needs.map(([first]) => first ?? ''), ...(question.grades?.keys() ?? [])]),
        ]
        fc.pre(tools.length <= 7)
        let best = 0
        for (const order of everyOrder([tools])) best = Math.max(best, textbook(order, question, k))
        expect(scorer.score(judgeIdeal(soughtOf(question)), k)).toBeCloseTo(best, 12)
      }),
      { numRuns: 60 },
    )
  })

  it('does not care how tied tools are listed', () => {
    fc.assert(
      fc.property(setting, fc.integer({ min: 1, max: 8 }), (question, k) => {
        const reversed = question.blocks.map((block) => block.toReversed())
        const score = (blocks: readonly (readonly string[])[]): number =>
          scorer.score(judgeRanking(rankingOf(blocks), soughtOf(question)), k)
        expect(score(reversed)).toBe(score(question.blocks))
      }),
    )
  })

  it('lies between 0 and the ceiling and, but for NDCG, never falls as k rises', () => {
    fc.assert(
      fc.property(setting, (question) => {
        const judged = judgeRanking(rankingOf(question.blocks), soughtOf(question))
        const ideal = judgeIdeal(soughtOf(question))
        let before = 0
        for (let k = 1; k <= CANDIDATES; k++) {
          const value = scorer.score(judged, k)
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(scorer.score(ideal, k) + 1e-12)
          if (scorer !== ndcg) expect(value).toBeGreaterThanOrEqual(before - 1e-12)
          before = value
        }
      }),
    )
  })
})
