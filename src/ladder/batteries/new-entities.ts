import type { Tool } from '../../catalog/tool.js'
import { type EntityType, entityTypeOf } from '../../corpus/entities.js'
import type { RandomStream } from '../../numeric/random.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { wordsOfName } from '../../text/shingles.js'
import type { CommandArguments } from '../reproduction/command-arguments.js'
import { entityMakers } from './entity-makers.js'
import { readOnlyPrograms } from './entity-words.js'
import type { SeenTexts } from './seen-texts.js'
import { learnPattern, newValue, type ValuePattern } from './value-pattern.js'

/** What a new value is for. */
export interface EntityPlace {
  readonly tool: string
  readonly argument: string
  readonly type: EntityType
}

export interface NewEntitiesOptions {
  readonly seen: SeenTexts
  readonly tools: readonly Tool[]
  readonly commands: CommandArguments
  readonly random: RandomStream
}

/** Values that are tried before a place is given up. */
const MAX_ATTEMPTS = 300

/** Makes values that no text of training or evaluation holds, each at most once. */
export class NewEntities {
  readonly #options: NewEntitiesOptions
  readonly #used = new Set<string>()
  readonly #patterns = new Map<string, ValuePattern>()
  /** Values that were refused because they, or something one edit away, occur. */
  rejected = 0

  constructor(options: NewEntitiesOptions) {
    this.#options = options
  }

  /** Whether the argument takes one of a few fixed values, so that no new one would be valid. */
  isFixed({ tool, argument, type }: EntityPlace): boolean {
    const schema = argumentSchema(this.#options.tools, { tool, argument })
    if (schema !== undefined) {
      if (isJsonArray(schema.enum) || schema.const !== undefined || schema.type === 'boolean') return true
    }
    return type === 'free' && this.#pattern({ tool, argument }).kind === 'enumerated'
  }

  /** A new value; undefined where none can be made, or 300 attempts found none. */
  make(place: EntityPlace): string | undefined {
    if (this.isFixed(place)) return undefined
    const { seen } = this.#options
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const value = this.#candidate(place, attempt)
      if (value === undefined) return undefined
      const key = value.toLowerCase()
      if (this.#used.has(key)) continue
      if (seen.isSeen(value, place.type)) {
        this.rejected++
        continue
      }
      // A free value that reads as an entity would be found as one.
      if (place.type === 'free' && entityTypeOf(value) !== 'free') continue
      this.#used.add(key)
      return value
    }
    return undefined
  }

  #candidate({ tool, argument, type }: EntityPlace, attempt: number): string | undefined {
    const { seen, random, commands } = this.#options
    if (type === 'free') {
      if (commands.has(tool, argument)) return readOnlyPrograms[random.below(readOnlyPrograms.length)]
      return newValue(this.#pattern({ tool, argument }), { random, attempt })
    }
    const own = seen.valuesOf(tool, argument).flatMap((found) => (found.type === type ? [found.value] : []))
    const samples = own.length > 0 ? own : [...seen.entitiesOf(type)]
    const form = type === 'integer' && wordsOfName(argument).includes('port') ? 'port' : type
    return entityMakers[form]?.({ random, samples, attempt })
  }

  #pattern({ tool, argument }: Omit<EntityPlace, 'type'>): ValuePattern {
    const key = JSON.stringify([tool, argument])
    const known = this.#patterns.get(key)
    if (known !== undefined) return known
    const { seen } = this.#options
    const values = seen
      .valuesOf(tool, argument)
      .flatMap(({ value, type }) => (type === 'free' ? [value] : []))
    const uses = seen.usesOf(tool, argument)
    const pattern = learnPattern(values.length === 0 ? ['name'] : values, values.length === 0 ? 0 : uses)
    this.#patterns.set(key, pattern)
    return pattern
  }
}

/** The schema of one argument, as far as the tool's own properties say. */
function argumentSchema(
  tools: readonly Tool[],
  { tool, argument }: Omit<EntityPlace, 'type'>,
): JsonObject | undefined {
  const properties = tools.find(({ name }) => name === tool)?.inputSchema.properties
  const schema: JsonValue | undefined =
    isJsonObject(properties) && Object.hasOwn(properties, argument) ? properties[argument] : undefined
  return isJsonObject(schema) ? schema : undefined
}
