import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberOf,
} from '../../text/json.js'
import { type PromptEntities, promptEntities } from './prompt-entities.js'

/** Nesting of arguments that is filled. */
const MAX_DEPTH = 4

/**
 * Arguments for a tool made of nothing but the prompt: each required one takes the next entity of its type, an enum
 * member that stands in the prompt, else the first; a text for which no entity is left takes the whole prompt.
 */
export function copiedArguments(inputSchema: JsonObject, prompt: string): JsonObject {
  return new Copier(prompt).object(inputSchema, 0)
}

class Copier {
  readonly #prompt: string
  readonly #entities: PromptEntities
  #nextText = 0
  #nextNumber = 0

  constructor(prompt: string) {
    this.#prompt = prompt
    this.#entities = promptEntities(prompt)
  }

  object(schema: JsonObject, depth: number): JsonObject {
    const { required, properties } = schema
    const filled = emptyObject()
    if (!isJsonArray(required) || !isJsonObject(properties)) return filled
    for (const name of required) {
      if (typeof name !== 'string') continue
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      filled[name] = this.#value(isJsonObject(property) ? property : emptyObject(), depth + 1)
    }
    return filled
  }

  #value(schema: JsonObject, depth: number): JsonValue {
    const { enum: members } = schema
    if (isJsonArray(members) && members.length > 0) return this.#member(members)
    const type = isJsonArray(schema.type) ? schema.type[0] : schema.type
    switch (type) {
      case 'integer':
      case 'number':
        return this.#number(type)
      case 'boolean':
        return true
      case 'null':
        return null
      case 'array':
        return depth < MAX_DEPTH && isJsonObject(schema.items) ? [this.#value(schema.items, depth + 1)] : []
      case 'object':
        return depth < MAX_DEPTH ? this.object(schema, depth) : emptyObject()
      default:
        return this.#entities.texts[this.#nextText++] ?? this.#prompt
    }
  }

  #member(members: readonly JsonValue[]): JsonValue {
    const prompt = this.#prompt.toLowerCase()
    const said = members.find((member) => typeof member === 'string' && prompt.includes(member.toLowerCase()))
    return said ?? (members[0] as JsonValue) // the caller saw that there is one
  }

  #number(type: 'integer' | 'number'): JsonValue {
    const { numbers } = this.#entities
    let at = this.#nextNumber
    if (type === 'integer') while (at < numbers.length && numbers[at]?.includes('.')) at++
    this.#nextNumber = at + 1
    return numberOf(JSON.stringify(Number(numbers[at] ?? '1')))
  }
}
