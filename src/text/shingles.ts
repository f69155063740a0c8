/** Sorted, distinct ids of a `ShingleVocabulary`. */
export type ShingleSet = Uint32Array

/** Writing without spaces between words: each of its characters counts as a word. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const WORD = new RegExp(
  `[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])*(?:\\+\\+|#)?`,
  'gu',
)
const ASCII_WORD = /[a-z0-9]+(?:\+\+|#)?/g
const BEYOND_ASCII = /[^\u0000-\u007f]/

/**
 * The words of a text in order: NFKC, lower case, runs of letters and digits; in writing without spaces (Han, Kana,
 * Thai, …) single characters. `++` and `#` belong to the word before them (C++, C#); all else divides words.
 */
export function wordsOf(text: string): readonly string[] {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? []
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? []
}

/** The words of an identifier: as `wordsOf`, and `camelCase`, `HTTPServer` and `v2Users` come apart too. */
export function wordsOfName(name: string): readonly string[] {
  return wordsOf(
    name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'),
  )
}

/** Every run of `size` characters of the words joined by single spaces; a shorter text is one shingle. */
export function characterShingles(text: string, size: number): readonly string[] {
  const characters = [...wordsOf(text).join(' ')]
  if (characters.length === 0) return []
  if (characters.length <= size) return [characters.join('')]
  return characters
    .slice(0, characters.length - size + 1)
    .map((_, at) => characters.slice(at, at + size).join(''))
}

/** Gives every distinct shingle a number, so that sets can be compared exactly and cheaply. */
export class ShingleVocabulary {
  readonly #ids = new Map<string, number>()

  /** How many distinct shingles have been seen. */
  get size(): number {
    return this.#ids.size
  }

  setOf(shingles: Iterable<string>): ShingleSet {
    const ids = new Set<number>()
    for (const shingle of shingles) {
      let id = this.#ids.get(shingle)
      if (id === undefined) {
        id = this.#ids.size
        this.#ids.set(shingle, id)
      }
      ids.add(id)
    }
    return Uint32Array.from(ids).sort()
  }
}

/** The ids that are in either set. */
export function unionOf(left: ShingleSet, right: ShingleSet): ShingleSet {
  const merged = new Uint32Array(left.length + right.length)
  let size = 0
  let at = 0
  let other = 0
  while (at < left.length || other < right.length) {
    const a = left[at] ?? Number.POSITIVE_INFINITY
    const b = right[other] ?? Number.POSITIVE_INFINITY
    if (a <= b) at++
    if (b <= a) other++
    merged[size++] = Math.min(a, b)
  }
  return merged.slice(0, size)
}

/** |A ∩ B| / |A ∪ B|, in [0, 1]. Two empty sets are 0: what says nothing resembles nothing. */
export function jaccard(left: ShingleSet, right: ShingleSet): number {
  let shared = 0
  let at = 0
  let other = 0
  while (at < left.length && other < right.length) {
    const a = left[at] as number // in range
    const b = right[other] as number // in range
    if (a === b) shared++
    if (a <= b) at++
    if (b <= a) other++
  }
  const union = left.length + right.length - shared
  return union === 0 ? 0 : shared / union
}
