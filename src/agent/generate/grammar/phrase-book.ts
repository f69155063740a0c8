import { BugError } from '../../../errors.js'
import type { RandomStream } from '../../../numeric/random.js'

/**
 * Wordings by name. In a wording `[a|b|]` chooses one of its parts (the last one here is nothing), choices may stand within
 * choices, and `{name}` is replaced by what the caller gives under that name, or else by a wording of that name.
 */
export type Wordings = Readonly<Record<string, readonly string[]>>

/**
 * Says things in ever other words: of each choice, wherever it stands, the part that was used least comes next, chance
 * deciding between equals. So sixty templates share out all wordings instead of repeating a few.
 */
export class PhraseBook {
  readonly #wordings: Wordings
  readonly #random: RandomStream
  readonly #rules = new Map<string, Choice>()

  constructor(wordings: Wordings, random: RandomStream) {
    this.#wordings = wordings
    this.#random = random
  }

  has(rule: string): boolean {
    return Object.hasOwn(this.#wordings, rule)
  }

  /** @throws {BugError} `grammar-wording` for a name that nobody gives, and for brackets that do not close. */
  say(rule: string, given: Readonly<Record<string, string>> = {}): string {
    return tidy(this.#write(this.#rule(rule), given, 0))
  }

  #rule(name: string): Choice {
    let rule = this.#rules.get(name)
    if (rule === undefined) {
      const wordings = this.has(name) ? this.#wordings[name] : undefined
      if (wordings === undefined) throw unfit(`There is no wording "${name}".`)
      rule = choiceOf(wordings.map(parseWording))
      this.#rules.set(name, rule)
    }
    return rule
  }

  #write(choice: Choice, given: Readonly<Record<string, string>>, depth: number): string {
    if (depth > MAX_DEPTH) throw unfit('Wordings refer to each other without end.')
    const least = Math.min(...choice.uses)
    const rarest = choice.uses.flatMap((uses, at) => (uses === least ? [at] : []))
    const at = rarest[rarest.length === 1 ? 0 : this.#random.below(rarest.length)] ?? 0
    choice.uses[at] = least + 1
    return (choice.options[at] ?? [])
      .map((part) => {
        if (typeof part === 'string') return part
        if ('options' in part) return this.#write(part, given, depth + 1)
        return Object.hasOwn(given, part.name)
          ? (given[part.name] ?? '')
          : this.#write(this.#rule(part.name), given, depth + 1)
      })
      .join('')
  }
}

/** Far above real wordings, which nest four deep. */
const MAX_DEPTH = 32

type Part = string | { readonly name: string } | Choice

interface Choice {
  readonly options: readonly (readonly Part[])[]
  /** How often each was used. */
  readonly uses: number[]
}

function choiceOf(options: readonly (readonly Part[])[]): Choice {
  return { options, uses: options.map(() => 0) }
}

function parseWording(text: string): readonly Part[] {
  const open: { options: Part[][]; parts: Part[] }[] = []
  let parts: Part[] = []
  for (const [token] of text.matchAll(/\{[a-z0-9.-]+\}|[[\]|]|[^[\]|{}]+/gi)) {
    if (token === '[') {
      open.push({ options: [], parts })
      parts = []
    } else if (token === '|' || token === ']') {
      const group = open.at(-1)
      if (group === undefined) throw unfit(`A bracket does not open in "${text}".`)
      group.options.push(parts)
      parts = []
      if (token === ']') {
        open.pop()
        parts = [...group.parts, choiceOf(group.options)]
      }
    } else {
      parts.push(token.startsWith('{') ? { name: token.slice(1, -1) } : token)
    }
  }
  if (open.length > 0) throw unfit(`A bracket does not close in "${text}".`)
  return parts
}

/** One space between words, none before a mark. */
export function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ (?!:\))([,.;:?!])/g, '$1')
    .replace(/([,;:])(?=[,.;:?!])/g, '')
    .trim()
}

/** Capitals where sentences begin. */
export function sentenceCase(text: string): string {
  return text.replace(
    /(^|[.?!] )([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
}

function unfit(what: string): BugError {
  return new BugError({
    code: 'grammar-wording',
    what,
    where: 'the grammar of a pack',
    fix: 'Correct the wording.',
  })
}
