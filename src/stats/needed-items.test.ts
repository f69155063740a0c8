import { describe, expect, it } from 'vitest'
import { neededForVerdict } from './needed-items.js'

const undecided = {
  n: 400,
  clusters: 40,
  margin: 0.03,
  tests: 1,
  difference: 0.01,
  interval: [-0.03, 0.05],
  standardError: 0.02,
} as const

describe('neededForVerdict', () => {
  it('plans for a difference as large as the margin: (2.8016 · 0.02/0.03)² · 400', () => {
    const even = { ...undecided, difference: 0, interval: [-0.035, 0.035] } as const
    expect(neededForVerdict(even)).toBe(Math.ceil(400 * ((2.801585 * 0.02) / 0.03) ** 2))
  })
  it('asks for what settles a difference that stays what it is: 0.015 lies halfway to both', () => {
    const halfway = { ...undecided, difference: 0.015, interval: [-0.03, 0.06] } as const
    expect(neededForVerdict(halfway)).toBe(Math.ceil(400 * (0.045 / 0.015) ** 2))
  })
  it('asks for more where several metrics share the error', () => {
    const halfway = { ...undecided, difference: 0.015, interval: [-0.03, 0.06] } as const
    // Quantile 0.9875 of the normal distribution over quantile 0.975.
    expect(neededForVerdict({ ...halfway, tests: 2 })).toBe(
      Math.ceil(400 * ((0.045 / 0.015) * (2.241403 / 1.959964)) ** 2),
    )
  })
  it('asks for six clusters at least', () => {
    const few = { ...undecided, clusters: 2, interval: [-1, 1], standardError: 0.001 } as const
    expect(neededForVerdict(few)).toBe(1200)
  })
  it('asks for as many items as a rare difference needs to show, where none was seen', () => {
    const alike = {
      ...undecided,
      n: 60,
      clusters: 60,
      difference: 0,
      interval: [-0.06, 0.06],
      standardError: 0,
    } as const
    expect(neededForVerdict(alike)).toBe(125)
    expect(neededForVerdict({ ...alike, margin: 0.1 })).toBe(61)
  })
})
