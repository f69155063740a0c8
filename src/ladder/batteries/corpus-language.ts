import { wordsOf } from '../../text/shingles.js'

/** Languages in which Assay has prompts of its own. */
export type BatteryLanguage = 'en' | 'es'

const MARKS = /[¿¡ñáéíóú]/giu
/** Words that stand in nearly every sentence of one of the two languages and in none of the other. */
const WORDS: Readonly<Record<BatteryLanguage, ReadonlySet<string>>> = {
  en: new Set(
    'the of to in is are what how for with my me you and which who when where show find give tell please can do does this that it on from check'.split(
      ' ',
    ),
  ),
  es: new Set(
    'el la los las de del en es son qué que cómo como para con mi me y cuál cuánto quién dónde muestra busca dame hay está por una un al se'.split(
      ' ',
    ),
  ),
}

/** Prompts that are looked at. */
const SAMPLE = 2000

/**
 * Spanish when more of its function words and letters stand in the texts than English ones; else English, which is also
 * what a corpus of another language gets.
 */
export function corpusLanguage(texts: readonly string[]): {
  readonly language: BatteryLanguage
  /** Neither language is seen in the texts. */
  readonly isGuess: boolean
} {
  let english = 0
  let spanish = 0
  for (const text of texts.slice(0, SAMPLE)) {
    const head = text.slice(0, 2000)
    spanish += head.match(MARKS)?.length ?? 0
    for (const word of wordsOf(head)) {
      if (WORDS.en.has(word)) english++
      if (WORDS.es.has(word)) spanish++
    }
  }
  const least = Math.min(texts.length, SAMPLE) / 4
  return { language: spanish > english ? 'es' : 'en', isGuess: Math.max(spanish, english) < least }
}
