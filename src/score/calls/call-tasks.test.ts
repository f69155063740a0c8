import { describe, expect, it } from 'vitest'
import type { Item } from '../../benchmark/item.js'
import { callTasks } from './call-tasks.js'

const call = (id: string, gold: object): Item =>
  ({ kind: 'call', id, json: { messages: [], tools: ['go', 'stop'], gold } }) as Item
const retrieval = { kind: 'retrieval', id: 'r', query: 'q', gold: ['go'] } as unknown as Item

describe('callTasks', () => {
  it('examines call items alone, those without gold too, and shares their tools', () => {
    const examined = callTasks([call('a', { none: true }), retrieval, call('b', { unknown: true })], {
      catalog: undefined,
      where: 'items.jsonl',
    })
    expect(examined.map(({ item, task }) => [item.id, task.id, task.gold.isUnknown])).toEqual([
      ['a', 'a', undefined],
      ['b', 'b', true],
    ])
    expect(examined[1]?.task.tools).toBe(examined[0]?.task.tools)
  })

  it('says how many items there were when none is a call item', () => {
    expect(() => callTasks([retrieval, retrieval], { catalog: undefined, where: 'items.jsonl' })).toThrow(
      expect.objectContaining({
        code: 'no-call-items',
        where: 'items.jsonl',
        message: expect.stringMatching(/None of the 2 items[^]*assay benchmark show/),
      }),
    )
    expect(() => callTasks([], { catalog: undefined, where: 'x' })).toThrow(/None of the 0 items/)
  })
})
