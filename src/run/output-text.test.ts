import { describe, expect, it } from 'vitest'
import { isJsonObject, parseJson } from '../text/json.js'
import { hermes } from '../toolcall/dialects/hermes.js'
import { openai } from '../toolcall/dialects/openai.js'
import { type OutputTextRequest, outputText, type SpokenContent } from './output-text.js'

const read = (said: SpokenContent, more: Partial<OutputTextRequest> = {}) =>
  outputText({
    said,
    stopReason: 'stop',
    where: 'o.jsonl, line 3',
    dialect: hermes,
    vocabulary: undefined,
    ...more,
  })

const messageOf = (text: string): SpokenContent => {
  const reading = parseJson(text, { duplicateKeys: 'last' })
  if (reading.kind === 'fault' || !isJsonObject(reading.value)) throw new Error('no message')
  return { kind: 'message', text, message: reading.value }
}

describe('outputText', () => {
  it('gives a text as it stands, and why it ended', () => {
    expect(read({ kind: 'text', text: ' <tool_call>' }, { stopReason: 'length' })).toEqual({
      text: ' <tool_call>',
      stopReason: 'length',
    })
  })

  it('gives a message to an API dialect as it was written, doubled keys and spelling included', () => {
    const text = '{"role": "assistant", "content": null, "content": "hi", "n": 5.0}'
    expect(read(messageOf(text), { dialect: openai })).toEqual({ text, stopReason: 'stop' })
  })

  it('gives the content of a message to a dialect of texts, and the whole where there is none', () => {
    expect(read(messageOf('{"role": "assistant", "content": "hi"}')).text).toBe('hi')
    for (const content of ['null', '["hi"]', '{"text": "hi"}', '5']) {
      const text = `{"content": ${content}}`
      expect(read(messageOf(text)).text).toBe(text)
    }
    expect(read({ kind: 'message', text: '[{"type": "text"}]', message: [{ type: 'text' }] }).text).toBe(
      '[{"type": "text"}]',
    )
  })

  it('refuses a message whose calls a server took out of the text, which would read as silence', () => {
    const message = messageOf(
      '{"content": null, "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}',
    )
    expect(() => read(message)).toThrow(/o\.jsonl, line 3[^]*--dialect openai/)
    expect(read(messageOf('{"content": "hi", "tool_calls": []}')).text).toBe('hi')
    expect(read(message, { dialect: openai }).text).toContain('tool_calls')
  })

  it('reads token ids with the vocabulary, and keeps what is a token of its own', () => {
    const vocabulary = {
      encoding: 'plain' as const,
      pieces: ['<tool_', 'call>', '<tool_call>'],
      added: new Set([2]),
    }
    const typed = read({ kind: 'tokens', tokenIds: [0, 1] }, { vocabulary })
    const token = read({ kind: 'tokens', tokenIds: [2] }, { vocabulary, stopReason: 'length' })
    expect(typed.text).toBe('<tool_call>')
    expect(token).toMatchObject({ text: '<tool_call>', stopReason: 'length' })
    expect(typed.isGenuine?.(0, '<tool_call>')).toBe(false)
    expect(token.isGenuine?.(0, '<tool_call>')).toBe(true)
    expect(() => read({ kind: 'tokens', tokenIds: [9] }, { vocabulary })).toThrow(/o\.jsonl, line 3, token 1/)
  })

  it('asks for the vocabulary that is missing, naming the line', () => {
    expect(() => read({ kind: 'tokens', tokenIds: [1] })).toThrow(/o\.jsonl, line 3[^]*--vocabulary/)
  })
})
