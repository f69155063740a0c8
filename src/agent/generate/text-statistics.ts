import type { GeneratedDialogue } from './generate-dialogues.js'

/** What the texts of a set are like; grows with the words that are different, not with the dialogues. */
export class TextStatistics {
  dialogues = 0
  turns = 0
  userTurns = 0
  /** Turns of the user by label; a turn of several counts for each. */
  readonly labels = new Map<string, number>()
  readonly personas = new Map<string, number>()
  /** Of the user's turns. */
  #words = 0
  #pairs = 0
  #longest = 0
  readonly #distinctWords = new Set<string>()
  readonly #distinctPairs = new Set<string>()
  #reusing = 0
  #calls = 0

  add({ dialogue, runs }: GeneratedDialogue): void {
    this.dialogues++
    this.turns += dialogue.turns.length
    const { persona } = dialogue.template.about
    this.personas.set(persona, (this.personas.get(persona) ?? 0) + 1)
    for (const { role, text, label = '' } of dialogue.turns) {
      if (role !== 'user') continue
      this.userTurns++
      for (const one of label.split('+')) this.labels.set(one, (this.labels.get(one) ?? 0) + 1)
      this.#addText(text)
    }
    for (const { execution } of runs) {
      this.#calls += execution.trace.length
      const isReusing = execution.trace.some(({ producers }) =>
        Object.values(producers).some((places) => places.some((place) => typeof place === 'string')),
      )
      if (isReusing) this.#reusing++
    }
  }

  #addText(text: string): void {
    const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? []
    this.#words += words.length
    this.#longest = Math.max(this.#longest, words.length)
    let before: string | undefined
    for (const word of words) {
      this.#distinctWords.add(word)
      if (before !== undefined) {
        this.#pairs++
        this.#distinctPairs.add(`${before} ${word}`)
      }
      before = word
    }
  }

  /**
   * `distinct1` and `distinct2`: different words, and pairs of neighbours, as a share of all that the user says. Both fall
   * as a set grows: compare sets of one size.
   */
  summary(): {
    readonly wordsPerUserTurn: number
    readonly longestUserTurn: number
    readonly distinct1: number
    readonly distinct2: number
    readonly callsPerUserTurn: number
    readonly reusingShare: number
  } {
    const { userTurns } = this
    return {
      wordsPerUserTurn: share(this.#words, userTurns),
      longestUserTurn: this.#longest,
      distinct1: share(this.#distinctWords.size, this.#words),
      distinct2: share(this.#distinctPairs.size, this.#pairs),
      callsPerUserTurn: share(this.#calls, userTurns),
      reusingShare: share(this.#reusing, userTurns),
    }
  }
}

/** To four digits; 0 where there is nothing to share. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}
