import { describe, expect, it } from 'vitest'
import type { ResolvedItem } from '../benchmark/resolve.js'
import { reachableItems } from './reachable-items.js'

const item = (id: string, needs: readonly (readonly string[])[]): ResolvedItem => ({
  item: { kind: 'retrieval', id, query: id, gold: [['x']] },
  needs,
  tier: 'medium',
})
const items = [
  item('one', [['a&&1']]),
  item('two', [['a&&2'], ['b&&1']]),
  item('equals', [['c&&1', 'c&&2'], ['d&&1']]),
]

describe('reachableItems', () => {
  it('drops gold without a token, needs without gold, items without needs, and tells each', () => {
    const found = reachableItems(items, (name) => !['a&&1', 'c&&1', 'b&&1'].includes(name))
    expect(found.items.map(({ item: { id }, needs }) => [id, needs])).toEqual([
      ['two', [['a&&2']]],
      ['equals', [['c&&2'], ['d&&1']]],
    ])
    expect(found.losses).toEqual([
      { itemId: 'one', names: ['a&&1'], isExcluded: true },
      { itemId: 'two', names: ['b&&1'], isExcluded: false },
      { itemId: 'equals', names: ['c&&1'], isExcluded: false },
    ])
  })
  it('leaves alone what is whole, and names a lost tool once', () => {
    const whole = reachableItems(items, () => true)
    expect(whole.items).toEqual(items)
    expect(whole.losses).toEqual([])
    const twice = reachableItems([item('twice', [['x', 'y'], ['x']])], (name) => name !== 'x')
    expect(twice.losses).toEqual([{ itemId: 'twice', names: ['x'], isExcluded: false }])
  })
})
