/** How a prompt stands to a set of others. */
export interface PromptOverlap {
  /** `exact`: to the letter. `normalised`: but for case, punctuation and spaces. `near`: Jaccard of 0.8 and more. */
  readonly kind: 'exact' | 'normalised' | 'near' | 'none'
  /** Of the sets of words, of the likest prompt; 0 where none reaches `JACCARD_FLOOR`. */
  readonly jaccard: number
  /** The likest prompt. */
  readonly id?: string
}

/** From here on prompts are near duplicates. */
const NEAR_JACCARD = 0.8
/** Below this no likeness is told. */
export const JACCARD_FLOOR = 0.5

/**
 * A prompt as overlap compares it: NFKC, lower case, `¿?¡!.,;:` deleted, white space collapsed and trimmed.
 */
export function normalPrompt(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[¿?¡!.,;:]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Finds the prompt that is likest to another without comparing all: a prompt that shares a share J of its words must
 * hold one of the other's rarest words, so only those lists are read.
 */
export class PromptIndex {
  readonly #exact = new Map<string, string>()
  readonly #normal = new Map<string, string>()
  readonly #numbers = new Map<string, number>()
  readonly #lists: number[][] = []
  readonly #ids: string[] = []
  /** Numbers of the distinct words of all prompts, ascending within each, one prompt after the other. */
  readonly #words: number[] = []
  /** Where the words of a prompt start, and behind the last where they end. */
  readonly #starts: number[] = [0]
  /** Which query last looked at a prompt. */
  readonly #seen: number[] = []
  #query = 0

  constructor(prompts: readonly { readonly id: string; readonly text: string }[]) {
    for (const { id, text } of prompts) {
      if (this.#exact.has(text)) continue
      this.#exact.set(text, id)
      const normal = normalPrompt(text)
      if (this.#normal.has(normal)) continue
      this.#normal.set(normal, id)
      this.#add(id, normal)
    }
  }

  overlap(text: string): PromptOverlap {
    const exact = this.#exact.get(text)
    if (exact !== undefined) return { kind: 'exact', jaccard: 1, id: exact }
    const normal = normalPrompt(text)
    const same = this.#normal.get(normal)
    if (same !== undefined) return { kind: 'normalised', jaccard: 1, id: same }
    const best = this.#likest(normal)
    if (best === undefined) return { kind: 'none', jaccard: 0 }
    return { kind: best.jaccard >= NEAR_JACCARD ? 'near' : 'none', ...best }
  }

  #add(id: string, normal: string): void {
    const numbers: number[] = []
    for (const word of wordsOf(normal)) {
      let number = this.#numbers.get(word)
      if (number === undefined) {
        number = this.#lists.length
        this.#numbers.set(word, number)
        this.#lists.push([])
      }
      this.#lists[number]?.push(this.#ids.length)
      numbers.push(number)
    }
    for (const number of numbers.sort(ascending)) this.#words.push(number)
    this.#starts.push(this.#words.length)
    this.#ids.push(id)
    this.#seen.push(0)
  }

  #likest(normal: string): { readonly jaccard: number; readonly id: string } | undefined {
    const words = wordsOf(normal)
    const known: number[] = []
    for (const word of words) {
      const number = this.#numbers.get(word)
      if (number !== undefined) known.push(number)
    }
    // |A ∩ B| ≥ J·|A|, so B holds one of any |A| − ⌈J·|A|⌉ + 1 words of A; unknown words are the rarest of all.
    const needed = Math.ceil(JACCARD_FLOOR * words.size - 1e-9)
    const looked = known.length - needed + 1
    if (needed === 0 || looked <= 0) return undefined
    known.sort((left, right) => this.#lengthOf(left) - this.#lengthOf(right))
    const sorted = [...known].sort(ascending)
    this.#query++
    let best = 0
    let likest = -1
    for (const [passed, number] of known.slice(0, looked).entries()) {
      // Who is met here first lacks the words before, so it shares at most the rest.
      const most = known.length - passed
      for (const at of this.#lists[number] ?? []) {
        if (best >= most / words.size) break
        if (this.#seen[at] === this.#query) continue
        this.#seen[at] = this.#query
        const size = this.#sizeOf(at)
        const sharedAtMost = Math.min(most, size)
        if (sharedAtMost / (words.size + size - sharedAtMost) <= best) continue
        const shared = this.#sharedWith(at, sorted)
        const jaccard = shared / (words.size + size - shared)
        if (jaccard < JACCARD_FLOOR || jaccard <= best) continue
        best = jaccard
        likest = at
      }
    }
    const id = this.#ids[likest]
    return id === undefined ? undefined : { jaccard: best, id }
  }

  #sizeOf(at: number): number {
    return (this.#starts[at + 1] ?? 0) - (this.#starts[at] ?? 0)
  }

  /** Words that a prompt shares with an ascending list without repeats. */
  #sharedWith(at: number, sorted: readonly number[]): number {
    const end = this.#starts[at + 1] ?? 0
    let shared = 0
    for (let mine = this.#starts[at] ?? 0, theirs = 0; mine < end && theirs < sorted.length; ) {
      const difference = (this.#words[mine] as number) - (sorted[theirs] as number) // both within their lists
      if (difference === 0) shared++
      if (difference <= 0) mine++
      if (difference >= 0) theirs++
    }
    return shared
  }

  #lengthOf(number: number): number {
    return this.#lists[number]?.length ?? 0
  }
}

function wordsOf(normal: string): ReadonlySet<string> {
  return new Set(normal === '' ? [] : normal.split(' '))
}

function ascending(left: number, right: number): number {
  return left - right
}
