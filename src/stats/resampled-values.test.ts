import { describe, expect, it } from 'vitest'
import { ResampledValues } from './resampled-values.js'

function intervalOf(values: readonly number[]) {
  const drawn = new ResampledValues(values.length)
  for (const value of values) drawn.add(value)
  return drawn.interval()
}

describe('ResampledValues', () => {
  it('takes the interval between 2.5 and 97.5 % of the values, in whatever order they came', () => {
    const hundred = Array.from({ length: 101 }, (_, at) => (at * 37) % 101)
    expect(intervalOf(hundred)).toEqual([expect.closeTo(2.5, 12), expect.closeTo(97.5, 12)])
  })

  it('leaves out up to one value in a hundred that is not finite, and says nothing beyond', () => {
    const whole = Array.from({ length: 200 }, () => 1)
    const without = (count: number) => [...whole.slice(count), ...whole.slice(0, count).map(() => Number.NaN)]
    expect(intervalOf(without(2))).toEqual([1, 1])
    expect(intervalOf(without(3))).toBeUndefined()
    expect(intervalOf([Number.POSITIVE_INFINITY])).toBeUndefined()
  })
})
