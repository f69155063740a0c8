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

  it.each<[string, unknown, unknown]>([
    [
      'texts in parts, each on a line',
      { content: [{ text: 'A' }, { text: 'B' }, { text: 5 }, 'C'] },
      said('A\nB'),
    ],
    ['parts that are no list', { content: { text: 'A' }, parts: 'B' }, said('')],
    [
      'an output in the output',
      { output: [{ content: 'A' }, { type: 'message', content: 'B' }] },
      said('A\nB'),
    ],
    ['an answer beside a call', [{ type: 'function_call', content: 'B' }, { content: 'A' }, 5], said('A')],
    ['a content before an output', { content: 'A', output: [{ content: 'B' }] }, said('A')],
    ['an empty refusal', { content: 'A', refusal: '' }, said('A')],
    ['a refusal that is no text', { content: 'A', refusal: null }, said('A')],
    ['a refusal beside a text', { content: 'A', refusal: 'no' }, { kind: 'none', why: 'refused' }],
    [
      'a refusal in a list',
      [{ content: 'A' }, { content: [{ type: 'refusal' }] }],
      { kind: 'none', why: 'refused' },
    ],
    [
      'a refusal among parts',
      { parts: [{ text: 'A' }, { type: 'refusal' }] },
      { kind: 'none', why: 'refused' },
    ],
    [
      'a thought',
      {
        parts: [
          { text: 'A', thought: true },
          { text: 'B', thought: false },
        ],
      },
      said('B'),
    ],
    ['nothing', null, said('')],
  ])('reads a message with %s', (_what, message, expected) => {
    expect(messageOf(message)).toEqual(expected)
  })

  it('takes a message that is no JSON for silence', () => {
    expect(spokenText({ message: '{"content"', stopReason: 'stop' })).toEqual(said(''))
    expect(spokenText({ message: '{"content": "A", "content": "B"}', stopReason: 'stop' })).toEqual(said('B'))
  })

  it('hears the text where there is a message, too', () => {
    expect(spokenText({ text: 'A', message: '{"content": "B"}', stopReason: 'stop' })).toEqual(said('A'))
  })

  it('hears the last of several final channels, and what follows the last thought', () => {
    const final = '<|channel|>final<|message|>'
    expect(textOf(`${final}A${final}B`)).toEqual(said('B'))
    expect(textOf('<think>a</think>B<think>c</think> D')).toEqual(said('D'))
    expect(textOf('A <think>B')).toEqual(said('A <think>B'))
    expect(textOf('\n <think>B')).toEqual({ kind: 'none', why: 'reasoning-open' })
  })

  it.each(['<|endoftext|>', '<|im_end|>', '</s>'])(
    'leaves %s out, which ends turns of every family',
    (end) => {
      expect(textOf(`A${end}`)).toEqual(said('A'))
    },
  )
})
