/** Cuts a text into the terms that lexical retrieval counts. Named and fixed: a change of rule is a new tokenizer. */
export interface Tokenizer {
  readonly id: TokenizerId
  /** Terms in order, with repeats. Takes time linear in the text, whatever it holds. */
  tokens(text: string): readonly string[]
}

export type TokenizerId = 't1' | 't2' | 't3'

/** Lower case; every run of `a-z` and `0-9`. Other scripts leave no term. */
const t1: Tokenizer = {
  id: 't1',
  tokens: (text) => text.toLowerCase().match(WORD) ?? [],
}

/** Lower case; cut at Unicode white space, punctuation stays on. */
const t2: Tokenizer = {
  id: 't2',
  tokens: (text) => text.toLowerCase().match(NOT_SPACE) ?? [],
}

/** camelCase opened, then as T1, without English stop words, plurals cut by Harman's S-stemmer. */
const t3: Tokenizer = {
  id: 't3',
  tokens(text) {
    const terms: string[] = []
    for (const word of openCamelCase(text).toLowerCase().match(WORD) ?? []) {
      if (!STOP_WORDS.has(word)) terms.push(stem(word))
    }
    return terms
  },
}

export const tokenizers: Readonly<Record<TokenizerId, Tokenizer>> = { t1, t2, t3 }

const WORD = /[a-z0-9]+/g
const NOT_SPACE = /\P{White_Space}+/gu

/** A space between a small letter or digit and a capital, and before the last capital of a run that a word follows. */
export function openCamelCase(text: string): string {
  if (!/[A-Z]/.test(text)) return text
  // Zero-width matches: the usual `([A-Z]+)([A-Z][a-z])` takes quadratic time on a long run of capitals.
  return text.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
}

/** Harman, "How effective is suffixing?", 1991: the S-stemmer. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies') && !endsWithAny(word, ['eies', 'aies'])) {
    return `${word.slice(0, -3)}y`
  }
  if (word.length > 3 && word.endsWith('es') && !endsWithAny(word, ['aes', 'ees', 'oes'])) {
    return word.slice(0, -1)
  }
  if (word.length > 3 && word.endsWith('s') && !endsWithAny(word, ['us', 'ss'])) return word.slice(0, -1)
  return word
}

function endsWithAny(word: string, endings: readonly string[]): boolean {
  return endings.some((ending) => word.endsWith(ending))
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all am an and any are as at be because been before being below between both but by can
  could did do does doing down during each few for from further had has have having he her here hers him his how i if
  in into is it its itself just me more most my no nor not now of off on once only or other our out over own same she
  should so some such than that the their them then there these they this those through to too under until up very
  was we were what when where which while who whom why will with would you your`.split(/\s+/),
)
