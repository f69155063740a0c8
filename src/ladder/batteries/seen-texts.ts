import { type DistinctExample, distinctExamples } from '../../corpus/distinct-examples.js'
import { type EntityType, findEntities, normalEntity } from '../../corpus/entities.js'
import { foldCase, groundingOf, textOf } from '../../corpus/grounding.js'
import { PromptIndex, type PromptOverlap } from '../../corpus/prompt-overlap.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import { isWithinEdits } from '../reproduction/edit-distance.js'

/** A text that new prompts must not repeat. */
export interface OtherText {
  readonly id: string
  readonly text: string
}

/** A value that an argument had in the corpus. */
export interface SeenValue {
  readonly value: string
  readonly type: EntityType
}

/** Shorter values are one edit away from too many others for the rule to mean anything. */
const LEAST_EDITED = 5
/** Numbers close to each other are spelled alike, and are no misspellings of each other. */
const UNEDITED: ReadonlySet<EntityType> = new Set(['integer', 'number', 'port', 'date'])

/** What training and evaluation hold: their prompts, their texts, and the values that calls copied. */
export class SeenTexts {
  readonly distinct: readonly DistinctExample[]
  readonly #prompts: PromptIndex
  /** Every text once, folded. */
  readonly #texts: string
  readonly #byArgument = new Map<string, SeenValue[]>()
  readonly #byType = new Map<EntityType, Set<string>>()
  readonly #uses = new Map<string, Set<string>>()

  constructor(corpus: ToolCorpus, others: readonly OtherText[]) {
    this.distinct = distinctExamples(corpus)
    this.#prompts = new PromptIndex([
      ...this.distinct.map(({ example }) => ({ id: `corpus ${example.id}`, text: example.prompt })),
      ...others,
    ])
    const texts = new Set<string>()
    for (const { example } of this.distinct) {
      for (const { content } of example.messages) if (content !== undefined) texts.add(content)
      texts.add(example.answer.text)
      for (const { arguments: given } of example.answer.calls) {
        for (const value of Object.values(given)) texts.add(textOf(value))
      }
    }
    for (const { text } of others) texts.add(text)
    this.#texts = foldCase([...texts].join('\n').normalize('NFKC'))
    this.#collect(others)
  }

  #collect(others: readonly OtherText[]): void {
    const known = new Map<string, Set<string>>()
    for (const { example } of this.distinct) {
      for (const { tool, argument, value, type } of groundingOf(example).slots) {
        const key = JSON.stringify([tool, argument])
        const prompts = this.#uses.get(key) ?? new Set()
        this.#uses.set(key, prompts.add(example.prompt))
        const values = known.get(key) ?? new Set()
        known.set(key, values)
        if (!values.has(value)) {
          values.add(value)
          const list = this.#byArgument.get(key)
          if (list === undefined) this.#byArgument.set(key, [{ value, type }])
          else list.push({ value, type })
        }
        this.#note(value, type)
      }
      this.#noteAll(example.prompt)
    }
    for (const { text } of others) this.#noteAll(text)
  }

  #noteAll(text: string): void {
    for (const { value, type } of findEntities(text)) this.#note(value, type)
  }

  #note(value: string, type: EntityType): void {
    const normal = normalEntity(value, type)
    const values = this.#byType.get(type)
    if (values === undefined) this.#byType.set(type, new Set([normal]))
    else values.add(normal)
  }

  /** How a prompt stands to those of training and evaluation. */
  overlap(prompt: string): PromptOverlap {
    return this.#prompts.overlap(prompt)
  }

  /** Whether some text holds it, whatever the case. */
  holds(value: string): boolean {
    return this.#texts.includes(foldCase(value.normalize('NFKC')))
  }

  /** Whether some text holds it, or a value of its type is at most one edit away. */
  isSeen(value: string, type: EntityType): boolean {
    const normal = normalEntity(value, type)
    const values = this.#byType.get(type)
    if (values?.has(normal)) return true
    if (type === 'integer' || type === 'number' || type === 'port') return this.#holdsWord(value)
    if (this.holds(normal)) return true
    if (values === undefined || UNEDITED.has(type) || normal.length < LEAST_EDITED) return false
    for (const other of values) if (isWithinEdits(normal, other, 1)) return true
    return false
  }

  /** Whether some text holds it as a word of its own, whatever the case. */
  holdsWhole(value: string): boolean {
    return this.#holdsWord(foldCase(value.normalize('NFKC')))
  }

  /** A number stands inside longer ones without being them. */
  #holdsWord(value: string): boolean {
    for (let at = this.#texts.indexOf(value); at !== -1; at = this.#texts.indexOf(value, at + 1)) {
      const before = this.#texts[at - 1] ?? ' '
      const after = this.#texts[at + value.length] ?? ' '
      if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true
    }
    return false
  }

  /** Values that an argument copied from prompts, in the order of the corpus. */
  valuesOf(tool: string, argument: string): readonly SeenValue[] {
    return this.#byArgument.get(JSON.stringify([tool, argument])) ?? []
  }

  /** Distinct prompts from which an argument was copied. */
  usesOf(tool: string, argument: string): number {
    return this.#uses.get(JSON.stringify([tool, argument]))?.size ?? 0
  }

  /** Entities of a type that occur, normalised. */
  entitiesOf(type: EntityType): ReadonlySet<string> {
    return this.#byType.get(type) ?? NONE
  }
}

const NONE: ReadonlySet<string> = new Set()
