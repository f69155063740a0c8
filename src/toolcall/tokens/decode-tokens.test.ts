import { describe, expect, it } from 'vitest'
import { parseJson } from '../../text/json.js'
import { hermes } from '../dialects/hermes.js'
import { parseOutput } from '../parse-output.js'
import { toolTable } from '../tool-table.js'
import { decodeTokens } from './decode-tokens.js'
import { type Vocabulary, vocabularyOfGguf, vocabularyOfTokenizer } from './vocabulary.js'

/** A byte-level vocabulary: one piece a byte, and two tokens of their own. */
function bytesWith(added: readonly string[]): Vocabulary {
  const pieces: string[] = []
  let next = 0x100
  for (let byte = 0; byte < 256; byte++) {
    const isPrintable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
    pieces.push(String.fromCharCode(isPrintable ? byte : next++))
  }
  return {
    encoding: 'byte-level',
    pieces: [...pieces, ...added],
    added: new Set(added.map((_, at) => 256 + at)),
  }
}

const vocabulary = bytesWith(['<tool_call>', '</tool_call>'])
const ids = (text: string): readonly number[] => [...new TextEncoder().encode(text)]
const tools = toolTable([
  { name: 'say', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } },
])
const call = '\n{"name": "say", "arguments": {"text": "mañana 🌊 市场"}}\n'

describe('decodeTokens', () => {
  it('gives the text back, characters spread over several tokens included', () => {
    expect(decodeTokens(ids('ñ 🎉 <tool_call>\n'), vocabulary).text).toBe('ñ 🎉 <tool_call>\n')
    expect(decodeTokens([...ids('🎉').slice(0, 2), 256], vocabulary).text).toBe('�<tool_call>')
  })

  it('reads as the text reads when the markers are tokens', () => {
    const decoded = decodeTokens([256, ...ids(call), 257], vocabulary)
    const fromIds = parseOutput(decoded, { dialect: hermes, tools })
    expect(fromIds).toEqual(
      parseOutput({ text: `<tool_call>${call}</tool_call>` }, { dialect: hermes, tools }),
    )
    expect(fromIds.strict.ok).toBe(true)
  })

  it('opens nothing at a trigger that was typed', () => {
    const decoded = decodeTokens([...ids('<tool_call>'), ...ids(call), 257], vocabulary)
    const { outcome, strict, lenient } = parseOutput(decoded, { dialect: hermes, tools })
    expect({ outcome, level: strict.level, flags: strict.flags }).toEqual({
      outcome: 'attempted',
      level: 'S0',
      flags: ['pseudo_trigger'],
    })
    expect(lenient.calls).toHaveLength(1)
  })

  it('closes nothing with a closer that was typed', () => {
    const decoded = decodeTokens([256, ...ids(`${call}</tool_call>`)], vocabulary)
    expect(parseOutput(decoded, { dialect: hermes, tools }).strict).toMatchObject({ ok: false, level: 'S1' })
  })

  it('knows no typed trigger where the vocabulary has none as a token', () => {
    const decoded = decodeTokens(ids(`<tool_call>${call}</tool_call>`), bytesWith([]))
    expect(parseOutput(decoded, { dialect: hermes, tools }).strict).toMatchObject({ ok: true, flags: [] })
  })

  it('names an id that the vocabulary lacks', () => {
    expect(() => decodeTokens([65, 999], vocabulary, 'ids.jsonl, line 3')).toThrow(
      /no token 999.*257[\s\S]*ids.jsonl, line 3, token 2/,
    )
  })
})

describe('vocabularyOfTokenizer', () => {
  const read = (text: string) => {
    const reading = parseJson(text)
    if (reading.kind === 'fault') throw new Error(reading.fault.reason)
    return vocabularyOfTokenizer(reading.value, 'tokenizer.json')
  }

  it('reads pieces, added tokens and how pieces spell bytes', () => {
    const bpe = read(
      '{"model": {"vocab": {"a": 0, "Ġb": 1}}, "added_tokens": [{"id": 2, "content": "<x>", "special": false}], "decoder": {"type": "ByteLevel"}}',
    )
    expect(decodeTokens([0, 1, 2], bpe).text).toBe('a b<x>')
    const unigram = read(
      '{"model": {"vocab": [["<0xC3>", 0], ["<0xB1>", 0], ["▁hi", -1.5]]}, "decoder": {"type": "Sequence", "decoders": [{"type": "Replace"}, {"type": "ByteFallback"}]}}',
    )
    expect(decodeTokens([0, 1, 2], unigram).text).toBe('ñ hi')
    expect(read('{"model": {"vocab": {"a": 0}}}').encoding).toBe('plain')
  })

  it.each([
    '{}',
    '{"model": {}}',
    '{"model": {"vocab": {"a": "b"}}}',
    '{"model": {"vocab": {"a": -1}}}',
    '[1]',
  ])('refuses %s', (text) => {
    expect(() => read(text)).toThrow(/not the vocabulary/)
  })

  it('reads those of GGUF files', () => {
    const gguf = vocabularyOfGguf({ model: 'gpt2', pieces: ['a', 'Ġ', '<x>'], kinds: [1, 1, 3] })
    expect(decodeTokens([0, 1, 2], gguf)).toMatchObject({ text: 'a <x>' })
    expect(gguf.added).toEqual(new Set([2]))
    expect(vocabularyOfGguf({ model: 'llama', pieces: ['▁a'], kinds: [1] }).encoding).toBe('sentencepiece')
  })
})
