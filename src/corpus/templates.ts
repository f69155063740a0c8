import { canonicalJson, emptyObject, type JsonObject } from '../text/json.js'
import { distinctExamples } from './distinct-examples.js'
import { type EntityType, findEntities } from './entities.js'
import { groundingOf, type Slot } from './grounding.js'
import type { CorpusExample, ToolCorpus } from './tool-corpus.js'

export interface TemplateSlot {
  readonly argument: string
  readonly type: EntityType
}

/** A prompt whose copied parts are holes: what one call of one tool is asked for with. */
export interface CorpusTemplate {
  /** `<tool>/<number>`, from 1 in the order of the corpus. */
  readonly id: string
  /** The prompt with `{argument}` where an argument was copied. */
  readonly text: string
  /** The text around the holes: one piece more than there are slots. For filling, where a prompt holds braces of its own. */
  readonly pieces: readonly string[]
  readonly tool: string
  /** In the order of the holes. */
  readonly slots: readonly TemplateSlot[]
  /** Ids of the examples, one for each distinct prompt. */
  readonly examples: readonly string[]
  /** Arguments that are no holes and have one value in all examples. */
  readonly constants: JsonObject
  /** Arguments that are no holes and whose value differs, or is absent, between the examples. */
  readonly varying: readonly string[]
}

/**
 * The templates of a corpus, from distinct examples that answer a user's message with one call. Equal texts with holes
 * of equal types are one template; those whose text still holds an entity are left out, because another value would
 * contradict it.
 */
export function corpusTemplates(corpus: Pick<ToolCorpus, 'examples'>): readonly CorpusTemplate[] {
  const groups = new Map<string, TemplateExample[]>()
  const seen = new Set<string>()
  for (const { example } of distinctExamples(corpus)) {
    const made = templateExample(example)
    if (made === undefined || made.pieces.some((piece) => findEntities(piece).length > 0)) continue
    const key = keyOf(made)
    const known = `${key}\n${example.prompt}`
    if (seen.has(known)) continue
    seen.add(known)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [made])
    else group.push(made)
  }
  const numbers = new Map<string, number>()
  return [...groups.values()].map((group) => {
    const [first] = group as [TemplateExample] // a group is made with its first example
    const number = (numbers.get(first.tool) ?? 0) + 1
    numbers.set(first.tool, number)
    const { constants, varying } = othersOf(group)
    return {
      id: `${first.tool}/${number}`,
      text: textOf(first),
      pieces: first.pieces,
      tool: first.tool,
      slots: first.slots.map(({ argument, type }) => ({ argument, type })),
      examples: group.map(({ example }) => example.id),
      constants,
      varying,
    }
  })
}

interface TemplateExample {
  readonly example: CorpusExample
  readonly tool: string
  readonly pieces: readonly string[]
  readonly slots: readonly Slot[]
  readonly others: JsonObject
}

function templateExample(example: CorpusExample): TemplateExample | undefined {
  const { prompt, answer, messages } = example
  const [call, ...more] = answer.calls
  if (call === undefined || more.length > 0 || messages.at(-1)?.role !== 'user') return undefined
  const { slots } = groundingOf(example)
  if (slots.length === 0) return undefined
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of slots) {
    pieces.push(prompt.slice(at, start))
    at = end
  }
  pieces.push(prompt.slice(at))
  const others = emptyObject()
  for (const [argument, value] of Object.entries(call.arguments)) {
    if (!slots.some((slot) => slot.argument === argument)) others[argument] = value
  }
  return { example, tool: call.name, pieces, slots, others }
}

function textOf({ pieces, slots }: Pick<TemplateExample, 'pieces' | 'slots'>): string {
  return pieces
    .map((piece, index) => piece + (slots[index] === undefined ? '' : `{${slots[index].argument}}`))
    .join('')
}

function keyOf(made: TemplateExample): string {
  const { tool, pieces, slots } = made
  return canonicalJson([tool, pieces, slots.map(({ argument, type }) => `${argument} ${type}`)])
}

function othersOf(group: readonly TemplateExample[]): Pick<CorpusTemplate, 'constants' | 'varying'> {
  const names = new Set(group.flatMap(({ others }) => Object.keys(others)))
  const constants = emptyObject()
  const varying: string[] = []
  for (const name of names) {
    const values = new Set(
      group.map(({ others }) => (others[name] === undefined ? '' : canonicalJson(others[name]))),
    )
    const value = group[0]?.others[name]
    if (values.size === 1 && value !== undefined) constants[name] = value
    else varying.push(name)
  }
  return { constants, varying }
}
