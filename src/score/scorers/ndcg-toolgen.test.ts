import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RankedTool } from '../../retrieval/retriever.js'
import { judgeRanking } from '../judged-item.js'
import { ndcg } from './ndcg.js'
import { ndcgToolgen, toolgenHits, toolgenNdcg } from './ndcg-toolgen.js'

interface OracleLine {
  readonly id: string
  readonly scorer: 'toolgen' | 'hits'
  readonly tag: string
  readonly corpus: number
  readonly ranked: readonly string[]
  readonly scores?: readonly number[]
  readonly gold: readonly string[]
  readonly k: number
  readonly ndcg: number
}

const oracle = readFileSync(
  new URL('../../../test/fixtures/oracles/toolgen-ndcg.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as OracleLine)

const isInCorpus = (size: number) => {
  const names = new Set(Array.from({ length: size }, (_, index) => `d${index + 1}`))
  return (name: string): boolean => names.has(name)
}

const judged = (ranking: readonly RankedTool[], gold: readonly string[], candidates: number) =>
  judgeRanking(ranking, { needs: gold.map((name) => [name]), grades: undefined, candidates })

describe("ToolGen's NDCG", () => {
  it('covers both kinds of line', () => {
    expect(oracle).toHaveLength(372)
    expect(new Set(oracle.map(({ scorer }) => scorer))).toEqual(new Set(['toolgen', 'hits']))
  })

  it.each(['toolgen', 'hits'] as const)('agrees with every "%s" line of the public evaluation', (kind) => {
    for (const { id, tag, scorer, corpus, ranked, scores = [], gold, k, ndcg: expected } of oracle) {
      if (scorer !== kind) continue
      const hits =
        kind === 'hits'
          ? ranked.map((name, at) => ({ name, score: scores[at] ?? Number.NaN }))
          : toolgenHits(ranked)
      const value = toolgenNdcg({ hits, gold, isKnown: isInCorpus(corpus), catalogSize: corpus, k })
      expect(Math.abs(value - expected), `${id} (${tag})`).toBeLessThanOrEqual(1e-12)
    }
  })

  it('is inflated: one of three gold tools at place 1 is perfect', () => {
    const ranking = [{ name: 'a', score: 1 }]
    expect(ndcgToolgen.score(judged(ranking, ['a', 'b', 'c'], 50), 5)).toBe(1)
    expect(ndcg.score(judged(ranking, ['a', 'b', 'c'], 50), 5)).toBeCloseTo(
      1 / (1 + 1 / Math.log2(3) + 0.5),
      12,
    )
  })

  it('is 0 when no gold was listed', () => {
    expect(ndcgToolgen.score(judged([{ name: 'x', score: 1 }], ['a'], 9), 5)).toBe(0)
  })
})

describe('the scorer of rankings', () => {
  const distinct = (size: number) =>
    fc.uniqueArray(fc.integer({ min: 1, max: size }), { minLength: 1, maxLength: Math.min(size, 30) })

  it('is the same as the list of hits, while it is no longer than 100', () => {
    fc.assert(
      fc.property(
        distinct(40),
        distinct(40),
        fc.array(fc.integer({ min: -2, max: 3 }), { minLength: 30, maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        (listed, gold, levels, k) => {
          const ranking = listed
            .map((tool, at) => ({ name: `d${tool}`, score: levels[at] ?? 0 }))
            .sort((left, right) => right.score - left.score)
          const names = gold.map((tool) => `d${tool}`)
          const expected = toolgenNdcg({
            hits: ranking,
            gold: names,
            isKnown: isInCorpus(40),
            catalogSize: 40,
            k,
          })
          expect(ndcgToolgen.score(judged(ranking, names, 40), k)).toBeCloseTo(expected, 12)
        },
      ),
    )
  })

  it('takes the mean over every choice of tied tools that the end of the list leaves room for', () => {
    // 98 distinct scores, then 5 tools that tie for places 99 and 100; gold at place 2 and two among the tied.
    const head = Array.from({ length: 98 }, (_, at) => ({ name: `h${at}`, score: 1000 - at }))
    const tied = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, score: 1 }))
    const gold = ['h1', 'a', 'b']
    let sum = 0
    let count = 0
    for (const first of tied) {
      for (const second of tied) {
        if (first === second) continue
        const hits = [...head, first, second]
        sum += toolgenNdcg({ hits, gold, isKnown: () => true, catalogSize: 500, k: 5 })
        count++
      }
    }
    expect(ndcgToolgen.score(judged([...head, ...tied], gold, 500), 5)).toBeCloseTo(sum / count, 12)
  })
})
