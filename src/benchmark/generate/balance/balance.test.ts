import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomStream } from '../../../numeric/random.js'
import { balanceOptions } from './balance-options.js'
import { balancePairs } from './balance-pairs.js'
import { evenPlaces } from './even-places.js'
import { CueReader } from './option-cues.js'

const random = () => randomStream(3, 'balance test')
const text = (length: number, letter: string): string => letter.repeat(length)
/** An answer of six letters with three shorter and three longer wrong options. */
const flexible = (at: number) => ({
  question: 'What does this tool give?',
  answer: text(6, 'a'),
  wrong: [1, 2, 3, 8, 9, 10].map((length) => text(length, String.fromCharCode(98 + (at % 20)))),
})

describe('balanceOptions', () => {
  it('makes the answer the shortest, second, third and longest option equally often', () => {
    const { items, left, lengthRanks } = balanceOptions({
      candidates: Array.from({ length: 40 }, (_, at) => flexible(at)),
      random: random(),
    })
    expect(lengthRanks).toEqual([10, 10, 10, 10])
    expect(left).toEqual([])
    for (const { candidate, distractors } of items) {
      expect(new Set([candidate.answer, ...distractors]).size).toBe(4)
      for (const option of distractors) expect(candidate.wrong).toContain(option)
    }
  })

  it('takes of more candidates than are wanted those that keep the set even', () => {
    const shortOnly = { question: 'Q', answer: 'a', wrong: ['bb', 'ccc', 'dddd'] }
    const candidates = [
      ...Array.from({ length: 30 }, () => shortOnly),
      ...Array.from({ length: 30 }, (_, at) => flexible(at)),
    ]
    const { items, left, lengthRanks } = balanceOptions({ candidates, random: random(), size: 40 })
    expect(items).toHaveLength(40)
    expect(lengthRanks).toEqual([10, 10, 10, 10])
    expect(left.every(({ reason }) => reason === 'surplus')).toBe(true)
  })

  it('keeps what cannot be even when nothing else is there, and says how far it is', () => {
    const shortOnly = { question: 'Q', answer: 'a', wrong: ['bb', 'ccc', 'dddd'] }
    const { items, lengthRanks } = balanceOptions({ candidates: [shortOnly, shortOnly], random: random() })
    expect(items).toHaveLength(2)
    expect(lengthRanks).toEqual([2, 0, 0, 0])
  })

  it('leaves out a question with too few wrong options; repeats and the answer itself are none', () => {
    const { items, left } = balanceOptions({
      candidates: [{ question: 'Q', answer: 'a', wrong: ['b', 'b', 'a', 'c'] }],
      random: random(),
    })
    expect(items).toEqual([])
    expect(left).toMatchObject([{ reason: 'too-few-distractors' }])
  })

  it('prefers wrong options that are answers elsewhere', () => {
    const answers = ['red', 'tan', 'sky', 'ash']
    const fillers = ['xx1', 'xx2', 'xx3', 'xx4', 'xx5', 'xx6']
    const candidates = Array.from({ length: 40 }, (_, at) => {
      const answer = answers[at % 4] as string // four of them
      return {
        question: 'Which?',
        answer,
        wrong: [...answers.filter((other) => other !== answer), ...fillers],
      }
    })
    const { items } = balanceOptions({ candidates, random: random() })
    const shown = items.flatMap(({ distractors }) => distractors).filter((option) => answers.includes(option))
    // Three wrong options an item, three times each answer: all of them.
    expect(shown.length).toBeGreaterThan(110)
  })

  it('is the same for the same stream, and total on whatever it is given', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 6 })
    const candidate = fc.record({ question: word, answer: word, wrong: fc.array(word, { maxLength: 8 }) })
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 12 }), fc.nat(12), (candidates, size) => {
        const once = balanceOptions({ candidates, size, random: random() })
        expect(balanceOptions({ candidates, size, random: random() })).toEqual(once)
        expect(once.items.length + once.left.length).toBe(candidates.length)
        const fit = candidates.filter(
          ({ answer, wrong }) => new Set(wrong.filter((one) => one !== answer)).size >= 3,
        )
        expect(once.items.length).toBe(Math.min(size, fit.length))
        for (const { candidate: own, distractors } of once.items) {
          expect(new Set(distractors).size).toBe(3)
          expect(distractors).not.toContain(own.answer)
        }
      }),
    )
  })
})

describe('evenPlaces', () => {
  it('moves items on so that one that has no choice finds room', () => {
    expect(evenPlaces({ allowed: [[0, 1], [0]], places: 2, size: 2 })).toEqual([1, 0])
    expect(evenPlaces({ allowed: [[0, 1], [1, 2], [0]], places: 3, size: 3 })).toEqual([1, 2, 0])
    expect(evenPlaces({ allowed: [[0], [], [0]], places: 2, size: 3 })).toEqual([0, undefined, 0])
  })

  it('is as even as the best of all assignments', () => {
    const allowed = fc.array(fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }), { maxLength: 6 })
    fc.assert(
      fc.property(allowed, (items) => {
        const given = evenPlaces({ allowed: items, places: 3, size: items.length })
        for (const [at, place] of given.entries()) expect(items[at]).toContain(place)
        expect(spread(given)).toBe(leastSpread(items, []))
      }),
    )
  })
})

const spread = (given: readonly (number | undefined)[]): number =>
  [0, 1, 2].reduce((sum, place) => sum + given.filter((one) => one === place).length ** 2, 0)
function leastSpread(items: readonly (readonly number[])[], given: readonly number[]): number {
  const own = items[given.length]
  if (own === undefined) return spread(given)
  return Math.min(...own.map((place) => leastSpread(items, [...given, place])))
}

describe('CueReader', () => {
  it('is what rules that see no tool gain over chance', () => {
    const cues = new CueReader().cuesOf({
      question: 'Which colour?',
      answer: 'colour red',
      distractors: ['red hue', 'green', 'blue'],
    })
    expect(cues.get('text colour red')).toBe(0.75)
    expect(cues.get('text green')).toBe(-0.25)
    expect(cues.get('word red')).toBe(0.25)
    expect(cues.get('word blue')).toBe(-0.25)
    expect(cues.get('overlap')).toBe(0.75)
  })
})

describe('balancePairs', () => {
  const pair = (name: string, answers: readonly ('yes' | 'no')[], cluster = 'c') =>
    answers.map((answer) => ({ pair: name, answer, cluster }))

  it('keeps one yes and one no of every pair, and says what has no counterpart', () => {
    const candidates = [...pair('1', ['yes', 'no']), ...pair('2', ['yes']), ...pair('3', ['no', 'no', 'yes'])]
    const { items, left } = balancePairs({ candidates, random: random() })
    expect(items).toHaveLength(4)
    expect(items.filter(({ answer }) => answer === 'yes')).toHaveLength(2)
    expect(left.map(({ candidate, reason }) => [candidate.pair, candidate.answer, reason])).toEqual([
      ['2', 'yes', 'no-counterpart'],
      ['3', 'no', 'no-counterpart'],
    ])
  })

  it('takes pairs of every cluster in turn when fewer are wanted', () => {
    const many = Array.from({ length: 20 }, (_, at) => pair(`a${at}`, ['yes', 'no'], 'a')).flat()
    const candidates = [...many, ...pair('b', ['no', 'yes'], 'b'), ...pair('c', ['no', 'yes'])]
    const { items, left } = balancePairs({ candidates, random: random(), size: 7 })
    expect(items).toHaveLength(6)
    expect(new Set(items.map(({ cluster }) => cluster))).toEqual(new Set(['a', 'b', 'c']))
    expect(left.every(({ reason }) => reason === 'surplus')).toBe(true)
  })
})
