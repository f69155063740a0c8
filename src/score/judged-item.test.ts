import { describe, expect, it } from 'vitest'
import type { ResolvedItem } from '../benchmark/resolve.js'
import { InputError } from '../errors.js'
import {
  judgeChance,
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

describe('judgeChance', () => {
  it('puts all that could be ranked into one block', () => {
    expect(judgeChance(sought)).toEqual({
      needs: [
        { offset: 0, size: 9, count: 2, score: 1 },
        { offset: 0, size: 9, count: 1, score: 1 },
      ],
      needGain: 3,
      extras: [{ standing: { offset: 0, size: 9, count: 1, score: 1 }, gain: 1 }],
      goldBlocks: [{ offset: 0, size: 9, count: 3, score: 1 }],
      listed: 9,
      candidates: 9,
    })
  })
})

describe('judgeIdeal', () => {
  it('ranks one tool a need, then graded ones from the most to the least relevant', () => {
    const grades = new Map([
      ['p', 1],
      ['q', 2],
      ['a', 2],
    ] as const)
    expect(judgeIdeal({ needs: [['a', 'b'], [], ['c']], grades, candidates: 9 })).toEqual({
      needs: [
        { offset: 0, size: 1, count: 1, score: 4 },
        undefined,
        { offset: 1, size: 1, count: 1, score: 3 },
      ],
      needGain: 3,
      extras: [
        { standing: { offset: 3, size: 1, count: 1, score: 1 }, gain: 1 },
        { standing: { offset: 2, size: 1, count: 1, score: 2 }, gain: 3 },
      ],
      goldBlocks: [
        { offset: 0, size: 1, count: 1, score: 4 },
        { offset: 1, size: 1, count: 1, score: 3 },
      ],
      listed: 4,
      candidates: 9,
    })
    expect(judgeIdeal({ needs: [['a']], grades: undefined, candidates: 2 })).toMatchObject({
      needGain: 1,
      extras: [],
    })
  })
})

describe('a ranking that is none', () => {
  it.each([
    [[1, 2], 'A ranking puts the score 2 after 1; scores must be finite and must not rise.'],
    [[Number.NaN], 'A ranking puts the score NaN after NaN; scores must be finite and must not rise.'],
    [[1, Number.NaN], 'A ranking puts the score NaN after 1; scores must be finite and must not rise.'],
  ])('of the scores %j says so', (scores, what) => {
    const ranking = scores.map((score, at) => ({ name: `t${at}`, score }))
    expect(() => judgeRanking(ranking, sought)).toThrow(
      expect.objectContaining({ code: 'ranking-invalid', what, fix: 'Correct the retriever that gave it.' }),
    )
  })
  it('is none for equal scores, and finds gold in the order of blocks', () => {
    const ranking = ['c', 'x', 'b', 'a'].map((name, at) => ({ name, score: at < 2 ? 2 : 1 }))
    expect(judgeRanking(ranking, sought)).toMatchObject({
      needs: [
        { offset: 2, size: 2, count: 2 },
        { offset: 0, size: 2, count: 1 },
      ],
      goldBlocks: [
        { offset: 0, count: 1 },
        { offset: 2, count: 2 },
      ],
    })
  })
})

describe('the shape of what is sought', () => {
  it('differs by the sizes of needs and by grades outside gold', () => {
    const shapes = [
      sought,
      { ...sought, needs: [['a'], ['c']] },
      { ...sought, needs: [['a', 'b', 'c']] },
      { ...sought, grades: new Map([['p', 2]] as const) },
      {
        ...sought,
        grades: new Map([
          ['p', 1],
          ['q', 1],
        ] as const),
      },
      { ...sought, grades: new Map() },
    ].map(shapeOf)
    expect(new Set(shapes).size).toBe(shapes.length)
    expect(
      shapeOf({
        ...sought,
        grades: new Map([
          ['p', 1],
          ['a', 2],
        ] as const),
      }),
    ).toBe(shapeOf(sought))
  })
})
