import { mayHoldInvisible } from '../../../text/invisible.js'
import type { JsonValue } from '../../../text/json.js'

/**
 * Names that a question may quote: letters, digits and the marks that real parameters have, up to 60 characters. What
 * is longer, holds spaces, markup, quotes or invisible characters is never quoted: nothing of a stranger's goes into a
 * question but such a word.
 */
export function isShownName(name: string): boolean {
  return NAME.test(name) && !mayHoldInvisible(name) && name.normalize('NFKC') === name
}

/** Of names and values that a catalog calls its members. */
const NAME = /^[\p{L}\p{N}_$@][\p{L}\p{N}_$@.:/+-]{0,58}[\p{L}\p{N}_$]?(?:\[\])?$/u

/** A value as a question quotes it, of at most 40 characters and four words; undefined where it cannot be. */
export function shownValue(value: JsonValue): string | undefined {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && isShownWords(value) ? value : undefined
}

function isShownWords(text: string): boolean {
  if (text.length > 40) return false
  const words = text.split(' ')
  return words.length <= 4 && words.every(isShownName)
}

const COUNTS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A small number as a word, for options whose lengths differ; undefined above twelve. */
export function countWord(count: number): string | undefined {
  return COUNTS[count]
}
