import { cutText } from '../../text/normalize.js'
import type { CutText } from '../pages/cut-text.js'

/** The beginning of a text, with the length of the whole. */
export function toCutText(text: string, maxLength: number): CutText {
  return { text: cutText(text, maxLength), length: text.length }
}
