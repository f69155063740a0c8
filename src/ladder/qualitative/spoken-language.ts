import { wordsOf } from '../../text/shingles.js'

/** Words that are frequent in one language and rare or absent in the others of this list. */
const WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words('the and is of to in that it for with are this you be on not have can what which from they an'),
  es: words('el los las del es en que y un una por con para se está son pero como más su al cuál qué hay'),
  pt: words('o os uma não é em que do da dos das com para por mais como você são ao pelo isso está um'),
  fr: words('le les des est et dans que une pour pas avec sur qui ce il vous sont au aux du être plus'),
  de: words('der die das und ist nicht ein eine zu den mit von auf für im sich dem sind auch es wird'),
  it: words('il lo gli di che è una per con non sono della nel alla più come anche questo del dei e'),
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['el', /\p{Script=Greek}/gu],
]

/** What is looked at of a text. */
const HEAD = 4000
const LEAST_WORDS = 2

/**
 * The language of a text by simple means: the script where it is not Latin (Cyrillic counts as `ru`, Han as `zh`), else the
 * language of which most function words stand in it. `unknown` for texts of a few words, and where two languages tie.
 */
export function spokenLanguage(text: string): string {
  const head = text.slice(0, HEAD)
  const letters = head.match(/\p{L}/gu)?.length ?? 0
  for (const [language, script] of SCRIPTS) {
    if (letters > 0 && (head.match(script)?.length ?? 0) > 0.3 * letters) return language
  }
  const said = wordsOf(head)
  const counts = Object.entries(WORDS)
    .map(([language, known]) => ({ language, count: said.filter((word) => known.has(word)).length }))
    .sort((left, right) => right.count - left.count)
  const [first, second] = counts
  if (first === undefined || first.count < LEAST_WORDS || first.count === second?.count) return 'unknown'
  return first.language
}
