import { describe, expect, it } from 'vitest'
import { spokenText } from './spoken-text.js'

const textOf = (text: string) => spokenText({ text, stopReason: 'stop' })
const messageOf = (message: unknown) => spokenText({ message: JSON.stringify(message), stopReason: 'stop' })
const said = (text: string) => ({ kind: 'text', text })

describe('spokenText', () => {
  it('leaves reasoning and ends of turns out', () => {
    expect(textOf(' A<|im_end|>\n')).toEqual(said('A'))
    expect(textOf('<think>B or C?</think>\n\nC<|eot_id|>')).toEqual(said('C'))
    expect(textOf('perhaps B</think>A')).toEqual(said('A'))
    expect(textOf('<|channel|>analysis<|message|>B?<|end|><|channel|>final<|message|>D<|return|>')).toEqual(
      said('D'),
    )
  })

  it('tells an answer that never came from an empty one', () => {
    expect(textOf('<think>It could be B')).toEqual({ kind: 'none', why: 'reasoning-open' })
    expect(textOf('<think></think>')).toEqual(said(''))
    expect(spokenText({ text: '', stopReason: 'refused' })).toEqual({ kind: 'none', why: 'refused' })
    expect(spokenText({ tokenIds: [5], stopReason: 'stop' })).toEqual({ kind: 'none', why: 'tokens-only' })
  })

  it.each<[string, unknown]>([
    ['chat', { role: 'assistant', content: 'A' }],
    ['chat in parts', { content: [{ type: 'text', text: 'A' }] }],
    [
      'Anthropic',
      {
        content: [
          { type: 'thinking', thinking: 'B?' },
          { type: 'text', text: 'A' },
        ],
      },
    ],
    ['Gemini', { role: 'model', parts: [{ text: 'B?', thought: true }, { text: 'A' }] }],
    [
      'Responses',
      [
        { type: 'reasoning', summary: [{ text: 'B?' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'A' }] },
      ],
    ],
    ['Responses, whole', { output: [{ type: 'message', content: [{ type: 'output_text', text: 'A' }] }] }],
  ])('finds the text in a message of %s', (_api, message) => {
    expect(messageOf(message)).toEqual(said('A'))
  })

  it('takes a refusal for no answer, and calls for silence', () => {
    expect(messageOf({ content: null, refusal: 'I cannot.' })).toEqual({ kind: 'none', why: 'refused' })
    expect(messageOf({ content: [{ type: 'refusal', refusal: 'no' }] })).toEqual({
      kind: 'none',
      why: 'refused',
    })
    expect(messageOf({ content: null, tool_calls: [] })).toEqual(said(''))
    expect(messageOf(5)).toEqual(said(''))
  })
})
