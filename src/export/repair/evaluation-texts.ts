import { distinctExamples } from '../../corpus/distinct-examples.js'
import { type EntityType, entityTypeOf, findEntities, normalEntity } from '../../corpus/entities.js'
import { groundingOf } from '../../corpus/grounding.js'
import { PromptIndex } from '../../corpus/prompt-overlap.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import type { OtherText } from '../../ladder/batteries/seen-texts.js'
import type { LadderCase } from '../../ladder/ladder-case.js'

/** Prompts of an evaluation, which training must not hold. */
export interface EvaluationSet {
  readonly name: string
  readonly texts: readonly OtherText[]
}

/** Why a row cannot be trained on. */
export type EvaluationClash = 'exact' | 'normalised' | 'near' | 'entity'

/**
 * What subjects will be examined with. Of a ladder, prompts and entities that it took from the corpus do not count: it
 * knows them for seen ones, and asks them to tell memory from generalisation. Items of the user's own count always.
 */
export class EvaluationTexts {
  /** Distinct texts that count. */
  readonly size: number
  /** Every prompt and every entity, for makers of new values. */
  readonly others: readonly OtherText[]
  readonly #prompts: PromptIndex
  readonly #entities = new Map<EntityType, Set<string>>()
  /** Values without a form, in lower case. */
  readonly #values = new Set<string>()

  constructor(corpus: ToolCorpus, sets: readonly EvaluationSet[], cases: readonly LadderCase[]) {
    const known = new KnownTexts(corpus)
    const texts: OtherText[] = sets.flatMap(({ name, texts: list }) =>
      list.map(({ id, text }) => ({ id: `${name} ${id}`, text })),
    )
    for (const { text } of texts) this.#addEntities(text, undefined)
    const others = [...texts]
    for (const { id, battery, messages, entities } of cases) {
      const isOwn = battery === 'eval'
      for (const { role, content } of messages) {
        if (role !== 'user' || content === undefined) continue
        others.push({ id, text: content })
        this.#addEntities(content, isOwn ? undefined : known)
        if (isOwn || !known.prompts.has(content)) texts.push({ id, text: content })
      }
      for (const { value } of entities) {
        others.push({ id, text: value })
        if (isOwn || !known.values.has(value.toLowerCase())) this.#addValue(value)
      }
    }
    this.size = new Set(texts.map(({ text }) => text)).size
    this.others = others
    this.#prompts = new PromptIndex(texts)
  }

  #addEntities(text: string, known: KnownTexts | undefined): void {
    for (const { type, value } of findEntities(text)) {
      const normal = normalEntity(value, type)
      if (known?.entities.has(`${type} ${normal}`) === true) continue
      this.#addNormal(type, normal)
    }
  }

  #addNormal(type: EntityType, normal: string): void {
    const values = this.#entities.get(type) ?? new Set()
    this.#entities.set(type, values.add(normal))
  }

  #addValue(value: string): void {
    const type = entityTypeOf(value)
    if (type === 'free' || type === 'integer' || type === 'number') this.#values.add(value.toLowerCase())
    else this.#addNormal(type, normalEntity(value, type))
  }

  /** Undefined where the prompt shares neither words nor an entity with an evaluation. */
  clashOf(prompt: string): EvaluationClash | undefined {
    const { kind } = this.#prompts.overlap(prompt)
    if (kind !== 'none') return kind
    const found = findEntities(prompt)
    if (found.some(({ type, value }) => this.#entities.get(type)?.has(normalEntity(value, type)))) {
      return 'entity'
    }
    const folded = prompt.toLowerCase()
    for (const value of this.#values) if (holdsWord(folded, value)) return 'entity'
    return undefined
  }
}

/** What the corpus holds. */
class KnownTexts {
  readonly prompts = new Set<string>()
  /** `<type> <normal>`. */
  readonly entities = new Set<string>()
  /** Values that calls copy, in lower case. */
  readonly values = new Set<string>()

  constructor(corpus: ToolCorpus) {
    for (const { example } of distinctExamples(corpus)) {
      this.prompts.add(example.prompt)
      for (const { type, value } of findEntities(example.prompt)) {
        this.entities.add(`${type} ${normalEntity(value, type)}`)
      }
      for (const { value } of groundingOf(example).slots) this.values.add(value.toLowerCase())
    }
  }
}

/** As a word of its own: a number stands inside longer ones without being them. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + word.length])) return true
  }
  return false
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}
