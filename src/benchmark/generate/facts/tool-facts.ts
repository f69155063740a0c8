import type { Tool } from '../../../catalog/tool.js'
import { isJsonArray, isJsonObject, type JsonValue } from '../../../text/json.js'
import { type ObjectFacts, objectFacts } from './object-facts.js'

/** MCP's hints, as annotations of a tool name them. */
export const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const
export type Hint = (typeof hints)[number]

/** What the schemas of a tool state. Nothing comes from a description. */
export interface ToolFacts {
  readonly tool: Tool
  /** Place in the catalog. */
  readonly position: number
  /** Absent where the schema of the arguments is not plain. */
  readonly input?: ObjectFacts
  readonly output?: ObjectFacts
  /** Every text that the arguments' schema lists as a value, at any depth, in small letters; absent where it is too large. */
  readonly listed?: ReadonlySet<string>
  /** HTTP method, in capitals. */
  readonly method?: string
  /** Parameters in the path's template; absent where there is no path, or where the schema lacks one of them. */
  readonly pathParameters?: ReadonlySet<string>
  /** Hints that the source itself states. */
  readonly hints: ReadonlyMap<Hint, boolean>
}

const ENDPOINT = /^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY) (\/\S*)$/

export function toolFacts(tool: Tool, position: number): ToolFacts {
  const input = objectFacts(tool.inputSchema, 'input')
  const output = tool.outputSchema === undefined ? undefined : objectFacts(tool.outputSchema, 'output')
  const [, method, path] = ENDPOINT.exec(tool.endpoint ?? '') ?? []
  const inPath = new Set(Array.from(path?.matchAll(/\{([^{}]{1,200})\}/g) ?? [], ([, name = '']) => name))
  const hasAll = input !== undefined && [...inPath].every((name) => input.names.has(name))
  const listed = listedTexts(tool.inputSchema)
  return {
    tool,
    position,
    hints: hintsOf(tool),
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(listed === undefined ? {} : { listed }),
    ...(method === undefined ? {} : { method }),
    ...(path !== undefined && hasAll ? { pathParameters: inPath } : {}),
  }
}

/** Those of an OpenAPI description are Assay's own reading of the method, which is a fact of its own. */
function hintsOf({ annotations, source }: Tool): ReadonlyMap<Hint, boolean> {
  const stated = new Map<Hint, boolean>()
  if (source.format === 'openapi') return stated
  for (const hint of hints) {
    const value = annotations?.[hint]
    if (typeof value === 'boolean') stated.set(hint, value)
  }
  return stated
}

/** Places of a schema looked at. */
const MAX_PLACES = 20_000

function listedTexts(schema: JsonValue): ReadonlySet<string> | undefined {
  const found = new Set<string>()
  const queue: JsonValue[] = [schema]
  let places = 0
  for (const value of queue) {
    if (places++ > MAX_PLACES) return undefined
    if (isJsonArray(value)) queue.push(...value.slice(0, MAX_PLACES))
    else if (isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        if (key === 'enum' || key === 'const' || key === 'default') {
          for (const one of isJsonArray(member) ? member : [member]) {
            if (typeof one === 'string') found.add(one.toLowerCase())
          }
        }
        queue.push(member)
      }
    }
    if (queue.length > MAX_PLACES) return undefined
  }
  return found
}
