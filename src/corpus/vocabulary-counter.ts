import { type TokenCounter, tokenCounter } from '../text/count-tokens.js'
import type { Vocabulary } from '../toolcall/tokens/vocabulary.js'

/**
 * Counts with a subject's own vocabulary: pieces merge in the order of their ids, as byte-pair vocabularies are
 * numbered, inside words cut as o200k_base cuts them. An estimate: on the documentation of 1,337 real tools it equals
 * Llama 3.2's own tokenizer or exceeds it, misses Gemma 2's by one token at most (4 % more in sum), and lies within 0.2 %
 * of Qwen 3's in sum, but up to 30 % below it for Thai, whose vowel signs Qwen cuts off.
 */
export function vocabularyCounter({ encoding, pieces, added }: Vocabulary, name: string): TokenCounter {
  const ranked = pieces.map((piece, id) => {
    if (piece === undefined || added.has(id)) return undefined
    if (encoding === 'byte-level') return bytesOf(piece)
    if (encoding === 'plain') return piece
    const byte = /^<0x([0-9A-Fa-f]{2})>$/.exec(piece)?.[1]
    return byte === undefined ? piece.replaceAll('▁', ' ') : [Number.parseInt(byte, 16)]
  })
  return tokenCounter(`${name}, words cut as in o200k_base`, ranked)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A piece as text where its bytes are whole UTF-8, else as bytes; undefined for what was added by hand. */
function bytesOf(piece: string): string | readonly number[] | undefined {
  const bytes: number[] = []
  for (const character of piece) {
    const byte = byteOf.get(character)
    if (byte === undefined) return undefined
    bytes.push(byte)
  }
  try {
    return decoder.decode(Uint8Array.from(bytes))
  } catch {
    return bytes
  }
}

/** GPT-2's table: printable bytes stand for themselves, the others for U+0100 upward in order. */
const byteOf: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => byte)
    .filter((byte) => isPrintable(byte))
    .map((byte): [string, number] => [String.fromCharCode(byte), byte])
    .concat(
      Array.from({ length: 256 }, (_, byte) => byte)
        .filter((byte) => !isPrintable(byte))
        .map((byte, at): [string, number] => [String.fromCharCode(256 + at), byte]),
    ),
)

function isPrintable(byte: number): boolean {
  return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
}
