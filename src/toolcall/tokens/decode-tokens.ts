import { InputError } from '../../errors.js'
import type { PieceEncoding, Vocabulary } from './vocabulary.js'

/** A text from token ids, and where its markers are tokens of their own. */
export interface DecodedTokens {
  /** Special tokens kept. */
  readonly text: string
  /**
   * Whether `marker` at offset `at` is a token of its own. A marker that the vocabulary does not have as one is always
   * genuine: the model has no other way to write it.
   */
  readonly isGenuine: (at: number, marker: string) => boolean
}

/**
 * The text of token ids. Bytes that are no UTF-8 become U+FFFD, as when a text is cut inside a character.
 *
 * @param where the file and line of the output, for messages.
 * @throws {InputError} `token-unknown`, naming the position, for an id that no piece has.
 */
export function decodeTokens(
  ids: readonly number[],
  vocabulary: Vocabulary,
  where = 'the output',
): DecodedTokens {
  const { encoding, pieces, added } = vocabulary
  const tokens = new Map<number, string>()
  const markers = addedTexts(vocabulary)
  const bytes = new ByteRun(encoding)
  let text = ''
  for (const [position, id] of ids.entries()) {
    const piece = pieces[id]
    if (piece === undefined) throw unknown(id, pieces.length, `${where}, token ${position + 1}`)
    if (added.has(id)) {
      text += bytes.flush()
      tokens.set(text.length, piece)
      text += piece
    } else bytes.add(piece)
  }
  text += bytes.flush()
  return { text, isGenuine: (at, marker) => !markers.has(marker) || tokens.get(at) === marker }
}

const knownTexts = new WeakMap<Vocabulary, ReadonlySet<string>>()

function addedTexts(vocabulary: Vocabulary): ReadonlySet<string> {
  let texts = knownTexts.get(vocabulary)
  if (texts === undefined) {
    texts = new Set([...vocabulary.added].map((id) => vocabulary.pieces[id] ?? ''))
    knownTexts.set(vocabulary, texts)
  }
  return texts
}

/** Ordinary pieces one behind another: a character may be spread over several. */
class ByteRun {
  readonly #encoding: PieceEncoding
  #pending: number[] = []
  #text = ''

  constructor(encoding: PieceEncoding) {
    this.#encoding = encoding
  }

  add(piece: string): void {
    if (this.#encoding === 'plain') this.#text += piece
    else if (this.#encoding === 'byte-level') this.#addBytes(piece)
    else {
      const byte = /^<0x([0-9A-Fa-f]{2})>$/.exec(piece)?.[1]
      if (byte === undefined) this.#text += this.#decoded() + piece.replaceAll('▁', ' ')
      else this.#pending.push(Number.parseInt(byte, 16))
    }
  }

  #addBytes(piece: string): void {
    for (const character of piece) {
      const byte = BYTES.get(character)
      // A piece outside the table was added by hand; it stands for itself.
      if (byte === undefined) this.#text += this.#decoded() + character
      else this.#pending.push(byte)
    }
  }

  #decoded(): string {
    if (this.#pending.length === 0) return ''
    const text = decoder.decode(Uint8Array.from(this.#pending))
    this.#pending = []
    return text
  }

  flush(): string {
    const text = this.#text + this.#decoded()
    this.#text = ''
    return text
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** GPT-2's table: printable bytes stand for themselves, the others for the characters from U+0100 on, in order. */
const BYTES: ReadonlyMap<string, number> = (() => {
  const table = new Map<string, number>()
  let next = 0x100
  for (let byte = 0; byte < 256; byte++) {
    const isPrintable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
    table.set(String.fromCharCode(isPrintable ? byte : next++), byte)
  }
  return table
})()

function unknown(id: number, size: number, where: string): InputError {
  return new InputError({
    code: 'token-unknown',
    what: `The vocabulary has no token ${id}; its ids end at ${size - 1}.`,
    where,
    fix: 'Name the vocabulary of the model that wrote the output.',
  })
}
