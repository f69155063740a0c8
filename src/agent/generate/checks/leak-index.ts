import type { DialogueSplit, GrammarSplits, TemplateTurn } from '../../dialogue-template.js'
import type { CheckFinding } from '../finding.js'
import { placeholdersOf } from '../placeholders.js'

const splitNames = ['train', 'validation', 'test'] as const

interface KnownName {
  readonly words: readonly string[]
  readonly name: string
  readonly split: DialogueSplit
}

/** Finds names that belong to another split, in texts and plans, by whole words to the letter. */
export class LeakIndex {
  readonly #names = new Map<string, KnownName[]>()

  constructor(splits: GrammarSplits) {
    for (const split of splitNames) {
      for (const name of splits[split]) {
        const words = wordsOf(name)
        const [first] = words
        if (first === undefined) continue
        const known = this.#names.get(first)
        if (known === undefined) this.#names.set(first, [{ words, name, split }])
        else known.push({ words, name, split })
      }
    }
  }

  /** Names that stand in more than one split, or whose words stand within a name of another. */
  ambiguous(): readonly CheckFinding[] {
    return [...this.#names.values()].flat().flatMap(({ name, split }) => {
      const others = this.#foreign(name, split)
      return others.map(
        (other): CheckFinding => ({
          check: 'leak',
          what: `"${name}" of ${split} holds "${other.name}", which belongs to ${other.split}.`,
        }),
      )
    })
  }

  /** `placeholder` for those that are left, `leak` for names of another split. */
  check(turns: readonly TemplateTurn[], split: DialogueSplit): readonly CheckFinding[] {
    return turns.flatMap(({ text, plan = '' }, at): readonly CheckFinding[] => {
      const whole = `${text}\n${plan}`
      const left = placeholdersOf(whole).map(
        (name): CheckFinding => ({
          check: 'placeholder',
          what: `<${name}> was not filled.`,
          turn: at + 1,
        }),
      )
      const leaks = this.#foreign(whole, split).map(
        (other): CheckFinding => ({
          check: 'leak',
          what: `"${other.name}" belongs to ${other.split}, not to ${split}.`,
          turn: at + 1,
        }),
      )
      return [...left, ...leaks]
    })
  }

  #foreign(text: string, split: DialogueSplit): readonly KnownName[] {
    const words = wordsOf(text)
    const found = new Set<KnownName>()
    for (const [at, word] of words.entries()) {
      for (const known of this.#names.get(word) ?? []) {
        if (known.split !== split && known.words.every((part, offset) => words[at + offset] === part))
          found.add(known)
      }
    }
    return [...found]
  }
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}
