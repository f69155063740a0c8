import { expect, it } from 'vitest'
import { catalogWith, mcq, query } from '../../test/generators/audited-items.js'
import { cardFloor, cardFloors } from './card-floors.js'

const floor = { id: 'random', kind: 'mcq', metric: 'accuracy', value: 1 / 3, chance: 2 / 3 } as const

it('rounds to six decimals and leaves out what there is not', () => {
  expect(cardFloor(floor)).toEqual({
    null: 'random',
    kind: 'mcq',
    metric: 'accuracy',
    value: 0.333333,
    chance: 0.666667,
  })
  expect(cardFloor({ ...floor, group: 'pool', interval: [1 / 6, 5 / 6] })).toEqual({
    null: 'random',
    kind: 'mcq',
    group: 'pool',
    metric: 'accuracy',
    value: 0.333333,
    interval: [0.166667, 0.833333],
    chance: 0.666667,
  })
})

it('gives those of an audit, kind by kind', async () => {
  const items = [
    query('q', 'pay', [['pay']], { pool: ['pay', 'draw'] }),
    mcq('m', 'pay', ['ab', 'abc', 'abcd']),
  ]
  const floors = await cardFloors({
    benchmark: { name: 'desk', items, fingerprint: 'f'.repeat(64) },
    catalog: catalogWith({ name: 'pay' }, { name: 'draw' }),
    seed: 0,
    pause: async () => {},
  })
  expect(floors.map(({ kind, group, null: id, value }) => [kind, group, id, value])).toEqual([
    ['retrieval', 'catalog', 'random', 0.5],
    ['retrieval', 'catalog', 'popularity', 0.5],
    ['retrieval', 'catalog', 'name-match', 1],
    ['retrieval', 'pool', 'random', 0.5],
    ['retrieval', 'pool', 'popularity', 0.5],
    ['retrieval', 'pool', 'pool-order', 1],
    ['retrieval', 'pool', 'name-match', 1],
    ['mcq', undefined, 'shortest', 1],
    ['mcq', undefined, 'longest', 0],
    ['mcq', undefined, 'question-overlap', 0.333333],
    ['mcq', undefined, 'random', 0.333333],
    ['mcq', undefined, 'constant', 0.333333],
    ['mcq', undefined, 'option-prior', 0.333333],
    ['mcq', undefined, 'word-rule', 0.333333],
  ])
})
