import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { McqItem, QaItem } from '../item.js'
import { bagOfWords } from './bag-of-words.js'
import { clusterNumbers } from './cluster-numbers.js'
import { favouriteOption } from './favourite-option.js'
import { optionPrior } from './option-prior.js'

const mcq = (id: string, answer: string, distractors: readonly string[], cluster?: string): McqItem => ({
  kind: 'mcq',
  id,
  tool: 't',
  question: 'What?',
  answer,
  distractors,
  ...(cluster === undefined ? {} : { cluster }),
})
const qa = (id: string, question: string, answer: 'yes' | 'no', cluster?: string): QaItem => ({
  kind: 'qa',
  id,
  tool: 't',
  question,
  answer,
  ...(cluster === undefined ? {} : { cluster }),
})
const values = ({ outOfFold }: { readonly outOfFold: Float64Array }): readonly number[] => [...outOfFold]

describe('clusterNumbers', () => {
  it('numbers clusters in order, items without one each apart', () => {
    expect(clusterNumbers([{ cluster: 'a' }, {}, { cluster: 'a' }, {}])).toEqual({
      numbers: [0, 1, 0, 2],
      count: 3,
    })
  })
})

describe('favouriteOption', () => {
  it('is the answer that other clusters have most often, and any option where it is not offered', () => {
    const items = [
      mcq('1', 'red', ['blue'], 'k'),
      mcq('2', 'red', ['blue'], 'k'),
      mcq('3', 'blue', ['red'], 'l'),
      mcq('4', 'up', ['down', 'left', 'right'], 'm'),
    ]
    const rule = favouriteOption(items)
    // Without k, "blue" and "up" are right once each: the first in the alphabet is taken.
    expect(values(rule)).toEqual([0, 0, 0, 0.25])
    expect(rule.inSample).toBeCloseTo((1 + 1 + 0 + 0.25) / 4)
    expect(rule.rule).toContain('"red"')
  })
  it('scores chance where there is nothing to learn from', () => {
    expect(values(favouriteOption([mcq('1', 'a', ['b', 'c', 'd'])]))).toEqual([0.25])
    expect(favouriteOption([])).toMatchObject({ inSample: 0 })
  })
  it('leaves a favourite out that only the own cluster has', () => {
    const items = ['1', '2', '3'].map((id) => mcq(id, 'Videos', ['a', 'b', 'c'], 'one service'))
    expect(values(favouriteOption([...items, mcq('4', 'x', ['y'], 'other')]))).toEqual([
      0.25, 0.25, 0.25, 0.5,
    ])
  })
})

describe('optionPrior', () => {
  it('goes by how often an option is right where it is offered elsewhere', () => {
    const items = [
      mcq('1', 'red', ['blue'], 'k'),
      mcq('2', 'red', ['blue'], 'l'),
      mcq('3', 'red', ['green'], 'm'),
      mcq('4', 'new', ['other'], 'n'),
    ]
    expect(values(optionPrior(items))).toEqual([1, 1, 1, 0.5])
  })
  it('does not count what the own cluster offers', () => {
    const items = [
      mcq('1', 'p', ['z1'], 'l'),
      mcq('2', 'q', ['z2'], 'm'),
      mcq('3', 'q', ['z3'], 'n'),
      mcq('4', 'p', ['q'], 'k'),
      ...['u', 'v', 'w', 'x'].map((answer) => mcq(answer, answer, ['q'], 'k')),
    ]
    // Elsewhere q is right twice of twice, (2 + ½) / 3, and p once of once, (1 + ½) / 2.
    expect(values(optionPrior(items))[3]).toBe(0)
  })
  it('falls below chance where answers are dealt evenly, for what it leaves out is missing from it', () => {
    const items = [mcq('1', 'a', ['b'], 'k'), mcq('2', 'b', ['a'], 'l')]
    expect(values(optionPrior(items))).toEqual([0, 0])
  })
})

describe('bagOfWords', () => {
  it('follows the words of other clusters', () => {
    const items = [
      qa('1', 'does it play audio', 'no', 'k'),
      qa('2', 'does it play audio', 'no', 'l'),
      qa('3', 'does it send mail', 'yes', 'm'),
      qa('4', 'does it send mail', 'yes', 'n'),
    ]
    expect(values(bagOfWords(items))).toEqual([1, 1, 1, 1])
    expect(bagOfWords(items).inSample).toBe(1)
  })
  it('is as good as either answer where words point nowhere', () => {
    expect(values(bagOfWords([qa('1', 'a', 'yes', 'k'), qa('2', 'b', 'no', 'l')]))).toEqual([0.5, 0.5])
  })
  it('equals counting anew for every cluster', () => {
    const words = ['audio', 'mail', 'play', 'send']
    const item = fc.record({
      question: fc
        .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
        .map((list) => list.join(' ')),
      answer: fc.constantFrom<'yes' | 'no'>('yes', 'no'),
      cluster: fc.option(fc.constantFrom('k', 'l', 'm'), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 14 }), (raw) => {
        const items = raw.map(({ question, answer, cluster }, at) => qa(`${at}`, question, answer, cluster))
        const result = values(bagOfWords(items))
        for (const [at, one] of items.entries()) {
          const others = items.filter((other) =>
            one.cluster === undefined ? other !== one : other.cluster !== one.cluster,
          )
          const having = (word: string, answer: 'yes' | 'no'): number =>
            others.filter((other) => other.answer === answer && other.question.split(' ').includes(word))
              .length
          const all = (answer: 'yes' | 'no'): number =>
            items.filter((other) => other.answer === answer).length
          let odds = 0
          for (const word of new Set(one.question.split(' '))) {
            odds +=
              Math.log((having(word, 'yes') + 1) / (all('yes') + 2)) -
              Math.log((having(word, 'no') + 1) / (all('no') + 2))
          }
          const expected = Math.abs(odds) < 1e-9 ? 0.5 : odds > 0 === (one.answer === 'yes') ? 1 : 0
          expect(result[at]).toBe(expected)
        }
      }),
    )
  })
})
