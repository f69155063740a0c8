import { cutText } from '../text/normalize.js'

/** A text that may lose characters so that the rest of a record fits. */
export interface ShrinkableText {
  /** Characters of its longest field: `within` this much leaves it whole. */
  readonly longest: number
  /** The text with every field cut to that many characters, the longest first, so that short ones stay whole. */
  within(fieldLength: number): string
}

/** A text of one field. */
export function shrinkable(text: string): ShrinkableText {
  return { longest: text.length, within: (length) => cutAtWord(text, length) }
}

/** Characters given up at most to end at a word instead of inside one. */
const WORD_SLACK = 24

/** The first `length` code units at most, ending at white space where there is some near. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = cutText(text, length)
  const space = cut.search(/\s\S*$/u)
  return space > 0 && cut.length - space <= WORD_SLACK ? cut.slice(0, space) : cut
}
