import { describe, expect, it } from 'vitest'
import type { McqItem } from '../../benchmark/item.js'
import type { ChoiceOutcome } from '../choice/choice-outcome.js'
import type { LedgerRow } from '../run/sample-ledger.js'
import { letterBias } from './letter-bias.js'

const item = (at: number, options = 4, cluster?: string): McqItem => ({
  kind: 'mcq',
  id: `m${at}`,
  tool: 't',
  question: 'q',
  answer: 'a',
  distractors: Array.from({ length: options - 1 }, (_, index) => `d${index}`),
  ...(cluster === undefined ? {} : { cluster }),
})
const items = (count: number, clusterOf: (at: number) => string | undefined = () => undefined) =>
  Array.from({ length: count }, (_, at) => item(at, 4, clusterOf(at)))

/** An answer to an item: the right letter, then the chosen one; none for an answer that chose nothing. */
function row(at: number, letters: string): LedgerRow<ChoiceOutcome> {
  const [gold = '', label] = letters
  const outcome: ChoiceOutcome = {
    method: 'generation',
    gold,
    kind: label === undefined ? 'unreadable' : 'chosen',
    rule: 'letter',
    ...(label === undefined ? {} : { label }),
    right: label === gold ? 1 : 0,
    lenientRight: 0,
  }
  return { item: at, variant: undefined, trial: 0, outcome }
}

describe('letterBias', () => {
  it('compares how often letters are chosen with how often they are right, by hand', () => {
    const rows = [row(0, 'AB'), row(1, 'BB'), row(2, 'CB'), row(3, 'DA'), row(4, 'C')]
    const found = letterBias(items(5), rows, 0)
    expect(found.letters).toEqual([
      { letter: 'A', answers: 1, chosen: 1 },
      { letter: 'B', answers: 1, chosen: 3 },
      { letter: 'C', answers: 1, chosen: 0 },
      { letter: 'D', answers: 1, chosen: 0 },
    ])
    // ½ (0 + 2 + 1 + 1) / 4; one of each letter is expected: 0 + 4 + 1 + 1.
    expect(found.bias).toBeCloseTo(0.5, 12)
    expect(found.chiSquare).toBeCloseTo(6, 12)
    expect(found.degreesOfFreedom).toBe(3)
    expect(found.p).toBeGreaterThan(0)
    expect(found.p).toBeLessThanOrEqual(1)
  })

  it('expects of an item with two options no third letter', () => {
    const two = [item(0, 2), item(1, 2), item(2, 4), item(3, 4)]
    const found = letterBias(two, [row(0, 'AA'), row(1, 'BA'), row(2, 'AA'), row(3, 'BD')], 0)
    // A 1.5, B 1.5, C ½, D ½ expected; 3, 0, 0, 1 chosen.
    expect(found.chiSquare).toBeCloseTo(1.5 + 1.5 + 0.5 + 0.5, 12)
    expect(found.letters.map(({ letter }) => letter)).toEqual(['A', 'B', 'C', 'D'])
  })

  it('says nothing where nothing was chosen', () => {
    expect(letterBias(items(2), [row(0, 'A'), row(1, 'B')], 0)).toEqual({ letters: [] })
    expect(letterBias([], [], 0)).toEqual({ letters: [] })
  })

  it('counts a letter that no option has, and expects none of it', () => {
    const found = letterBias(items(2), [row(0, 'AZ'), row(1, 'AA')], 0)
    expect(found.letters).toContainEqual({ letter: 'Z', answers: 0, chosen: 1 })
    expect(Number.isFinite(found.chiSquare)).toBe(true)
  })

  it('passes over what an item that is not there would have offered', () => {
    expect(letterBias([], [row(5, 'AA'), row(6, 'AA')], 0)).toMatchObject({ bias: 0, chiSquare: 0, p: 1 })
  })

  it('finds a place that is liked in every item, and none in even choices', () => {
    const many = items(20)
    const liking = letterBias(
      many,
      many.map((_, at) => row(at, 'AC')),
      0,
    )
    expect(liking.p).toBeLessThan(0.001)
    // Each item chooses each letter once.
    const even = many.flatMap((_, at) => ['A', 'B', 'C', 'D'].map((letter) => row(at, `A${letter}`)))
    expect(letterBias(many, even, 0).p).toBe(1)
  })

  it('flips the signs of whole clusters: what one cluster likes shows nothing', () => {
    const one = items(20, () => 'c')
    expect(
      letterBias(
        one,
        one.map((_, at) => row(at, 'AC')),
        0,
      ),
    ).not.toHaveProperty('p')
    const four = items(20, (at) => `c${at % 4}`)
    // Four signs: two of sixteen ways are as far from even.
    expect(
      letterBias(
        four,
        four.map((_, at) => row(at, 'AC')),
        0,
      ).p,
    ).toBeGreaterThan(0.05)
    // Within each cluster every letter is chosen as often.
    const within = Array.from({ length: 8 }, (_, at) => item(at, 4, `c${at % 2}`))
    const spread = within.map((_, at) => row(at, `A${'ABCD'.charAt(Math.floor(at / 2))}`))
    expect(letterBias(within, spread, 0).p).toBe(1)
  })
})
