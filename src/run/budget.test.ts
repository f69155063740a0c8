import { describe, expect, it } from 'vitest'
import { Budget, costOf } from './budget.js'

describe('costOf', () => {
  it('is price per million times tokens, cached ones apart', () => {
    const usage = { promptTokens: 1000, completionTokens: 200, cachedTokens: 400 }
    expect(costOf(usage, { input: 2, output: 10 })).toBeCloseTo((1000 * 2 + 200 * 10) / 1e6, 12)
    expect(costOf(usage, { input: 2, output: 10, cachedInput: 0.5 })).toBeCloseTo(
      (600 * 2 + 400 * 0.5 + 2000) / 1e6,
      12,
    )
    expect(costOf(undefined, { input: 2, output: 10 })).toBeUndefined()
    expect(costOf(usage, undefined)).toBeUndefined()
  })
})

describe('Budget', () => {
  const one = { usage: { promptTokens: 60, completionTokens: 40 }, cost: 1 }

  it('stops before a sample would go beyond the limit, those under way counted by the average', () => {
    const budget = new Budget({ tokens: 500 })
    expect(budget.exceeded(100)).toBeUndefined() // nothing is known yet
    budget.count(one)
    budget.count(one)
    expect(budget.exceeded(2)).toBeUndefined() // 200 + 3 × 100
    expect(budget.exceeded(3)).toBe('--max-tokens 500')
  })

  it('knows cost as well, and that the cache costs nothing', () => {
    const budget = new Budget({ cost: 2.5 })
    budget.count(one)
    budget.count({ ...one, cached: true })
    expect(budget.exceeded(0)).toBeUndefined()
    budget.count(one)
    expect(budget.exceeded(0)).toBe('--max-cost 2.5')
  })

  it('says what it cannot see', () => {
    expect(new Budget({ cost: 1 }).blindTo({ usage: one.usage })).toBe('--max-cost')
    expect(new Budget({ tokens: 1 }).blindTo({})).toBe('--max-tokens')
    expect(new Budget({ tokens: 1 }).blindTo({ cached: true })).toBeUndefined()
    expect(new Budget({}).blindTo({})).toBeUndefined()
  })
})
