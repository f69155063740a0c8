import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLogprobs } from './logprob-reading.js'

const labels = ['A', 'B', 'C']

describe('readLogprobs', () => {
  it('adds up spellings of one label and leaves strangers out', () => {
    const reading = readLogprobs(
      [
        ['A', Math.log(0.2)],
        [' A', Math.log(0.2)],
        ['B', Math.log(0.3)],
        ['The', Math.log(0.3)],
      ],
      { labels },
    )
    expect(reading.best).toEqual(['A'])
    expect(reading.mass).toBeCloseTo(0.7)
    expect(reading.shares.get('A')).toBeCloseTo(4 / 7)
    expect(reading.shares.get('B')).toBeCloseTo(3 / 7)
    expect(reading.shares.get('C')).toBeUndefined()
  })

  it('tells case apart unless told otherwise', () => {
    const listed = [['yes', -1] as const, ['Yes', -1] as const, ['no', -1.5] as const]
    expect(readLogprobs(listed, { labels: ['yes', 'no'] }).shares.get('yes')).toBeCloseTo(
      1 / (1 + Math.exp(-0.5)),
    )
    expect(readLogprobs(listed, { labels: ['yes', 'no'], anyCase: true }).shares.get('yes')).toBeCloseTo(
      2 / (2 + Math.exp(-0.5)),
    )
  })

  it('compares probabilities that a double cannot hold, and names ties', () => {
    const low = readLogprobs(
      [
        ['A', -1000],
        ['B', -1001],
      ],
      { labels },
    )
    expect(low.best).toEqual(['A'])
    expect(low.mass).toBe(0)
    expect(
      readLogprobs(
        [
          ['A', -2],
          ['C', -2],
        ],
        { labels },
      ).best,
    ).toEqual(['A', 'C'])
    expect(readLogprobs([['x', -1]], { labels })).toMatchObject({ best: [], mass: 0 })
  })

  it('gives shares that add up to 1, the largest to the best', () => {
    const logprob = fc.double({ min: -800, max: 0, noNaN: true })
    fc.assert(
      fc.property(fc.tuple(logprob, logprob, logprob), ([a, b, c]) => {
        const { best, shares } = readLogprobs(
          [
            ['A', a],
            ['B', b],
            ['C', c],
          ],
          { labels },
        )
        const values = [...shares.values()]
        expect(values.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
        for (const label of best) expect(shares.get(label)).toBe(Math.max(...values))
      }),
    )
  })
})
