import { describe, expect, it } from 'vitest'
import type { Item } from '../benchmark/item.js'
import { askedTexts, sameQuestion, trainingTexts } from './asked-texts.js'

const call = (messages: readonly object[]): Item => ({
  kind: 'call',
  id: 'c',
  json: { messages: messages as never },
})

describe('askedTexts', () => {
  it('takes the query, the question, and what users say', () => {
    expect(askedTexts({ kind: 'retrieval', id: 'r', query: 'find it', gold: [['a']] })).toEqual(['find it'])
    expect(askedTexts({ kind: 'qa', id: 'q', tool: 'a', question: 'Does it?', answer: 'yes' })).toEqual([
      'Does it?',
    ])
    const said = [
      { role: 'system', content: 'Obey.' },
      { role: 'user', content: 'Book a room.' },
      { role: 'assistant', content: 'Where?' },
      { from: 'human', value: 'In Lima.' },
      { role: 'user', text: 'Now.' },
      { role: 'user', content: 7 },
    ]
    expect(askedTexts(call(said))).toEqual(['Book a room.', 'In Lima.', 'Now.'])
  })
  it('adds the texts of a goal to those of a dialogue', () => {
    const json = { turns: [{ role: 'user', text: 'Hi.' }], goal: { want: 'a room', nights: 2, know: 'Lima' } }
    expect(askedTexts({ kind: 'dialogue', id: 'd', json })).toEqual(['Hi.', 'a room', 'Lima'])
    expect(askedTexts({ kind: 'dialogue', id: 'd', json: { turns: 'none', goal: 'none' } })).toEqual([])
  })
})

describe('sameQuestion', () => {
  const mcq = (answer: string, distractors: readonly string[]): Item => ({
    kind: 'mcq',
    id: 'm',
    tool: 't',
    question: 'What does this tool do?',
    answer,
    distractors,
  })
  const qa = (answer: 'yes' | 'no', pair?: string): Item => ({
    kind: 'qa',
    id: 'q',
    tool: 't',
    question: ' Does it? ',
    answer,
    ...(pair === undefined ? {} : { pair }),
  })
  it('tells questions of other options or another answer apart, whatever their order', () => {
    expect(sameQuestion(mcq('a', ['c', 'b']))).toBe(sameQuestion(mcq('a', ['b', 'c'])))
    expect(sameQuestion(mcq('a', ['b', 'c']))).not.toBe(sameQuestion(mcq('b', ['a', 'c'])))
    expect(sameQuestion(mcq('a', ['b', 'c']))).not.toBe(sameQuestion(mcq('a', ['b', 'd'])))
  })
  it('tells the halves of a pair apart, and nothing else by its answer', () => {
    expect(sameQuestion(qa('yes'))).toBe('Does it?')
    expect(sameQuestion(qa('yes'))).toBe(sameQuestion(qa('no')))
    expect(sameQuestion(qa('yes', 'p'))).not.toBe(sameQuestion(qa('no', 'p')))
  })
  it('keeps the messages of a conversation apart', () => {
    const two = call([
      { role: 'user', content: 'ab' },
      { role: 'user', content: 'c' },
    ])
    const other = call([
      { role: 'user', content: 'a' },
      { role: 'user', content: 'bc' },
    ])
    expect(sameQuestion(two)).toBe('ab\nc')
    expect(sameQuestion(two)).not.toBe(sameQuestion(other))
  })
})

describe('trainingTexts', () => {
  it.each(['messages', 'conversations', 'turns'])('takes what users say in "%s"', (list) => {
    expect(trainingTexts({ [list]: [{ role: 'user', content: 'Hi.' }], text: 'not this' })).toEqual(['Hi.'])
  })
  it.each(['query', 'question', 'prompt', 'instruction', 'input', 'text'])('else takes "%s"', (key) => {
    expect(trainingTexts({ other: 'x', [key]: 'Pay it.' })).toEqual(['Pay it.'])
  })
  it('takes the first that says something, and none of what is no text', () => {
    expect(trainingTexts({ text: 'last', query: '  ', question: 'first', input: 'second' })).toEqual([
      'first',
    ])
    expect(trainingTexts({ query: 7, messages: [{ role: 'assistant', content: 'x' }, 'y'] })).toEqual([])
  })
})
