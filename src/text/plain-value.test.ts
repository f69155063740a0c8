import { describe, expect, it } from 'vitest'
import { ExactNumber } from './json.js'
import { isAmount, isCount, isRecord } from './plain-value.js'

describe('isRecord', () => {
  it('takes objects, with or without a prototype', () => {
    expect([{}, { a: 1 }, Object.create(null)].every(isRecord)).toBe(true)
  })
  it('takes nothing else', () => {
    expect([null, undefined, [], 'a', 1, true].some(isRecord)).toBe(false)
  })
})

describe('isCount', () => {
  it('takes whole numbers from 0 up to what a double holds exactly', () => {
    expect([0, 1, Number.MAX_SAFE_INTEGER].every(isCount)).toBe(true)
  })
  it('takes nothing below 0, in part, too large, or no plain number', () => {
    const others = [-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '1', null, new ExactNumber('1.0')]
    expect(others.some(isCount)).toBe(false)
  })
})

describe('isAmount', () => {
  it('takes finite numbers from 0', () => {
    expect([0, 0.25, 1e308].every(isAmount)).toBe(true)
  })
  it('takes nothing below 0, nothing without end, and no text', () => {
    expect([-0.01, Number.NaN, Number.POSITIVE_INFINITY, '1', null].some(isAmount)).toBe(false)
  })
})
