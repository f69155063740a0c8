import type { Catalog } from '../catalog/catalog.js'
import type { Tool } from '../catalog/tool.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../text/json.js'
import { argumentError, isObject, jsonOfArgument, type WrongArgument } from './argument-error.js'
import type { Dialect } from './dialect.js'
import { knownDialect } from './known-dialect.js'
import { messageContent } from './message-content.js'
import { type OutputText, parseOutput } from './parse-output.js'
import type { Parsing } from './parsed-call.js'
import { type ToolTable, toolTable } from './tool-table.js'

/** Tools that were offered: a catalog, a list of tools, or what `toolTable` made of one. */
export type OfferedTools = Catalog | readonly Pick<Tool, 'name' | 'inputSchema'>[] | ToolTable

export interface ParseRequest {
  /** Its id, e.g. `hermes` or `openai`, or a dialect of your own. */
  readonly dialect: string | Dialect
  /** Without tools every name is undeclared, so that no call gets beyond level S4. */
  readonly tools?: OfferedTools
}

/**
 * All readings of what a subject said, side by side: strict, as servers read, lenient and by keyword.
 *
 * @param said a text; a text with its circumstances; or the message or the whole response of an API as an object, which is
 * read as JSON (of doubled keys only the last is left in an object: hand the body as text to have them seen). Of a message,
 * a dialect of model text reads the content; of several choices in a response the first is read.
 * @throws {InputError} `dialect-unknown`; `message-parsed` for a message whose calls a server has taken out of its text, where
 * the dialect reads text; `dialect-broken` where a dialect of your own cannot read; `argument-invalid` for what is neither a text nor an object, and for a request that is none. Never for
 * what was said.
 */
export function parse(said: string | OutputText | object, request: ParseRequest): Parsing {
  if (typeof said !== 'string' && (!isSaidObject(said) || 'then' in said)) {
    const wanted = 'a text, or the message or response of an API as an object'
    throw argumentError({ call: 'parse', argument: 'what was said', wanted, given: said })
  }
  if (!isObject(request)) {
    const wanted = "an object with the dialect and the tools, e.g. { dialect: 'hermes', tools }"
    throw argumentError({ call: 'parse', argument: 'the request', wanted, given: request })
  }
  const { dialect, tools = [] } = request
  const read = dialectGiven(dialect, 'parse')
  return parseOutput(asOutput(said, read), { dialect: read, tools: preparedTools(tools) })
}

/** Any object but null: what a response of an API is, and a list of its parts. */
function isSaidObject(said: unknown): said is object {
  return typeof said === 'object' && said !== null
}

/**
 * The dialect that an id names, or the one that was handed over.
 *
 * @param call the function that was called, for the message.
 * @throws {InputError} `dialect-unknown`, `argument-invalid`.
 */
export function dialectGiven(given: string | Dialect, call: string): Dialect {
  if (typeof given === 'string') return knownDialect(given)
  if (isObject(given) && isDialect(given)) return given
  const wanted =
    "the id of a dialect, e.g. 'hermes' or 'openai', or a dialect of your own: one of `dialects` with other members, or what dialectFromJson gives"
  throw argumentError({ call, argument: 'dialect', wanted, given })
}

const DIALECT_LISTS = ['trigger', 'closer', 'endOfTurn', 'reasoning', 'markers'] as const

/** Whether every member is there that reading an output looks at. */
function isDialect(given: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof given.id === 'string' &&
    typeof given.parse === 'function' &&
    isObject(given.loose) &&
    DIALECT_LISTS.every((name) => Array.isArray(given[name]))
  )
}

/** What was said as one text, and why it ended. */
function asOutput(said: string | OutputText | object, { isApi }: Dialect): OutputText {
  if (typeof said === 'string') return { text: said }
  if (isOutputText(said)) return said
  const stopReason = isCut(said) ? 'length' : 'stop'
  const text = jsonOfArgument(said, { call: 'parse', argument: 'what was said' })
  if (isApi === true) return { text, stopReason }
  const reading = parseJson(text, { duplicateKeys: 'last', maxDepth: 1000 })
  const message = reading.kind === 'value' ? messageContent(messageIn(reading.value)) : undefined
  return { text: message ?? text, stopReason }
}

/** The message within a response of the OpenAI chat API; anything else is taken as a message. */
function messageIn(said: JsonValue): JsonValue {
  const choices = isJsonObject(said) ? said.choices : undefined
  const first = isJsonArray(choices) ? choices[0] : undefined
  return isJsonObject(first) ? (first.message ?? said) : said
}

const OUTPUT_KEYS: ReadonlySet<string> = new Set(['text', 'stopReason', 'isGenuine', 'preamble'])

/** Whether an object is a text with its circumstances, and nothing else. */
export function isOutputText(said: object): said is OutputText {
  const { text } = said as { readonly text?: unknown }
  return typeof text === 'string' && Object.keys(said).every((key) => OUTPUT_KEYS.has(key))
}

/** Whether the response of an API says that the token limit cut it. */
function isCut(said: object): boolean {
  const { choices, stop_reason, status } = said as Readonly<Record<string, unknown>>
  if (stop_reason === 'max_tokens' || status === 'incomplete') return true
  const [choice] = Array.isArray(choices) ? (choices as readonly unknown[]) : []
  return (
    typeof choice === 'object' &&
    choice !== null &&
    'finish_reason' in choice &&
    choice.finish_reason === 'length'
  )
}

/** Lists that were prepared before: a test or a loop hands the same list again and again. */
const prepared = new WeakMap<object, ToolTable>()

/** The tools as a table, made once for a list. @throws {InputError} `argument-invalid` for what is none of `OfferedTools`. */
export function preparedTools(tools: OfferedTools, call = 'parse'): ToolTable {
  const isHeld = typeof tools === 'object' && tools !== null
  if (isHeld && 'schemaOf' in tools && typeof tools.schemaOf === 'function') return tools
  const list = isHeld && 'tools' in tools ? tools.tools : tools
  if (!Array.isArray(list)) {
    const wanted = 'a catalog, as readCatalog gives it, or a list of tools'
    throw argumentError({ call, argument: 'tools', wanted, given: tools })
  }
  const known = prepared.get(tools)
  if (known !== undefined) return known
  for (const [place, tool] of list.entries()) refuseNoTool(tool, { call, argument: `tools[${place}]` })
  const table = toolTable(list)
  prepared.set(tools, table)
  return table
}

function refuseNoTool(tool: unknown, at: Pick<WrongArgument, 'call' | 'argument'>): void {
  if (isObject(tool) && typeof tool.name === 'string' && isObject(tool.inputSchema)) return
  const wanted = 'an object with "name" and "inputSchema"; readCatalog reads tools in any other form'
  throw argumentError({ ...at, wanted, given: tool })
}
