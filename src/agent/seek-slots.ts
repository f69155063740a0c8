import type { SeekLexicon } from './pack.js'

/**
 * The slots that a question names, in the order of the lexicon. Phrases are matched on whole words, whatever their case,
 * longest first; a word that one phrase has used up names nothing else: "departure date" is not also "date".
 *
 * @param language BCP 47; slots without phrases in it are not looked for.
 */
export function slotsNamed(text: string, lexicon: SeekLexicon, language: string): readonly string[] {
  const words = wordsIn(text)
  if (words === '') return []
  let rest = ` ${words} `
  const named = new Set<string>()
  for (const { slot, words: phrase } of phrasesOf(lexicon, language)) {
    if (!rest.includes(phrase)) continue
    named.add(slot)
    // A mark stays, so that the words on either side do not become neighbours.
    rest = rest.replaceAll(phrase, ' | ')
  }
  return lexicon.slots.map(({ slot }) => slot).filter((slot) => named.has(slot))
}

interface SlotPhrase {
  readonly slot: string
  /** With a space at either end. */
  readonly words: string
}

/** Prepared once for a lexicon: agents ask tens of thousands of questions. */
const prepared = new WeakMap<SeekLexicon, Map<string, readonly SlotPhrase[]>>()

function phrasesOf(lexicon: SeekLexicon, language: string): readonly SlotPhrase[] {
  const byLanguage = prepared.get(lexicon) ?? new Map<string, readonly SlotPhrase[]>()
  prepared.set(lexicon, byLanguage)
  let phrases = byLanguage.get(language)
  if (phrases === undefined) {
    phrases = lexicon.slots
      .flatMap(({ slot, phrases: own }) =>
        (own[language] ?? []).map((phrase) => ({ slot, words: ` ${wordsIn(phrase)} ` })),
      )
      .filter(({ words }) => words.trim() !== '')
      .sort((left, right) => right.words.length - left.words.length)
    byLanguage.set(language, phrases)
  }
  return phrases
}

function wordsIn(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}
