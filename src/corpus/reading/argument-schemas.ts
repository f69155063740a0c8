import { buildTool } from '../../catalog/build-tool.js'
import type { Tool } from '../../catalog/tool.js'
import { ExactNumber, emptyObject, isJsonArray, type JsonObject, type JsonValue } from '../../text/json.js'
import type { WrittenCall } from '../../toolcall/dialect.js'
import type { Signature } from './signature-tools.js'

/** Distinct values that are kept of an argument, to see whether they are named in the declaration. */
const MAX_VALUES = 9
/** An enum has at most this many members. */
const MAX_MEMBERS = 8

interface SeenArgument {
  readonly types: Set<string>
  /** Texts seen, up to `MAX_VALUES`. */
  readonly values: Set<string>
  count: number
}

/** What the calls of a corpus show of the arguments of its tools. */
export class SeenArguments {
  readonly #tools = new Map<string, { count: number; readonly seen: Map<string, SeenArgument> }>()

  add({ name, arguments: given }: WrittenCall, times = 1): void {
    let tool = this.#tools.get(name)
    if (tool === undefined) {
      tool = { count: 0, seen: new Map() }
      this.#tools.set(name, tool)
    }
    tool.count += times
    for (const [argument, value] of Object.entries(given)) {
      let seen = tool.seen.get(argument)
      if (seen === undefined) {
        seen = { types: new Set(), values: new Set(), count: 0 }
        tool.seen.set(argument, seen)
      }
      seen.count += times
      seen.types.add(typeOf(value))
      if (typeof value === 'string' && seen.values.size < MAX_VALUES) seen.values.add(value)
    }
  }

  get names(): readonly string[] {
    return [...this.#tools.keys()]
  }

  has(name: string): boolean {
    return this.#tools.has(name)
  }

  /** A tool that nothing declares: types as seen; required is what every call gives. */
  inferred(name: string, at: string): Tool {
    const tool = this.#tools.get(name)
    const properties = emptyObject()
    const required: string[] = []
    for (const [argument, seen] of tool?.seen ?? []) {
      properties[argument] = typesOf(seen)
      if (seen.count === tool?.count) required.push(argument)
    }
    const inputSchema: JsonObject = { type: 'object', properties, ...(required.length > 0 && { required }) }
    return buildTool({ name, inputSchema, source: { format: 'corpus', at } })
  }

  /**
   * A tool of which a preamble gives the names of parameters: types as written there, else as seen. A parameter is
   * required unless it is marked as optional or some call does without it. Members of an enum are what the calls give,
   * where these are few and the declaration names them all.
   */
  declared({ name, parameters, description }: Signature, at: string): Tool {
    const tool = this.#tools.get(name)
    const properties = emptyObject()
    const required: string[] = []
    for (const parameter of parameters) {
      const seen = tool?.seen.get(parameter.name)
      const types = parameter.type === undefined ? typesOf(seen) : { type: parameter.type }
      const members = seen === undefined ? undefined : membersOf(seen, description ?? '')
      properties[parameter.name] = {
        ...types,
        ...(members === undefined ? {} : { enum: members }),
        ...(parameter.defaultValue === undefined ? {} : { default: parameter.defaultValue }),
      }
      const isAlwaysGiven = tool === undefined || seen?.count === tool.count
      if (!parameter.isOptional && isAlwaysGiven) required.push(parameter.name)
    }
    const inputSchema: JsonObject = { type: 'object', properties, ...(required.length > 0 && { required }) }
    return buildTool({ name, description, inputSchema, source: { format: 'corpus', at } })
  }
}

function typesOf(seen: SeenArgument | undefined): JsonObject {
  if (seen === undefined) return emptyObject()
  const types = [...seen.types].filter((type) => !(type === 'integer' && seen.types.has('number')))
  return { type: types.length === 1 ? (types[0] as string) : types } // there is one at least
}

function membersOf({ types, values }: SeenArgument, description: string): readonly string[] | undefined {
  if (types.size > 1 || values.size < 2 || values.size > MAX_MEMBERS) return undefined
  const words = new Set(description.toLowerCase().match(/[\p{L}\p{N}_-]+/gu))
  const members = [...values]
  return members.every((value) => words.has(value.toLowerCase())) ? members : undefined
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (isJsonArray(value)) return 'array'
  if (value instanceof ExactNumber) return /^-?[0-9]+$/.test(value.text) ? 'integer' : 'number'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number'
    default:
      return 'object'
  }
}
