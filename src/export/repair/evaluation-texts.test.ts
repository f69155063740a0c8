import { describe, expect, it } from 'vitest'
import type { CorpusExample, ToolCorpus } from '../../corpus/tool-corpus.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { EvaluationTexts } from './evaluation-texts.js'

const example = (id: number, prompt: string, order: string): CorpusExample => ({
  id: String(id),
  line: id,
  messages: [{ role: 'user', content: prompt }],
  prompt,
  tools: [],
  answer: { text: order, calls: [{ name: 'track', arguments: { order } }], outcome: 'called' },
})
const examples = [example(1, 'Where is order AB-1200?', 'AB-1200'), example(2, 'Look at 10.0.0.1.', 'x')]
const corpus: ToolCorpus = {
  path: 'c',
  fingerprint: '',
  shape: 'messages',
  dialect: dialects[0] as (typeof dialects)[number], // the list is not empty
  rows: 2,
  examples,
  toolsIn: 'calls',
  notices: [],
}
const ask = (battery: LadderCase['battery'], prompt: string, value?: string): LadderCase => ({
  id: `${battery}/${prompt}`,
  battery,
  messages: [{ role: 'user', content: prompt }],
  tools: [],
  offersTools: false,
  cluster: 'c',
  entities: value === undefined ? [] : [{ tool: 'track', argument: 'order', type: 'free', value }],
  asking: { generates: true, probesOpening: false },
})

describe('EvaluationTexts', () => {
  it('tells why a prompt clashes', () => {
    const sets = [
      { name: 't', texts: [{ id: '1', text: 'Is the one old host up that you named ten.example?' }] },
    ]
    const texts = new EvaluationTexts(corpus, sets, [])
    expect(texts.clashOf('Is the one old host up that you named ten.example?')).toBe('exact')
    expect(texts.clashOf('is the one old host up that you named TEN.example')).toBe('normalised')
    // 9 of 11 words.
    expect(texts.clashOf('Is the one old host up that you named two.example?')).toBe('near')
    expect(texts.clashOf('Tell me of ten[.]example')).toBe('entity')
    expect(texts.clashOf('Tell me of two.example')).toBeUndefined()
  })

  it('lets a ladder ask what the corpus holds, but no evaluation of the user', () => {
    const cases = [
      ask('verbatim', 'Look at 10.0.0.1.'),
      ask('suppression', 'Thanks for AB-1200 and 10.0.0.1.', 'AB-1200'),
    ]
    const texts = new EvaluationTexts(corpus, [], cases)
    expect(examples.map(({ prompt }) => texts.clashOf(prompt))).toEqual([undefined, undefined])
    expect(texts.size).toBe(1)
    const own = new EvaluationTexts(corpus, [], [ask('eval', 'Look at 10.0.0.1.')])
    expect(examples.map(({ prompt }) => own.clashOf(prompt))).toEqual([undefined, 'exact'])
  })

  it('finds values without a form as words of their own', () => {
    const texts = new EvaluationTexts(
      corpus,
      [],
      [ask('unseen', 'State of XY-77?', 'XY-77'), ask('unseen', 'And 48213?', '48213')],
    )
    expect(texts.clashOf('please find xy-77 now')).toBe('entity')
    expect(texts.clashOf('please find xy-778 now')).toBeUndefined()
    expect(texts.clashOf('order 48213!')).toBe('entity')
    expect(texts.clashOf('order 148213!')).toBeUndefined()
  })
})
