import type { Tool } from '../../../catalog/tool.js'
import { wordsOf } from '../../../text/shingles.js'
import { tokenizers } from '../../../text/tokenize.js'
import { cardText } from '../tool-card.js'

/** Share of an option's words that must stand in the text it is said to come from. */
const GROUNDED = 0.5

/** The shown text of a tool, cut into words once. */
export class GroundedText {
  readonly #terms: ReadonlySet<string>
  readonly #words: string

  constructor(text: string) {
    this.#terms = new Set(tokenizers.t3.tokens(text))
    this.#words = ` ${wordsOf(text).join(' ')} `
  }

  static of(tool: Tool): GroundedText {
    return new GroundedText(cardText(tool))
  }

  /** Whether at least half of an option's words, stop words aside, stand in the text; all of them, where there are none but stop words. */
  grounds(option: string): boolean {
    const share = this.share(option)
    return share === undefined ? this.holds(option) : share >= GROUNDED
  }

  /** Whether every word of an option, stop words aside, stands in the text. */
  covers(option: string): boolean {
    const share = this.share(option)
    return share === undefined ? this.holds(option) : share === 1
  }

  /** Whether the words stand in the text one after the other. */
  holds(quote: string): boolean {
    const words = wordsOf(quote).join(' ')
    return words !== '' && this.#words.includes(` ${words} `)
  }

  share(option: string): number | undefined {
    const terms = [...new Set(tokenizers.t3.tokens(option))]
    if (terms.length === 0) return undefined
    return terms.filter((term) => this.#terms.has(term)).length / terms.length
  }
}
