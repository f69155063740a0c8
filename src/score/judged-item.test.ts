import { describe, expect, it } from 'vitest'
import type { ResolvedItem } from '../benchmark/resolve.js'
import { InputError } from '../errors.js'
import {
  judgeIdeal,
  judgeRanking,
  type Sought,
  shapeOf,
  soughtInCatalog,
  soughtInPool,
} from './judged-item.js'

const sought: Sought = { needs: [['a', 'b'], ['c']], grades: new Map([['p', 1]]), candidates: 9 }

describe('judgeRanking', () => {
  it('finds the first block that holds a tool of each need', () => {
    const ranking = [
      { name: 'x', score: 5 },
      { name: 'a', score: 3 },
      { name: 'b', score: 3 },
      { name: 'y', score: 3 },
      { name: 'p', score: -1 },
    ]
    expect(judgeRanking(ranking, sought)).toEqual({
      needs: [{ offset: 1, size: 3, count: 2, score: 3 }, undefined],
      needGain: 3,
      extras: [{ standing: { offset: 4, size: 1, count: 1, score: -1 }, gain: 1 }],
      goldBlocks: [{ offset: 1, size: 3, count: 2, score: 3 }],
      listed: 5,
      candidates: 9,
    })
  })

  it('takes an empty ranking for an answer', () => {
    expect(judgeRanking([], sought).needs).toEqual([undefined, undefined])
  })

  it.each([
    ['rising scores', [1, 2]],
    ['a score that is no number', [Number.NaN]],
    ['an infinite score', [Number.POSITIVE_INFINITY, 1]],
    ['a last score that is no number', [1, Number.NaN]],
  ])('refuses %s', (_, scores) => {
    const ranking = scores.map((score, at) => ({ name: `t${at}`, score }))
    expect(() => judgeRanking(ranking, sought)).toThrow(InputError)
  })

  it('refuses a tool that stands twice, in one block or in two', () => {
    for (const scores of [
      [1, 1],
      [2, 1],
    ]) {
      const ranking = scores.map((score) => ({ name: 'same', score }))
      expect(() => judgeRanking(ranking, sought)).toThrow(/"same" twice/)
    }
  })
})

describe('what is sought', () => {
  const item: ResolvedItem = {
    item: { kind: 'retrieval', id: 'i', query: 'q', gold: [['a', 'b'], ['c']] },
    needs: [['a', 'b'], ['c']],
    grades: new Map([
      ['c', 2],
      ['p', 1],
    ]),
    tier: 'medium',
  }

  it('in a pool is only what the pool holds', () => {
    expect(soughtInPool(item, ['b', 'x', 'p', 'x'])).toEqual({
      needs: [['b'], []],
      grades: new Map([['p', 1]]),
      candidates: 3,
    })
  })

  it('has one shape whatever the names', () => {
    const renamed = { ...sought, needs: [['z'], ['u', 'v']], grades: new Map([['w', 1]] as const) }
    expect(shapeOf(renamed)).toBe(shapeOf(sought))
    expect(shapeOf({ ...sought, candidates: 10 })).not.toBe(shapeOf(sought))
    expect(shapeOf({ ...sought, grades: undefined })).not.toBe(shapeOf(sought))
    expect(shapeOf(soughtInCatalog(item, 9))).toBe(shapeOf(sought))
  })

  it('is found best first in the ideal, gold before what fits partly', () => {
    const ideal = judgeIdeal(sought)
    expect(ideal.needs.map((standing) => standing?.offset)).toEqual([0, 1])
    expect(ideal.extras.map(({ standing }) => standing?.offset)).toEqual([2])
  })
})
