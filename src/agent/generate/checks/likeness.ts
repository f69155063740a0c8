import type { DialogueTemplate } from '../../dialogue-template.js'
import type { CheckFinding } from '../finding.js'

/** From here on two templates are the same one in other clothes. */
export const LIKENESS_LIMIT = 0.6

/** The words of all turns of a template, each once; a placeholder is a word. */
export function templateWords({ turns }: Pick<DialogueTemplate, 'turns'>): ReadonlySet<string> {
  return new Set(
    turns.flatMap(
      ({ text }) => text.toLowerCase().match(/<[a-z0-9_]+>|[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [],
    ),
  )
}

export interface LikestTemplate {
  readonly id: string
  readonly jaccard: number
}

/** Templates that were taken, and how like them another one is. Words are looked up, so that no two sets are compared. */
export class TakenTemplates {
  readonly #ids: string[] = []
  readonly #sizes: number[] = []
  /** Places of the templates that hold a word. */
  readonly #holders = new Map<string, number[]>()

  /** The likest of those taken, the first of several; undefined where none is. */
  likest(words: ReadonlySet<string>): LikestTemplate | undefined {
    const shared = new Uint32Array(this.#ids.length)
    for (const word of words)
      for (const at of this.#holders.get(word) ?? []) shared[at] = (shared[at] ?? 0) + 1
    let best: LikestTemplate | undefined
    for (const [at, id] of this.#ids.entries()) {
      const both = shared[at] ?? 0
      const all = words.size + (this.#sizes[at] ?? 0) - both
      const jaccard = all === 0 ? 0 : both / all
      if (best === undefined || jaccard > best.jaccard) best = { id, jaccard }
    }
    return best
  }

  take(id: string, words: ReadonlySet<string>): void {
    const at = this.#ids.push(id) - 1
    this.#sizes.push(words.size)
    for (const word of words) {
      const holders = this.#holders.get(word)
      if (holders === undefined) this.#holders.set(word, [at])
      else holders.push(at)
    }
  }
}

/** `likeness`, of all templates of a set, across categories and splits. */
export function checkLikeness(templates: readonly DialogueTemplate[]): readonly CheckFinding[] {
  const findings: CheckFinding[] = []
  const taken = new TakenTemplates()
  for (const template of templates) {
    const words = templateWords(template)
    const likest = taken.likest(words)
    if (likest !== undefined && likest.jaccard >= LIKENESS_LIMIT) {
      findings.push({
        check: 'likeness',
        what: `Templates ${likest.id} and ${template.id} share ${likest.jaccard.toFixed(2)} of their words.`,
      })
    }
    taken.take(template.id, words)
  }
  return findings
}
