import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hostFiles } from '../../src/adapters/files.js'
import { readVocabulary } from '../../src/cli/vocabulary-option.js'
import { hermes } from '../../src/toolcall/dialects/hermes.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { parseOutput } from '../../src/toolcall/parse-output.js'
import { decodeTokens } from '../../src/toolcall/tokens/decode-tokens.js'
import type { Vocabulary } from '../../src/toolcall/tokens/vocabulary.js'
import { toolTable } from '../../src/toolcall/tool-table.js'
import { call, FOLDER, pathOf, plain, tools } from './chat-template-files.js'

/** Token ids of a text: added tokens where they stand, and one token for each other byte. */
function idsOf(text: string, { pieces, added, encoding }: Vocabulary): readonly number[] {
  const special = new Map([...added].map((id) => [pieces[id] ?? '', id]))
  const byPiece = new Map(pieces.map((piece, id) => [piece, id]))
  const bytePiece = (byte: number): string => {
    if (encoding !== 'byte-level') return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`
    return byteCharacters[byte] ?? ''
  }
  const ids: number[] = []
  for (let at = 0; at < text.length; ) {
    const marker = [...special.keys()]
      .filter((known) => known.length > 2 && text.startsWith(known, at))
      .sort((a, b) => b.length - a.length)[0]
    if (marker !== undefined) ids.push(special.get(marker) ?? -1)
    const character = marker ?? String.fromCodePoint(text.codePointAt(at) ?? 0)
    if (marker === undefined) {
      for (const byte of new TextEncoder().encode(character)) ids.push(byPiece.get(bytePiece(byte)) ?? -1)
    }
    at += character.length
  }
  return ids
}

const isPlain = (byte: number): boolean => (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte !== 0xad)
/** GPT-2's characters for bytes. */
const byteCharacters = Array.from({ length: 256 }, (_, byte) => {
  const before = Array.from({ length: byte }, (_unused, lower) => lower).filter(
    (lower) => !isPlain(lower),
  ).length
  return String.fromCharCode(isPlain(byte) ? byte : 0x100 + before)
})

const vocabularies = [
  ['qwen3', 'hermes', '<tool_call>'],
  ['llama3_1', 'llama-python-tag', undefined], // it is Llama 3's, where that token is only reserved
  ['deepseek_v3', 'deepseek-v3', '<｜tool▁calls▁begin｜>'],
  ['gptoss', 'harmony', '<|channel|>'],
  ['gemma3', 'bare-json', undefined],
  ['smollm2', 'hermes', undefined],
] as const

describe.each(vocabularies)('the vocabulary of %s, for %s', (name, id, trigger) => {
  const path = name === 'smollm2' ? pathOf(name) : `${FOLDER}/${name}/tokenizer.json`
  const dialect = dialects.find((known) => known.id === id) ?? hermes
  const calls = [call('get_weather', { city: 'Cusco "ñ" 市 🎉', days: 2 }, 'abc123def')]

  it.skipIf(!existsSync(path))(
    'reads ids as it reads the text, and tells a trigger that was typed',
    async () => {
      const vocabulary = await readVocabulary(path, { files: hostFiles })
      const text = dialect.renderCalls(calls, { tools }) + (dialect.endOfTurn[0] ?? '')
      const ids = idsOf(text, vocabulary)
      expect(ids).not.toContain(-1)
      const decoded = decodeTokens(ids, vocabulary)
      expect(decoded.text).toBe(text)
      const options = { dialect, tools: toolTable(tools) }
      const parsing = parseOutput(decoded, options)
      expect(parsing).toEqual(parseOutput({ text }, options))
      expect(plain(parsing.strict.calls)).toEqual(plain(calls))
      if (trigger === undefined) return
      const typed = decodeTokens(idsOf(text, { ...vocabulary, added: new Set() }), vocabulary)
      expect(typed.text).toBe(text)
      const { outcome, strict } = parseOutput(typed, options)
      expect({ outcome, calls: strict.calls, flags: strict.flags }).toMatchObject({
        outcome: 'attempted',
        calls: [],
        flags: expect.arrayContaining(['pseudo_trigger']),
      })
    },
  )
})
