import { isInLanguage, type KnownLanguage, knownLanguages } from '../../benchmark/generate/language.js'
import { wordsOf } from '../../text/shingles.js'
import type { CaseReading } from '../case-reading.js'

/** What was said where no call is right. */
export type SilenceKind =
  /** No call, and an answer that one can use. */
  | 'useful'
  /** Nothing visible. */
  | 'empty'
  | 'short'
  | 'loop'
  | 'other-language'
  /** A call, an attempt at one, or one that was cut. */
  | 'called'

export const silenceKinds: readonly SilenceKind[] = [
  'useful',
  'empty',
  'short',
  'loop',
  'other-language',
  'called',
]

const LEAST_WORDS = 5

/**
 * Judges what was said where no call is right. Useful: no call, at least five words, in the language of the prompt (or of
 * the corpus, where the prompt could be of several), and no loop. An answer that the token limit cut can be useful.
 *
 * @param language of the corpus.
 */
export function silenceOf(reading: CaseReading, language: KnownLanguage): SilenceKind {
  const { outcome } = reading.parsing
  if (outcome === 'empty') return 'empty'
  if (outcome !== 'abstained') return 'called'
  const text = reading.text.slice(0, MAX_LENGTH)
  const words = wordsOf(text)
  if (words.length < LEAST_WORDS) return 'short'
  if (isLoop(words)) return 'loop'
  const prompt = reading.case.messages.at(-1)?.content ?? ''
  return isRightLanguage({ prompt, text, language }) ? 'useful' : 'other-language'
}

const MAX_LENGTH = 20_000

/** From so many words on trigrams tell. */
const LEAST_TRIGRAMS = 7
/** Share of trigrams that must be distinct. */
const LEAST_DISTINCT = 0.5
/** A word so often in a row is a loop whatever stands around it. */
const MOST_IN_A_ROW = 4

/**
 * Whether words go round in circles: fewer than half of their trigrams are distinct, one word stands four times in a row,
 * or one word is more than half of all.
 */
export function isLoop(words: readonly string[]): boolean {
  let row = 1
  const counts = new Map<string, number>()
  for (const [at, word] of words.entries()) {
    row = at > 0 && words[at - 1] === word ? row + 1 : 1
    if (row >= MOST_IN_A_ROW) return true
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  if (words.length >= LEAST_WORDS && Math.max(...counts.values()) > words.length / 2) return true
  const trigrams = words.length - 2
  if (trigrams < LEAST_TRIGRAMS) return false
  const distinct = new Set(words.slice(0, trigrams).map((_, at) => words.slice(at, at + 3).join(' ')))
  return distinct.size < LEAST_DISTINCT * trigrams
}

interface Spoken {
  readonly prompt: string
  readonly text: string
  readonly language: KnownLanguage
}

function isRightLanguage({ prompt, text, language }: Spoken): boolean {
  const possible = knownLanguages.filter((one) => isInLanguage(prompt, one))
  // A prompt in a writing that is not told apart: nothing can be said of its answer.
  if (possible.length === 0) return true
  const wanted = possible.includes(language) ? language : possible[0]
  return wanted !== undefined && isInLanguage(text, wanted)
}
