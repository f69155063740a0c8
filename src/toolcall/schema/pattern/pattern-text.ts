/** A pattern being read, by code points. */
export class PatternText {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length
  }

  stands(text: string): boolean {
    return this.#source.startsWith(text, this.#at)
  }

  /** Whether `text` comes next; passes over it. */
  takes(text: string): boolean {
    if (!this.stands(text)) return false
    this.#at += text.length
    return true
  }

  next(): number | undefined {
    const code = this.#source.codePointAt(this.#at)
    if (code !== undefined) this.#at += code > 0xffff ? 2 : 1
    return code
  }

  nextText(): string | undefined {
    const code = this.next()
    return code === undefined ? undefined : String.fromCodePoint(code)
  }

  /** What the first group of a sticky expression captures here; passes over the whole match. */
  match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#source)
    if (found === null) return undefined
    this.#at = sticky.lastIndex
    return found[1]
  }
}
