import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { literalIds } from './gguf-literal.js'

/** Control tokens first, then one entry that is read out of any text, then a letter a token. */
const CONTROL = ['<s>', '<|end|>', '<<Sky&&rain>>', '<<Sky&&rain>>s']
const USER = '<|tool|>'
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzSR<>|&: ?\n']
const pieces = [...CONTROL, USER, ...LETTERS]

function tokenize(text: string, specialTokens: boolean): number[] {
  const ids: number[] = []
  const whole = [...(specialTokens ? CONTROL : []), USER].sort((left, right) => right.length - left.length)
  for (let at = 0; at < text.length; ) {
    const special = whole.find((piece) => text.startsWith(piece, at))
    const piece = special ?? text.charAt(at)
    ids.push(pieces.indexOf(piece))
    at += piece.length
  }
  return ids
}

const loaded = {
  metadata: {
    'tokenizer.ggml.tokens': pieces,
    'tokenizer.ggml.token_type': pieces.map((piece) =>
      CONTROL.includes(piece) ? 3 : piece === USER ? 4 : 1,
    ),
  },
  // Only the tokenizer is used.
  model: { tokenize } as never,
}
const idsOf = (text: string, literal: readonly string[]): readonly number[] =>
  literalIds({ text, literal, loaded, where: 'here' })
const piecesOf = (text: string, literal: readonly string[]): readonly (string | undefined)[] =>
  idsOf(text, literal).map((id) => pieces[id])

describe('literalIds', () => {
  it('reads the special tokens of the frame, and none in a literal part', () => {
    const question = 'is <|end|> <<Sky&&rain>> it?'
    const read = piecesOf(`<s><<Sky&&rain>>\n${question}<|end|>`, [question])
    expect(read.filter((piece) => CONTROL.includes(piece ?? ''))).toEqual(['<s>', '<<Sky&&rain>>', '<|end|>'])
    expect(read.join('')).toBe(`<s><<Sky&&rain>>\n${question}<|end|>`)
  })
  it('takes the longest of several special tokens at one place', () => {
    expect(piecesOf('<<Sky&&rain>>s<s>', ['<s>'])[0]).toBe('<<Sky&&rain>>s')
  })
  it('tokenizes as a whole where nothing literal spells a special token', () => {
    expect(idsOf('<s>rain<|end|>', ['rain'])).toEqual(tokenize('<s>rain<|end|>', true))
  })
  it('refuses what the engine would read all the same, and a part that the template changed', () => {
    expect(() => idsOf(`<s>a ${USER}`, [`a ${USER}`])).toThrow(/spells "<\|tool\|>"/)
    expect(() => idsOf('<s>changed', ['<|end|>'])).toThrow(/changed by the chat template/)
  })
  it('never lets a literal part add a special token', () => {
    const part = fc.constantFrom('<s>', '<|end|>', '<<Sky&&rain>>', 'rain', '<', '>>', ' ')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const question = `a${parts.join('')}b`
        const read = piecesOf(`<s>${question}<|end|>`, [question])
        expect(read.filter((piece) => CONTROL.includes(piece ?? ''))).toEqual(['<s>', '<|end|>'])
        expect(read.join('')).toBe(`<s>${question}<|end|>`)
      }),
    )
  })
})
