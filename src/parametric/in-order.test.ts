import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inOrder } from './in-order.js'

const waited = (turns: number): Promise<void> =>
  turns <= 0 ? Promise.resolve() : Promise.resolve().then(() => waited(turns - 1))

describe('inOrder', () => {
  it('hands on in the order of the list, whatever ends first, one lane for one thing at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        async (turns, lanes) => {
          const taken: number[] = []
          const busy = new Set<number>()
          let most = 0
          let isTaking = false
          await inOrder({
            list: turns.map((count, at) => ({ count, at })),
            lanes,
            async work({ count, at }, lane) {
              expect(lane).toBeLessThan(lanes)
              expect(busy.has(lane)).toBe(false)
              busy.add(lane)
              most = Math.max(most, busy.size)
              await waited(count)
              busy.delete(lane)
              return at
            },
            async take(at) {
              expect(isTaking).toBe(false)
              isTaking = true
              await waited(2)
              isTaking = false
              taken.push(at)
            },
          })
          expect(taken).toEqual(turns.map((_, at) => at))
          expect(most).toBe(Math.min(lanes, turns.length))
        },
      ),
    )
  })

  it('waits for what was begun, hands on what came before, and throws the first error of the list', async () => {
    const taken: number[] = []
    const ended: number[] = []
    await expect(
      inOrder({
        list: [9, 5, 1, 7, 3, 4],
        lanes: 4,
        async work(turns) {
          await waited(turns)
          ended.push(turns)
          if (turns === 1 || turns === 5) throw new Error(`at ${turns}`)
          return turns
        },
        take: async (turns) => void taken.push(turns),
      }),
    ).rejects.toThrow('at 5')
    expect(taken).toEqual([9])
    expect([...ended].sort()).toEqual([1, 5, 7, 9])
  })

  it('ends when a result is not taken', async () => {
    let begun = 0
    await expect(
      inOrder({
        list: [0, 1, 2, 3, 4, 5],
        lanes: 2,
        async work(at) {
          begun++
          return at
        },
        async take(at) {
          if (at === 1) throw new Error('full')
        },
      }),
    ).rejects.toThrow('full')
    expect(begun).toBeLessThan(6)
  })
})
