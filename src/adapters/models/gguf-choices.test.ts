import { describe, expect, it } from 'vitest'
import type { ChatRequest, ChoiceSpellings } from '../../subject/request.js'
import { likeliestSpelling, spellingsOf, type WeighedSpelling } from './gguf-choices.js'

const chat = (texts: ChoiceSpellings['texts'], tokens: ChoiceSpellings['tokens'] = 'one'): ChatRequest => ({
  kind: 'chat',
  messages: [],
  tools: [],
  settings: {},
  choices: Object.keys(texts),
  spellings: { texts, tokens },
})
const both = { A: ['A', ' A'], B: ['B', ' B'] }
/** A byte a token. */
const bytes = (text: string): readonly number[] => [...new TextEncoder().encode(text)]
const ids = (request: ChatRequest, idsOf: (text: string) => readonly number[]): readonly unknown[] =>
  spellingsOf(request, idsOf, 'here').map(({ label, text }) => [label, text])

describe('spellingsOf', () => {
  it('keeps the spellings that are one token', () => {
    expect(ids(chat(both), bytes)).toEqual([
      ['A', 'A'],
      ['B', 'B'],
    ])
    expect(ids(chat(both, 'any'), bytes)).toHaveLength(4)
  })
  it('counts spellings with the same ids once', () => {
    expect(ids(chat(both), (text) => bytes(text.trim()))).toEqual([
      ['A', 'A'],
      ['B', 'B'],
    ])
  })
  it('refuses a label that the tokenizer splits, drops or takes for another', () => {
    expect(() => ids(chat({ A: ['AA'], B: ['B'] }), bytes)).toThrow(/"A" is 2 tokens/)
    expect(() => ids(chat(both), () => [])).toThrow(/leaves nothing/)
    expect(() => ids(chat(both), () => [0])).toThrow(/"A" and "B" are the same tokens/)
  })
})

describe('likeliestSpelling', () => {
  const weighed = (entries: readonly (readonly [string, string, number])[]): readonly WeighedSpelling[] =>
    entries.map(([label, text, logprob]) => ({ label, text, ids: [1], logprob, isKnown: true }))

  it('sums the spellings of a label', () => {
    const best = likeliestSpelling(
      weighed([
        ['A', 'A', Math.log(0.2)],
        ['A', ' A', Math.log(0.25)],
        ['B', 'B', Math.log(0.4)],
      ]),
      chat(both),
      'here',
    )
    expect(best).toMatchObject({ label: 'A', text: ' A' })
  })
  it('takes NaN and a probability of nothing for no measurement', () => {
    expect(() => likeliestSpelling(weighed([['A', 'A', Number.NaN]]), chat(both), 'here')).toThrow(/NaN/)
    const none = weighed([
      ['A', 'A', -103],
      ['B', 'B', -103],
    ]).map((one) => ({ ...one, isKnown: false }))
    expect(() => likeliestSpelling(none, chat(both), 'here')).toThrow(/probability of 0/)
  })
})
