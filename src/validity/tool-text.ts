import type { Tool } from '../catalog/tool.js'
import { joinedText, type TextRecipe } from '../retrieval/text-recipe.js'
import { type ShingleSet, ShingleVocabulary, wordsOf } from '../text/shingles.js'
import { openCamelCase, tokenizers } from '../text/tokenize.js'

/** The words of tools without those that every text has, as sets that can be compared. Each tool is read once. */
export class ToolWordSets {
  readonly #vocabulary = new ShingleVocabulary()
  readonly #sets = new Map<Tool, ShingleSet>()
  readonly #isContent = new Map<string, boolean>()

  /** Words of service description, title or endpoint (of a tool without either, its name) and description. */
  of(tool: Tool): ShingleSet {
    const known = this.#sets.get(tool)
    if (known !== undefined) return known
    const labels = [tool.title, tool.endpoint].filter((label) => label !== undefined)
    const texts = [
      ...(labels.length > 0 ? labels : [openCamelCase(tool.name)]),
      tool.serviceDescription,
      tool.description,
    ]
    const words = texts.flatMap((text) => wordsOf(text ?? '')).filter((word) => this.#says(word))
    const set = this.#vocabulary.setOf(words)
    this.#sets.set(tool, set)
    return set
  }

  /** English stop words say nothing; words of other scripts always count. */
  #says(word: string): boolean {
    const known = this.#isContent.get(word)
    if (known !== undefined) return known
    const says = !/^[a-z0-9]+$/.test(word) || tokenizers.t3.tokens(word).length > 0
    this.#isContent.set(word, says)
    return says
  }
}

/** The words of a title with camelCase opened, joined: what tells two titles apart. */
export function titleKey(title: string): string {
  return foldedWords(openCamelCase(title)).join(' ')
}

/** NFKC, accents and what is not ASCII dropped, lower case, runs of letters and digits. */
export function foldedWords(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .normalize('NFKD')
    .replace(/[^\u0000-\u007f]/g, '')
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

/** Everything that a tool says of itself. */
const ALL_TEXTS: TextRecipe = {
  fields: (
    [
      'nameWords',
      'title',
      'service',
      'serviceDescription',
      'endpoint',
      'description',
      'category',
      'parameters',
    ] as const
  ).map((field) => ({ field, weight: 1 })),
  placeholders: 'drop',
}

/** Words of content of all texts of tools, plurals cut, each tool read once. */
export class ToolTerms {
  readonly #terms = new Map<Tool, ReadonlySet<string>>()

  of(tool: Tool): ReadonlySet<string> {
    const known = this.#terms.get(tool) ?? new Set(tokenizers.t3.tokens(joinedText(tool, ALL_TEXTS)))
    this.#terms.set(tool, known)
    return known
  }

  /**
   * Whether the query asks for a tool rather than for another that is like it: it holds a word of the one that the other
   * lacks. "Bundesliga scores" tells the Bundesliga's tool from the Ligue 1's, however alike they are otherwise.
   */
  tellsApart(query: string, { tool, rival }: { readonly tool: Tool; readonly rival: Tool }): boolean {
    const own = this.of(tool)
    const other = this.of(rival)
    return tokenizers.t3.tokens(query).some((word) => own.has(word) && !other.has(word))
  }
}
