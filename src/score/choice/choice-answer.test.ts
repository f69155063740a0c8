import { describe, expect, it } from 'vitest'
import type { StoredSample } from '../../run/sample-lines.js'
import { type ChoiceQuestion, choiceAnswer } from './choice-answer.js'
import { choiceOutcome, OutcomeShelf } from './choice-outcome.js'
import { readLetter } from './letter-reading.js'
import { answersOf, methodCounts, readingCounts } from './outcome-counts.js'

const labels = { A: 'mail', B: 'post' }
const question: ChoiceQuestion = {
  labels: ['A', 'B'],
  anyCase: false,
  readText: (text, wasCut) => readLetter(text, { labels, wasCut }),
}
const sample = (more: Partial<StoredSample>): StoredSample => ({
  benchmark: 'b',
  item: 'i',
  trial: 0,
  where: 's.jsonl',
  ...more,
})
const said = (text: string) => ({ output: { text, stopReason: 'stop' as const } })
const answer = (more: Partial<StoredSample>) => choiceAnswer(sample(more), question)
const chosen = (label: string, rule: string) => ({ kind: 'chosen', label, rule })

describe('choiceAnswer', () => {
  it('reads the text, strictly and leniently, where there are no probabilities', () => {
    expect(answer(said('The answer is B.'))).toEqual({
      method: 'generation',
      decided: { kind: 'unreadable', rule: 'no-label' },
      lenient: chosen('B', 'stated'),
    })
    expect(answer({ ...said('A'), choices: {} })).toMatchObject({
      method: 'generation',
      decided: { label: 'A' },
    })
    expect(answer({ ...said('A'), choiceMethod: 'constrained' })).toMatchObject({ method: 'constrained' })
    expect(answer({ output: { text: 'A or', stopReason: 'length' } }).decided).toEqual({
      kind: 'unreadable',
      rule: 'cut',
    })
  })

  it('lets probabilities decide, and shows what was written beside them', () => {
    const both = answer({ ...said('A'), choices: { A: -2, B: -1 } })
    expect(both).toMatchObject({
      method: 'logprobs',
      decided: chosen('B', 'likeliest'),
      lenient: chosen('B', 'likeliest'),
      written: chosen('A', 'letter'),
    })
    expect(answer({ choices: { A: -1, B: -1 } }).decided).toEqual(chosen('A', 'tie'))
    expect(answer({ choices: { A: -2, B: -1 }, choiceMethod: 'constrained' })).toMatchObject({
      method: 'constrained',
      decided: { label: 'B' },
    })
    expect(answer({ choices: { C: -1 } }).decided).toEqual({ kind: 'unreadable', rule: 'no-label' })
  })

  it('takes white space alone, or no output, for nothing written', () => {
    expect(answer({ ...said(' \n'), choices: { A: -1 } })).not.toHaveProperty('written')
    expect(answer({ choices: { A: -1 } })).not.toHaveProperty('written')
    const message = { output: { message: '{"content": "B"}', stopReason: 'stop' as const } }
    expect(answer({ ...message, choices: { A: -1 } }).written).toEqual(chosen('B', 'letter'))
  })

  it('passes over probabilities of a sample that was made by generation', () => {
    expect(answer({ ...said('A'), choices: { B: -1 }, choiceMethod: 'generation' })).toEqual({
      method: 'generation',
      decided: chosen('A', 'letter'),
      lenient: chosen('A', 'letter'),
    })
  })

  it('tells why there is no text', () => {
    expect(answer({}).decided).toEqual({ kind: 'unreadable', rule: 'no-output' })
    expect(answer({ output: { text: '', stopReason: 'refused' } })).toMatchObject({
      decided: { kind: 'abstained', rule: 'refused' },
      lenient: { kind: 'abstained', rule: 'refused' },
    })
  })
})

describe('choiceOutcome', () => {
  const outcome = (more: Partial<StoredSample>, gold: string) => choiceOutcome(answer(more), gold)

  it('holds a text against the right label', () => {
    expect(outcome(said('The answer is B.'), 'B')).toEqual({
      method: 'generation',
      gold: 'B',
      kind: 'unreadable',
      rule: 'no-label',
      right: 0,
      lenientRight: 1,
    })
    expect(outcome(said('A'), 'A')).toMatchObject({ label: 'A', right: 1, lenientRight: 1 })
    expect(outcome(said('A'), 'B')).toMatchObject({ label: 'A', right: 0, lenientRight: 0 })
  })

  it('holds probabilities against it, and the text apart', () => {
    const found = outcome({ ...said('A'), choices: { A: Math.log(0.2), B: Math.log(0.6) } }, 'B')
    expect(found).toMatchObject({ label: 'B', right: 1, lenientRight: 1, writtenRight: 0 })
    expect(found.goldShare).toBeCloseTo(0.75, 12)
    expect(found.labelMass).toBeCloseTo(0.8, 12)
    expect(outcome({ choices: { A: -1 } }, 'B')).toMatchObject({ right: 0, goldShare: 0 })
    expect(outcome({ choices: { C: -1 } }, 'B')).not.toHaveProperty('goldShare')
    expect(outcome({ choices: { A: -1 } }, 'A')).not.toHaveProperty('writtenRight')
  })

  it('gives a tie the chance to be right, and no label', () => {
    const tie = outcome({ choices: { A: -1, B: -1 } }, 'B')
    expect(tie).toMatchObject({ kind: 'chosen', rule: 'tie', right: 0.5, lenientRight: 0.5 })
    expect(tie).not.toHaveProperty('label')
    expect(outcome({ choices: { A: -1, B: -1 } }, 'C').right).toBe(0)
  })
})

describe('OutcomeShelf', () => {
  const base = {
    method: 'generation',
    gold: 'AA',
    kind: 'chosen',
    rule: 'letter',
    label: 'BB',
    option: 1,
    right: 0,
    lenientRight: 0,
  } as const
  const others = [
    { ...base, gold: 'AC' },
    { ...base, label: 'BC' },
    { ...base, option: 2 },
    { ...base, kind: 'unreadable' },
    { ...base, rule: 'stated' },
    { ...base, method: 'constrained' },
    { ...base, right: 1 },
    { ...base, lenientRight: 1 },
    { ...base, writtenRight: 1 },
  ] as const

  it('keeps what is alike once, and what differs in anything apart', () => {
    const shelf = new OutcomeShelf()
    const all = [base, ...others]
    const kept = all.map((one) => shelf.keep(one))
    expect(kept).toEqual(all)
    expect(new Set(kept).size).toBe(all.length)
    for (const [place, one] of all.entries()) expect(shelf.keep({ ...one })).toBe(kept[place])
  })

  it('keeps outcomes without a label, and passes on those with probabilities', () => {
    const shelf = new OutcomeShelf()
    const { label: _label, option: _option, ...bare } = base
    const kept = shelf.keep(bare)
    expect(shelf.keep({ ...bare })).toBe(kept)
    expect(shelf.keep(base)).not.toBe(kept)
    const own = { ...base, goldShare: 0.5 }
    shelf.keep({ ...own })
    expect(shelf.keep(own)).toBe(own)
  })
})

describe('counts of outcomes', () => {
  const outcome = choiceOutcome(answer(said('A')), 'A')
  const cut = choiceOutcome(answer({ output: { text: '', stopReason: 'length' } }), 'A')
  const likeliest = choiceOutcome(answer({ choices: { B: -1 } }), 'A')
  const rows = [outcome, cut, outcome, likeliest, { ...outcome }].map((one, trial) => ({
    item: 0,
    trial,
    variant: trial === 0 ? undefined : `rotation-${trial}`,
    outcome: one,
  }))

  it('count methods and rules, in the order of their names', () => {
    expect(methodCounts(rows)).toEqual({ generation: 4, logprobs: 1 })
    expect(Object.entries(readingCounts(rows))).toEqual([
      ['chosen letter', 3],
      ['chosen likeliest', 1],
      ['unreadable cut', 1],
    ])
    expect(methodCounts([])).toEqual({})
  })

  it('list the answers of an item', () => {
    expect(answersOf(rows.slice(0, 2)).answers).toEqual([
      { trial: 0, gold: 'A', kind: 'chosen', rule: 'letter', label: 'A' },
      { trial: 1, gold: 'A', kind: 'unreadable', rule: 'cut', variant: 'rotation-1' },
    ])
  })
})
