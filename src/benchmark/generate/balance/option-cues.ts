import { tokenizers } from '../../../text/tokenize.js'

/** A question with all its options. */
export interface ShownOptions {
  readonly question: string
  readonly answer: string
  readonly distractors: readonly string[]
}

/** Reads cues of options; each text is cut into words once. */
export class CueReader {
  readonly #words = new Map<string, ReadonlySet<string>>()
  readonly #content = new Map<string, ReadonlySet<string>>()

  /**
   * By how much more often than by chance the answer is hit by rules that see no tool: one rule for each text and each
   * word (an option that holds it, any of several), and one for the words shared with the question. Summed over a set, a
   * value far from 0 is a cue.
   */
  cuesOf({ question, answer, distractors }: ShownOptions): ReadonlyMap<string, number> {
    const cues = new Map<string, number>()
    const options = [answer, ...distractors]
    const chance = 1 / options.length
    for (const [at, option] of options.entries()) cues.set(`text ${option}`, at === 0 ? 1 - chance : -chance)
    const words = options.map((option) => this.#wordsOf(option))
    const holders = new Map<string, number>()
    for (const own of words) for (const word of own) holders.set(word, (holders.get(word) ?? 0) + 1)
    for (const [word, count] of holders) {
      const right = words[0]?.has(word) === true ? 1 / count : 0
      if (count < options.length) cues.set(`word ${word}`, right - chance)
    }
    const asked = this.#contentOf(question)
    const shared = options.map((option) => {
      let count = 0
      for (const word of this.#contentOf(option)) if (asked.has(word)) count++
      return count
    })
    const most = Math.max(...shared)
    const ties = shared.filter((count) => count === most).length
    if (ties < options.length) cues.set('overlap', (shared[0] === most ? 1 / ties : 0) - chance)
    return cues
  }

  #wordsOf(text: string): ReadonlySet<string> {
    return remembered(this.#words, text, () => tokenizers.t1.tokens(text))
  }

  #contentOf(text: string): ReadonlySet<string> {
    return remembered(this.#content, text, () => tokenizers.t3.tokens(text))
  }
}

function remembered(
  known: Map<string, ReadonlySet<string>>,
  text: string,
  tokens: () => readonly string[],
): ReadonlySet<string> {
  const found = known.get(text)
  if (found !== undefined) return found
  const words = new Set(tokens())
  known.set(text, words)
  return words
}
