import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inPlannedOrder } from './planned-order.js'
import { type DialogueLines, turnsKey } from './read-turns.js'

async function* given(items: readonly string[]): AsyncGenerator<DialogueLines> {
  for (const item of items) yield { item, trial: 0, lines: [] }
}

async function order(items: readonly string[], planned: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  const keys = planned.map((item) => turnsKey({ item, trial: 0 }))
  for await (const { item } of inPlannedOrder(given(items), keys)) found.push(item)
  return found
}

describe('inPlannedOrder', () => {
  it('puts dialogues back into order, passes over what is missing and lets strangers through', async () => {
    expect(await order(['c', 'a', 'x', 'd'], ['a', 'b', 'c', 'd'])).toEqual(['a', 'x', 'c', 'd'])
    expect(await order([], ['a'])).toEqual([])
  })

  it('gives one order whatever order they come in', async () => {
    const planned = Array.from({ length: 8 }, (_, at) => `d${at}`)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(planned), async (items) => {
        expect(await order(items, planned)).toEqual(planned.filter((item) => items.includes(item)))
      }),
    )
  })
})
