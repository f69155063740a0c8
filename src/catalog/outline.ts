import type { Files } from '../ports.js'

/** Characters that stay of a text within the JSON: names and keywords are shorter. */
const MAX_TEXT_BYTES = 512
/** Of the outline, and of the file that is read for it, as far as any document is read. */
const MAX_OUTLINE_BYTES = 4 * 1024 * 1024
const MAX_READ_BYTES = 256 * 1024 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * The beginning of a JSON file with its long texts cut short, so that what the file is shows even where one description
 * is longer than any head. Undefined for what does not begin like JSON. Never throws for what stands in the file.
 */
export async function outlineOf(path: string, files: Pick<Files, 'stream'>): Promise<string | undefined> {
  const outline = new Outline()
  let readBytes = 0
  for await (const piece of files.stream(path)) {
    if (readBytes === 0 && !/^\uFEFF?\s*[{[]/.test(new TextDecoder().decode(piece.subarray(0, 1024)))) {
      return undefined
    }
    readBytes += piece.length
    if (!outline.add(piece) || readBytes >= MAX_READ_BYTES) break
  }
  return readBytes === 0 ? undefined : outline.text
}

class Outline {
  readonly #bytes = new Uint8Array(MAX_OUTLINE_BYTES)
  #length = 0
  /** Bytes of the present text; −1 outside of one. */
  #inText = -1
  #isCut = false
  /** Bytes since the last backslash, for an escape is not cut in two. */
  #sinceBackslash = 8
  #isEscaped = false

  /** @returns whether there is room for more. */
  add(piece: Uint8Array): boolean {
    for (const byte of piece) {
      if (this.#length === MAX_OUTLINE_BYTES) return false
      this.#take(byte)
    }
    return true
  }

  get text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#length))
  }

  #take(byte: number): void {
    if (this.#inText === -1) {
      if (byte === QUOTE) this.#inText = 0
      this.#keep(byte)
      return
    }
    if (byte === QUOTE && !this.#isEscaped) {
      this.#inText = -1
      this.#isCut = false
      this.#keep(byte)
      return
    }
    this.#inText++
    // `\uXXXX` is the longest escape.
    if (this.#inText > MAX_TEXT_BYTES && byte !== BACKSLASH && this.#sinceBackslash > 5) this.#isCut = true
    this.#isEscaped = byte === BACKSLASH && !this.#isEscaped
    this.#sinceBackslash = this.#isEscaped ? 0 : this.#sinceBackslash + 1
    if (!this.#isCut) this.#keep(byte)
  }

  #keep(byte: number): void {
    this.#bytes[this.#length++] = byte
  }
}
