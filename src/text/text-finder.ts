/**
 * Where texts occur in another, asked at rising offsets. The last answer is kept, so that all questions together cost
 * one pass over the text, however often they are asked.
 */
export class TextFinder {
  readonly #text: string
  readonly #needle: string
  readonly #accepts: ((at: number) => boolean) | undefined
  #from = 0
  #found = -2

  /** @param accepts which occurrences count; all by default. */
  constructor(text: string, needle: string, accepts?: (at: number) => boolean) {
    this.#text = text
    this.#needle = needle
    this.#accepts = accepts
  }

  /** First occurrence at `at` or later; the length of the text where there is none. */
  next(at: number): number {
    if (this.#found !== -2 && at >= this.#from && at <= this.#found) return this.#found
    let found = this.#text.indexOf(this.#needle, at)
    while (found !== -1 && this.#accepts?.(found) === false)
      found = this.#text.indexOf(this.#needle, found + 1)
    this.#from = at
    this.#found = found === -1 ? this.#text.length : found
    return this.#found
  }
}
