/** White space as Python's `str.strip` and `\s` take it: U+0085 and the separators 1C–1F, but not U+FEFF. */
const SPACE =
  '[\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const EDGES = new RegExp(`^${SPACE}+|${SPACE}+$`, 'g')
const SPACES = new RegExp(`${SPACE}+`)

/** The text without white space at its ends, as Python's `str.strip()`. */
export function stripped(text: string): string {
  return text.replace(EDGES, '')
}

/** The first word, as Python's `text.split()[0]`; empty where there is none. */
export function firstWord(text: string): string {
  return stripped(text).split(SPACES)[0] ?? ''
}

/** The first `count` code points. */
export function firstCodePoints(text: string, count: number): string {
  // Of so many code units all are code points of their own, or more are needed: twice as many always suffice.
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('')
}

export function codePointCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
