import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Abandoned, workInOrder } from './work-in-order.js'

describe('workInOrder', () => {
  it('takes results in the order of the jobs, and none after enough', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(9), { maxLength: 20 }),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(20),
        async (delays, concurrency, enough) => {
          const taken: number[] = []
          let [atOnce, most] = [0, 0]
          await workInOrder<number, number>({
            jobs: delays.keys(),
            concurrency,
            isUnwanted: (job) => job % 5 === 4,
            async work(job, isMoot) {
              most = Math.max(most, ++atOnce)
              for (let turn = 0; turn < (delays[job] ?? 0); turn++) await Promise.resolve()
              atOnce--
              if (isMoot()) throw new Abandoned()
              return job * 2
            },
            commit(job, result) {
              expect(result).toBe(job * 2)
              taken.push(job)
              return taken.length > enough
            },
          })
          const wanted = [...delays.keys()].filter((job) => job % 5 !== 4)
          expect(taken).toEqual(wanted.slice(0, enough + 1))
          expect(most).toBeLessThanOrEqual(concurrency)
        },
      ),
    )
  })

  it('ends with what work throws, once the others have ended', async () => {
    let ended = 0
    const work = workInOrder<number, number>({
      jobs: [0, 1, 2, 3],
      concurrency: 2,
      isUnwanted: () => false,
      async work(job) {
        if (job === 1) throw new Error('broken')
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
        ended++
        return job
      },
      commit: () => false,
    })
    await expect(work).rejects.toThrow('broken')
    expect(ended).toBe(1)
  })
})
