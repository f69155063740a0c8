import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TokenProbability } from '../reply.js'
import { candidatesFirst, listedToken, sortedTokens } from './first-tokens.js'

describe('listedToken', () => {
  it('reads ids out of their spelling, and clamps what rounding and zero make', () => {
    expect(listedToken({ text: 'token_id:42' }, -1)).toEqual({ id: 42, logprob: -1 })
    expect(listedToken({ text: 'a' }, 1e-7)).toEqual({ text: 'a', logprob: 0 })
    expect(listedToken({ text: 'a' }, -1e9)).toEqual({ text: 'a', logprob: -9999 })
    expect(listedToken({ text: 'a' }, undefined)).toBeUndefined()
    expect(listedToken({ text: 'a' }, Number.NaN)).toBeUndefined()
  })
})

describe('sortedTokens', () => {
  it('puts the likeliest first and keeps each once', () => {
    const tokens = [
      { id: 1, logprob: -2 },
      undefined,
      { id: 2, logprob: -1 },
      { id: 1, text: 'a', logprob: -2 },
    ]
    expect(sortedTokens(tokens)).toEqual([
      { id: 2, logprob: -1 },
      { id: 1, logprob: -2 },
    ])
  })
})

describe('candidatesFirst', () => {
  const listed: readonly TokenProbability[] = [
    { id: 1, text: 'a', logprob: -0.5 },
    { id: 2, text: 'b', logprob: -1 },
    { id: 3, text: 'c', logprob: -3 },
  ]
  const byId = (id: number) => ({ asked: id, id })

  it('gives candidates in their order, then the likeliest others', () => {
    expect(candidatesFirst({ candidates: [byId(3), byId(9)], listed, single: [], top: 2 })).toEqual([
      { id: 3, text: 'c', logprob: -3 },
      { id: 9, logprob: -3, bound: 'at-most' },
      { id: 1, text: 'a', logprob: -0.5 },
      { id: 2, text: 'b', logprob: -1 },
    ])
  })

  it('prefers what was given for a single token to a bound, and lists no token twice', () => {
    const single = [{ id: 9, logprob: -7 }]
    const found = candidatesFirst({ candidates: [{ asked: 'z', id: 9 }, byId(1)], listed, single, top: 1 })
    expect(found).toEqual([
      { id: 9, text: 'z', logprob: -7 },
      { id: 1, text: 'a', logprob: -0.5 },
    ])
  })

  it('keeps order and length for any candidates, and no bound is above the last one listed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.nat({ max: 5 }), (ids, top) => {
        const tokens = candidatesFirst({ candidates: ids.map(byId), listed, single: [], top })
        expect(tokens.slice(0, ids.length).map(({ id }) => id)).toEqual(ids)
        expect(tokens.length).toBeLessThanOrEqual(ids.length + Math.min(top, listed.length))
        for (const { bound, logprob } of tokens) if (bound !== undefined) expect(logprob).toBe(-3)
      }),
    )
  })
})
