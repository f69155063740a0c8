import { describe, expect, it } from 'vitest'
import type { RankedTool } from '../../retrieval/retriever.js'
import { type JudgedItem, judgeChance, judgeIdeal, judgeRanking, type Sought } from '../judged-item.js'
import { all } from './all.js'
import { hit } from './hit.js'
import { poolScorers, retrievalScorers } from './index.js'
import { map } from './map.js'
import { mrr } from './mrr.js'
import { ndcg } from './ndcg.js'
import { recall, rPrecision } from './recall.js'

const seek = (...needs: (readonly string[])[]): Sought => ({ needs, grades: undefined, candidates: 1000 })

/** Tools by falling score; tools in one word tie: `judge(seek(['a']), 'x', 'ab')` ranks x, then a and b alike. */
const judge = (sought: Sought, ...blocks: readonly string[]): JudgedItem =>
  judgeRanking(
    blocks.flatMap((block, at): RankedTool[] => [...block].map((name) => ({ name, score: -at }))),
    sought,
  )

describe('by hand', () => {
  it('recall counts needs, each met by any of its equals', () => {
    const judged = judge(seek(['a', 'b'], ['c'], ['d']), 'x', 'b', 'a', 'c')
    expect(recall.score(judged, 1)).toBe(0)
    expect(recall.score(judged, 2)).toBeCloseTo(1 / 3, 12)
    expect(recall.score(judged, 3)).toBeCloseTo(1 / 3, 12)
    expect(recall.score(judged, 4)).toBeCloseTo(2 / 3, 12)
    expect(recall.score(judged, 50)).toBeCloseTo(2 / 3, 12)
  })

  it('recall shares the places above a cut among tied tools', () => {
    // Places 2 and 3 of a block of 4, one need with two equals: 1 − C(2,2)/C(4,2) = 5/6.
    expect(recall.score(judge(seek(['a', 'b']), 'x', 'abyz'), 3)).toBeCloseTo(5 / 6, 12)
    expect(recall.score(judge(seek(['a']), 'x', 'ayz'), 2)).toBeCloseTo(1 / 3, 12)
  })

  it('hit asks for any gold tool, all for every need', () => {
    const judged = judge(seek(['a'], ['b']), 'x', 'a', 'y', 'b')
    expect([1, 2, 3, 4].map((k) => hit.score(judged, k))).toEqual([0, 1, 1, 1])
    expect([1, 2, 3, 4].map((k) => all.score(judged, k))).toEqual([0, 0, 0, 1])
  })

  it('all lets tied needs compete: two of four places for two needs are 1 in 6', () => {
    expect(all.score(judge(seek(['a'], ['b']), 'abyz'), 2)).toBeCloseTo(1 / 6, 12)
    expect(all.score(judge(seek(['a'], ['b']), 'abyz'), 1)).toBe(0)
  })

  it('NDCG holds the gain against everything that could have been found', () => {
    const judged = judge(seek(['a'], ['b']), 'x', 'a')
    const ideal = 1 + 1 / Math.log2(3)
    expect(ndcg.score(judged, 1)).toBe(0)
    expect(ndcg.score(judged, 5)).toBeCloseTo(1 / Math.log2(3) / ideal, 12)
  })

  it('NDCG weighs what fits fully by 3 and what fits partly by 1', () => {
    const sought: Sought = { ...seek(['a']), grades: new Map([['p', 1]]) }
    const ideal = 3 + 1 / Math.log2(3)
    expect(ndcg.score(judge(sought, 'p', 'a'), 2)).toBeCloseTo((1 + 3 / Math.log2(3)) / ideal, 12)
    expect(ndcg.score(judge(sought, 'a', 'p'), 2)).toBeCloseTo(1, 12)
    expect(recall.score(judge(sought, 'p'), 1)).toBe(0)
  })

  it('NDCG gives nothing for a second equal', () => {
    const once = ndcg.score(judge(seek(['a', 'b'], ['c']), 'a', 'x', 'c'), 5)
    expect(ndcg.score(judge(seek(['a', 'b'], ['c']), 'a', 'b', 'c'), 5)).toBeCloseTo(once, 12)
  })

  it('MRR is the reciprocal of the first place, and 0 beyond the depth', () => {
    const judged = judge(seek(['a'], ['b']), 'x', 'y', 'b', 'a')
    expect(mrr.score(judged, 1000)).toBeCloseTo(1 / 3, 12)
    expect(mrr.score(judged, 2)).toBe(0)
    expect(mrr.score(judge(seek(['z']), 'x'), 1000)).toBe(0)
  })

  it('MAP: gold at 1 and 3 of three needs is (1 + 2/3) / 3', () => {
    expect(map.score(judge(seek(['a'], ['b'], ['c']), 'a', 'x', 'b'), 1000)).toBeCloseTo(5 / 9, 12)
  })

  it('MAP counts a need once, at the first of its equals', () => {
    expect(map.score(judge(seek(['a', 'b'], ['c']), 'a', 'b', 'c'), 1000)).toBeCloseTo((1 + 2 / 3) / 2, 12)
  })

  it('R-precision is recall at the number of needs', () => {
    expect(rPrecision.score(judge(seek(['a'], ['b']), 'a', 'x', 'b'), 99)).toBeCloseTo(1 / 2, 12)
  })
})

describe('chance and ceiling', () => {
  it('of recall@k are k/N and min(k, needs)/needs', () => {
    const sought = seek(['a'], ['b'], ['c'])
    expect(recall.score(judgeChance(sought), 50)).toBeCloseTo(0.05, 12)
    expect([1, 2, 3, 9].map((k) => recall.score(judgeIdeal(sought), k))).toEqual([1 / 3, 2 / 3, 1, 1])
  })

  it('of a pool that lacks a need: it cannot be met', () => {
    const sought = seek(['a'], [])
    expect(rPrecision.score(judgeIdeal(sought), 2)).toBe(0.5)
    expect(all.score(judgeIdeal(sought), 10)).toBe(0)
    expect(hit.score(judgeIdeal(seek([])), 1)).toBe(0)
  })
})

describe('the lists of scorers', () => {
  it('have one name and a version for each', () => {
    const names = retrievalScorers.map(({ identity }) => identity.name)
    expect(names).toEqual(['recall', 'hit', 'all', 'ndcg', 'ndcg-toolgen', 'mrr', 'map'])
    expect(poolScorers.map(({ identity }) => identity.name)).toEqual(['hit', 'r-precision'])
    for (const { identity } of retrievalScorers) expect(identity.version).toBeGreaterThanOrEqual(1)
  })

  it('take a thousand tied tools and a hundred needs in good time', () => {
    const needs = Array.from({ length: 100 }, (_, need) => [`t${need}`, `e${need}`])
    const names = Array.from({ length: 20_000 }, (_, at) =>
      at < 200 ? (needs[at >> 1]?.[at % 2] ?? '') : `x${at}`,
    )
    const judged = judgeRanking(
      names.map((name) => ({ name, score: 1 })),
      { needs, grades: undefined, candidates: 47_000 },
    )
    const start = Date.now()
    for (const scorer of retrievalScorers) {
      for (const k of [1, 50, 1000]) {
        const value = scorer.score(judged, k)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
    }
    expect(Date.now() - start).toBeLessThan(5000)
  })
})
