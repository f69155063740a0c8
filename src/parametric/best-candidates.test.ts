import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BestCandidates, type Candidate } from './best-candidates.js'

const at = (logprob: number, beam = 0, token = 0): Candidate => ({ beam, token, logprob })
const kept = (capacity: number, candidates: readonly Candidate[]) => {
  const best = new BestCandidates(capacity)
  for (const candidate of candidates) best.offer(candidate)
  return best
}

describe('BestCandidates', () => {
  it('keeps the likeliest, best first', () => {
    const best = kept(
      3,
      [-5, -1, -4, -2, -3].map((logprob) => at(logprob)),
    )
    expect(best.sorted().map(({ logprob }) => logprob)).toEqual([-1, -2, -3])
  })
  it('prefers the earlier beam, then the lower token, where two are as likely, whenever they come', () => {
    const tied = [at(-1, 1, 0), at(-1, 0, 9), at(-1, 0, 3)]
    for (const order of [tied, [...tied].reverse()]) {
      expect(kept(2, order).sorted()).toEqual([at(-1, 0, 3), at(-1, 0, 9)])
      expect(kept(3, order).sorted()).toEqual([at(-1, 0, 3), at(-1, 0, 9), at(-1, 1, 0)])
    }
  })
  it('has no floor until it is full, then the worst that it keeps', () => {
    const best = kept(2, [at(-1)])
    expect(best.floor).toBe(Number.NEGATIVE_INFINITY)
    best.offer(at(-7))
    expect(best.floor).toBe(-7)
    best.offer(at(-3))
    expect(best.floor).toBe(-3)
    best.offer(at(-4))
    expect(best.floor).toBe(-3)
  })
  it('keeps what sorting all of them would', () => {
    const candidate = fc.record({
      logprob: fc.integer({ min: -4, max: 0 }),
      beam: fc.nat({ max: 3 }),
      token: fc.nat({ max: 50 }),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.array(candidate, { maxLength: 40 }), (capacity, all) => {
        const sorted = [...all].sort(
          (left, right) => right.logprob - left.logprob || left.beam - right.beam || left.token - right.token,
        )
        expect(kept(capacity, all).sorted()).toEqual(sorted.slice(0, capacity))
      }),
    )
  })
})
