import { describe, expect, it } from 'vitest'
import { letterSpellings, mcqPrompt, qaPrompt } from './probe-prompts.js'

const labels = { A: 'a parcel', B: 'a letter' }

describe('prompts of probes', () => {
  it('are the same but for the line of the tool', () => {
    const without = mcqPrompt('What comes?', labels, undefined)
    expect(without.content).toBe(
      'What comes?\n\nA. a parcel\nB. a letter\n\nAnswer with one letter and nothing else: A or B.',
    )
    const shown = mcqPrompt('What comes?', labels, { text: '<<Post&&find>>', isTrusted: true })
    expect(shown.content).toBe(`Tool: <<Post&&find>>\n\n${without.content}`)
  })
  it('take every text but a token of the map for a stranger’s', () => {
    expect(mcqPrompt('q', labels, { text: 't', isTrusted: true }).literal).toEqual([
      'q',
      'a parcel',
      'a letter',
    ])
    expect(qaPrompt('q', { text: 'name', isTrusted: false }).literal).toEqual(['name', 'q'])
    expect(qaPrompt('q', undefined)).toEqual({
      content: 'q\n\nAnswer with one word and nothing else: yes or no.',
      literal: ['q'],
    })
  })
  it('weigh a letter with and without a space before it', () => {
    expect(letterSpellings(['A', 'B'])).toEqual({ texts: { A: ['A', ' A'], B: ['B', ' B'] }, tokens: 'one' })
  })
})
