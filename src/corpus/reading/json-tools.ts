import { buildTool } from '../../catalog/build-tool.js'
import type { Tool } from '../../catalog/tool.js'
import {
  emptyObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../text/json.js'
import { bracketExtent } from '../../text/json-extent.js'

/** Declarations of one record or preamble; the largest real catalogs in a prompt have some hundred. */
const MAX_TOOLS = 2000
/** Longest preamble that is looked through, in UTF-16 code units. */
const MAX_TEXT = 2_000_000
/** How often the text may be passed in search of closing brackets: one that is never closed reaches to the end. */
const MAX_PASSES = 20

/**
 * The tools of a list as any of the usual APIs takes them: `{type, function: {name, description, parameters}}`, the inner
 * object alone, `inputSchema`, `input_schema`, or parameters as a plain map of names (`{city: {type: 'str'}}`). What names
 * nothing is passed over.
 */
export function toolsOfJson(value: JsonValue, at: string): readonly Tool[] {
  const list = isJsonArray(value)
    ? value
    : isJsonObject(value) && isJsonArray(value.tools)
      ? value.tools
      : [value]
  const tools = new Map<string, Tool>()
  for (const entry of list.slice(0, MAX_TOOLS)) {
    const tool = toolOf(entry, at)
    if (tool !== undefined && !tools.has(tool.name)) tools.set(tool.name, tool)
  }
  return [...tools.values()]
}

const SCHEMA_KEYS = ['parameters', 'inputSchema', 'input_schema', 'arguments'] as const

function toolOf(entry: JsonValue, at: string): Tool | undefined {
  if (!isJsonObject(entry)) return undefined
  const inner = isJsonObject(entry.function) ? entry.function : entry
  if (typeof inner.name !== 'string' || inner.name === '') return undefined
  const key = SCHEMA_KEYS.find((name) => isJsonObject(inner[name]))
  const schema = key === undefined ? undefined : (inner[key] as JsonObject) // `find` saw an object there
  return buildTool({
    name: inner.name,
    description: typeof inner.description === 'string' ? inner.description : undefined,
    inputSchema: schema === undefined ? undefined : objectSchema(schema),
    source: { format: 'corpus', at },
  })
}

/** A schema of an object; a map of names to their schemas becomes one. */
function objectSchema(schema: JsonObject): JsonObject {
  if (
    typeof schema.type === 'string' ||
    isJsonObject(schema.properties) ||
    '$ref' in schema ||
    'anyOf' in schema
  ) {
    // Other libraries call it `dict`.
    return schema.type === 'dict' ? { ...schema, type: 'object' } : schema
  }
  const members = Object.entries(schema)
  if (!members.every(([, member]) => isJsonObject(member))) return schema
  const properties = emptyObject()
  const required: string[] = []
  for (const [name, member] of members) {
    if (!isJsonObject(member)) continue
    const { schema: property, isOptional } = propertyOf(member)
    properties[name] = property
    if (!isOptional) required.push(name)
  }
  return { type: 'object', properties, required }
}

const TYPES: Readonly<Record<string, string>> = {
  str: 'string',
  string: 'string',
  int: 'integer',
  integer: 'integer',
  float: 'number',
  number: 'number',
  bool: 'boolean',
  boolean: 'boolean',
  list: 'array',
  array: 'array',
  tuple: 'array',
  set: 'array',
  dict: 'object',
  object: 'object',
}

/** A JSON Schema type for a type as Python writes it; undefined for any. */
export function schemaType(name: string): string | undefined {
  const base = /^\s*(?:Optional\[)?\s*([A-Za-z]+)/.exec(name)?.[1]
  return base === undefined ? undefined : TYPES[base.toLowerCase()]
}

/** xLAM and its like: `{type: 'str, optional', description, default}`. */
function propertyOf(member: JsonObject): { readonly schema: JsonObject; readonly isOptional: boolean } {
  const { type, ...others } = member
  if (typeof type !== 'string') return { schema: member, isOptional: 'default' in member }
  const isOptional = /optional/i.test(type) || 'default' in member
  const known = schemaType(type)
  return { schema: known === undefined ? others : { type: known, ...others }, isOptional }
}

/** The tools that a text declares in JSON, one object after another or in lists, whatever stands around them. */
export function toolsInText(text: string, at: string): readonly Tool[] {
  const searched = text.slice(0, MAX_TEXT)
  const tools = new Map<string, Tool>()
  let left = MAX_PASSES * searched.length
  for (let from = nextBracket(searched, 0); from !== -1 && left > 0 && tools.size < MAX_TOOLS; ) {
    const extent = bracketExtent(searched, from)
    const end = extent.kind === 'complete' ? extent.end : searched.length
    left -= end - from
    const reading = extent.kind === 'complete' ? parseJson(searched.slice(from, end)) : undefined
    const found = reading?.kind === 'value' ? declaredIn(reading.value, at) : []
    for (const tool of found) if (!tools.has(tool.name)) tools.set(tool.name, tool)
    from = nextBracket(searched, found.length > 0 ? end : from + 1)
  }
  return [...tools.values()]
}

const BRACKET = /[[{]\s{0,64}["{]/g

function nextBracket(text: string, from: number): number {
  BRACKET.lastIndex = from
  return BRACKET.exec(text)?.index ?? -1
}

/** Tools of a value that declares nothing else: a call has a name and arguments, but no schema. */
function declaredIn(value: JsonValue, at: string): readonly Tool[] {
  const list = isJsonArray(value) ? value : [value]
  const isDeclared = (entry: JsonValue): boolean => {
    if (!isJsonObject(entry)) return false
    const inner = isJsonObject(entry.function) ? entry.function : entry
    if (typeof inner.name !== 'string') return false
    const key = SCHEMA_KEYS.find((name) => isJsonObject(inner[name]))
    const schema = key === undefined ? undefined : inner[key]
    const isSchema =
      isJsonObject(schema) && (isJsonObject(schema.properties) || typeof schema.type === 'string')
    return isSchema || (typeof inner.description === 'string' && key !== undefined && key !== 'arguments')
  }
  return list.length > 0 && list.every(isDeclared) ? toolsOfJson(list, at) : []
}
