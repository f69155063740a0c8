import { jaccard, type ShingleSet, ShingleVocabulary, wordsOf } from '../text/shingles.js'

/** A text of a training or test set. */
export interface IdentifiedText {
  readonly id: string
  readonly text: string
}

export interface TestText extends IdentifiedText {
  readonly benchmark: string
}

/** `exact`: the same characters. `normalised`: the same words in order. `near`: Jaccard similarity from the threshold. */
export interface Overlap {
  readonly kind: 'exact' | 'normalised' | 'near'
  /** Of the sets of words, in [0, 1]. */
  readonly similarity: number
  readonly train: IdentifiedText
  readonly test: TestText
}

interface PreparedText extends TestText {
  readonly set: ShingleSet
  /** Its words in order, joined. */
  readonly words: string
}

/** From here on two texts are near-duplicates. */
export const OVERLAP_SIMILARITY = 0.8

/**
 * Finds the test texts that a training text repeats. Exact, not estimated: two sets of words with a Jaccard similarity
 * of at least s share a word among the rarest ⌊(1 − s)·n⌋ + 1 of each, so that only texts which do are compared.
 */
export class TestTexts {
  readonly #vocabulary = new ShingleVocabulary()
  readonly #texts: readonly PreparedText[]
  /** By word id, test texts that have it among their rarest. */
  readonly #holders = new Map<number, number[]>()
  readonly #frequency: readonly number[]
  /** Test texts without any word, e.g. emoji, which only the same characters can repeat. */
  readonly #wordless: readonly number[]

  constructor(tests: Iterable<TestText>) {
    this.#texts = [...tests].map((test) => {
      const words = wordsOf(test.text)
      return { ...test, set: this.#vocabulary.setOf(words), words: words.join(' ') }
    })
    const frequency: number[] = Array.from({ length: this.#vocabulary.size }, () => 0)
    for (const { set } of this.#texts) for (const id of set) frequency[id] = (frequency[id] ?? 0) + 1
    this.#frequency = frequency
    this.#wordless = this.#texts.flatMap(({ set }, at) => (set.length === 0 ? [at] : []))
    for (const [at, { set }] of this.#texts.entries()) {
      for (const id of this.#rarest(set)) {
        const holders = this.#holders.get(id)
        if (holders === undefined) this.#holders.set(id, [at])
        else holders.push(at)
      }
    }
  }

  get size(): number {
    return this.#texts.length
  }

  /** The test texts that this text repeats, in their order. */
  overlaps(train: IdentifiedText): readonly Overlap[] {
    const words = wordsOf(train.text)
    if (words.length === 0) return this.#sameCharacters(train)
    const set = this.#vocabulary.setOf(words)
    const candidates = new Set<number>()
    for (const id of this.#rarest(set)) for (const at of this.#holders.get(id) ?? []) candidates.add(at)
    const joined = words.join(' ')
    const found: Overlap[] = []
    for (const at of [...candidates].sort((a, b) => a - b)) {
      const test = this.#texts[at] as PreparedText // holders are places in the list
      const similarity = jaccard(set, test.set)
      if (similarity < OVERLAP_SIMILARITY) continue
      const kind = test.text === train.text ? 'exact' : test.words === joined ? 'normalised' : 'near'
      const { benchmark, id, text } = test
      found.push({ kind, similarity, train, test: { benchmark, id, text } })
    }
    return found
  }

  #sameCharacters(train: IdentifiedText): readonly Overlap[] {
    return this.#wordless.flatMap((at): Overlap[] => {
      const { benchmark, id, text } = this.#texts[at] as TestText // places in the list
      return text === train.text
        ? [{ kind: 'exact', similarity: 1, train, test: { benchmark, id, text } }]
        : []
    })
  }

  /** Words that no test text holds are the rarest of all; equally rare ones stand by id, the same for both sides. */
  #rarest(set: ShingleSet): readonly number[] {
    const count = Math.floor((1 - OVERLAP_SIMILARITY) * set.length + 1e-9) + 1
    return [...set]
      .sort((a, b) => (this.#frequency[a] ?? 0) - (this.#frequency[b] ?? 0) || a - b)
      .slice(0, count)
  }
}
