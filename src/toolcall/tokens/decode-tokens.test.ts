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

  it('spells bytes as the vocabulary does', () => {
    const spelled = (encoding: Vocabulary['encoding'], ...pieces: readonly string[]): string =>
      decodeTokens(
        pieces.map((_, id) => id),
        { encoding, pieces, added: new Set() },
      ).text
    expect(spelled('plain', '▁a', 'Ġ', '<0x41>')).toBe('▁aĠ<0x41>')
    expect(spelled('sentencepiece', '▁a▁', '<0xC3>', '<0xb1>', 'Ġ', '<0xZZ>', ' <0x41>')).toBe(
      ' a ñĠ<0xZZ> <0x41>',
    )
    expect(spelled('sentencepiece', '<0xC3>', 'a', '<0x41>x')).toBe('\ufffda<0x41>x')
    expect(spelled('byte-level', 'aĠ', 'Ã', '±', '€', 'Ċ')).toBe('a ñ€\n')
    expect(spelled('byte-level', 'ï»¿', 'a')).toBe('\ufeffa')
  })

  it('gives every byte back, whatever its spelling', () => {
    const every = Array.from({ length: 256 }, (_, byte) => byte)
    expect(decodeTokens(every.slice(0, 128), vocabulary).text).toBe(
      String.fromCharCode(...every.slice(0, 128)),
    )
    for (let byte = 128; byte < 192; byte++)
      expect(decodeTokens([0xc3, byte], vocabulary).text).toBe(String.fromCharCode(byte + 64))
    for (let byte = 192; byte < 256; byte++)
      expect(decodeTokens([byte, 0x41], vocabulary).text).toBe('\ufffdA')
  })

  it('knows where a marker is a token of its own, and where it was typed', () => {
    const { text, isGenuine } = decodeTokens([...ids('<tool_call>'), 256, 257], vocabulary)
    expect(text).toBe('<tool_call><tool_call></tool_call>')
    expect([0, 11, 22].map((at) => isGenuine(at, '<tool_call>'))).toEqual([false, true, false])
    expect([11, 22].map((at) => isGenuine(at, '</tool_call>'))).toEqual([false, true])
    expect(isGenuine(0, '<other>')).toBe(true)
  })

  it('names an id that the vocabulary lacks, and what to do', () => {
    expect(() => decodeTokens([999], vocabulary)).toThrow(
      'The vocabulary has no token 999; its ids end at 257.\n  where: the output, token 1\n  fix:   Name the vocabulary of the model that wrote the output.',
    )
    expect(() => decodeTokens([999], vocabulary)).toThrow(expect.objectContaining({ code: 'token-unknown' }))
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
    ['[1]', 'There is no "model".'],
    ['{}', 'There is no "model".'],
    ['{"model": []}', 'There is no "model".'],
    ['{"model": {}}', 'The model has no "vocab".'],
    ['{"model": {"vocab": 5}}', 'The model has no "vocab".'],
    ['{"model": {"vocab": {"a": "b"}}}', 'A piece has no proper id or text.'],
    ['{"model": {"vocab": {"a": -1}}}', 'A piece has no proper id or text.'],
    ['{"model": {"vocab": {"a": 0.5}}}', 'A piece has no proper id or text.'],
    ['{"model": {"vocab": {"a": 10000001}}}', 'A piece has no proper id or text.'],
    ['{"model": {"vocab": [5]}}', 'A piece has no proper id or text.'],
    ['{"model": {"vocab": [[5, 0]]}}', 'A piece has no proper id or text.'],
    ['{"model": {"vocab": {}}, "added_tokens": ["<x>"]}', 'An added token is no object.'],
    ['{"model": {"vocab": {}}, "added_tokens": [{"id": 1}]}', 'A piece has no proper id or text.'],
    ['{"model": {"vocab": {}}, "added_tokens": [{"content": "<x>"}]}', 'A piece has no proper id or text.'],
  ])('refuses %s: %s', (text, what) => {
    expect(() => read(text)).toThrow(
      `This is not the vocabulary of a tokenizer. ${what}\n  where: tokenizer.json\n  fix:   Name the tokenizer.json of the model, or its GGUF file.`,
    )
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'vocabulary-invalid' }))
  })

  it('takes ids with holes up to the largest, and a list of bare pieces', () => {
    const far = read('{"model": {"vocab": {"a": 10000000, "b": 0}}, "added_tokens": 5}')
    expect([far.pieces[0], far.pieces[1], far.pieces[10_000_000], far.pieces.length]).toEqual([
      'b',
      undefined,
      'a',
      10_000_001,
    ])
    expect(far.added.size).toBe(0)
    expect(read('{"model": {"vocab": ["a", "b"]}}').pieces).toEqual(['a', 'b'])
  })

  it.each([
    ['"decoder": {"type": "ByteLevel"}', 'byte-level'],
    ['"pre_tokenizer": {"type": "ByteLevel"}', 'byte-level'],
    [
      '"pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Split"}, {"type": "ByteLevel"}]}',
      'byte-level',
    ],
    ['"decoder": {"type": "Metaspace"}', 'sentencepiece'],
    ['"decoder": {"type": "ByteFallback"}', 'sentencepiece'],
    ['"pre_tokenizer": {"type": "Metaspace"}', 'sentencepiece'],
    [
      '"decoder": {"type": "Sequence", "decoders": [5, {"type": "Metaspace"}, {"type": "ByteLevel"}]}',
      'byte-level',
    ],
    ['"decoder": {"type": "WordPiece", "decoders": 5}', 'plain'],
    ['"decoder": null', 'plain'],
  ])('with %s it is %s', (part, encoding) => {
    expect(read(`{"model": {"vocab": {}}, ${part}}`).encoding).toBe(encoding)
  })

  it('reads those of GGUF files', () => {
    const gguf = vocabularyOfGguf({ model: 'gpt2', pieces: ['a', 'Ġ', '<x>'], kinds: [1, 1, 3] })
    expect(decodeTokens([0, 1, 2], gguf)).toMatchObject({ text: 'a <x>' })
    expect(gguf.added).toEqual(new Set([2]))
    const kinds = [0, 1, 2, 3, 4, 5, 6]
    expect(vocabularyOfGguf({ model: undefined, pieces: [], kinds })).toEqual({
      encoding: 'sentencepiece',
      pieces: [],
      added: new Set([3, 4]),
    })
    expect(vocabularyOfGguf({ model: 'llama', pieces: ['▁a'], kinds: [1] }).encoding).toBe('sentencepiece')
  })
})
